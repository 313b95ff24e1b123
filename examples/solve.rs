//! Reads a model, and prints its solution and how many there are: `cargo run --example solve models/grid/queens-4.toml`.

use boardwright::Model;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or("models/grid/queens-4.toml".into());
    let model = Model::read(&std::fs::read_to_string(path)?)?;
    println!("{}", model.solve()?);
    println!("solutions: {}", model.count()?);
    Ok(())
}
