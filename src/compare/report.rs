//! Stub.
use super::record::Record;
pub struct Report(String, usize);
impl Report {
    pub fn new(title: &str, records: &[Record]) -> Report {
        Report(
            format!(
                "{title}\n{}",
                records
                    .iter()
                    .map(|r| format!(
                        "{} {} {:?} {:.3} {:.3} {}\n",
                        r.model,
                        r.configuration.describe(),
                        r.outcome.status,
                        r.cost.cpu,
                        r.cost.wall,
                        r.outcome.seconds.solve
                    ))
                    .collect::<String>()
            ),
            records.len(),
        )
    }
    pub fn text(&self, _: usize) -> String {
        self.0.clone()
    }
    pub fn csv(&self) -> String {
        self.0.clone()
    }
    pub fn html(&self) -> String {
        self.0.clone()
    }
    pub fn json(&self) -> serde_json::Value {
        serde_json::json!(self.1)
    }
    pub fn benchexec(&self) -> Vec<(String, String)> {
        vec![]
    }
}
