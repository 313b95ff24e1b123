//! Lights Out on 5 by 5: which presses turn all lights off? The system has rank 23, so a quarter of all patterns can be turned off,
//! each in four ways (M. Anderson, T. Feil, "Turning lights out with linear algebra", 1998).

use boardwright_linear::System;

const SIDE: u32 = 5;

fn main() {
    let mut system = System::new(2, 25, 25);
    for light in 0..SIDE * SIDE {
        let (row, column) = (light / SIDE, light % SIDE);
        let near = |other: u32| (other / SIDE).abs_diff(row) + (other % SIDE).abs_diff(column) <= 1;
        let buttons: Vec<(u32, u8)> = (0..SIDE * SIDE).filter(|&other| near(other)).map(|button| (button, 1)).collect();
        // All lights are on.
        system.push(&buttons, 1);
    }
    println!("rank {}, {} solutions", system.rank().expect("2 is prime"), system.count());
    let presses = system.solutions().next().expect("all lights can be turned off");
    for row in presses.chunks(SIDE as usize) {
        println!("{}", row.iter().map(|&pressed| if pressed == 1 { '#' } else { '.' }).collect::<String>());
    }
}
