//! Decides which requests are the page's own. Start with [`Guard`].
//!
//! The server listens on 127.0.0.1 only, but every page in the browser can send requests there. A request is accepted if
//! - its path begins with the token, a random number that only the printed address has;
//! - its `Host` is the server's own address: a name that was rebound to 127.0.0.1 is rejected;
//! - its `Origin`, if it has one, is the server's own; requests that change something must have one;
//! - its `Sec-Fetch-Site`, if it has one, is `same-origin`, or `none` for an address typed by a person.

/// The token, and the addresses that are the server's own.
pub(super) struct Guard {
    token: String,
    port: u16,
}

/// What a request says about its origin.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Headers<'h> {
    pub(super) host: Option<&'h str>,
    pub(super) origin: Option<&'h str>,
    pub(super) site: Option<&'h str>,
}

impl Guard {
    /// Returns a guard with a random token.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(super) fn new(port: u16) -> Result<Guard, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Guard { token: bytes.iter().map(|byte| format!("{byte:02x}")).collect(), port })
    }

    /// Returns the address of the page.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Returns the path below the token, without the query, if the request is the page's own.
    pub(super) fn admit<'u>(&self, url: &'u str, changes: bool, headers: &Headers<'_>) -> Option<&'u str> {
        let path = url.split(['?', '#']).next().unwrap_or_default();
        let rest = path.strip_prefix('/')?;
        let (token, rest) = rest.split_at_checked(self.token.len())?;
        let rest = rest.strip_prefix('/')?;
        (same(token, &self.token) && self.is_own(changes, headers)).then_some(rest)
    }

    fn is_own(&self, changes: bool, headers: &Headers<'_>) -> bool {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let Some(host) = headers.host.filter(|host| hosts.iter().any(|own| own == host)) else { return false };
        let is_same = match headers.origin {
            Some(origin) => origin.strip_prefix("http://") == Some(host),
            None => !changes,
        };
        is_same && headers.site.is_none_or(|site| site == "same-origin" || site == "none" && !changes)
    }
}

/// Compares in a time that does not depend on the first difference.
fn same(one: &str, other: &str) -> bool {
    let differences = one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard() -> Guard {
        Guard { token: "00ff".to_string(), port: 8080 }
    }

    const OWN: Headers<'static> =
        Headers { host: Some("127.0.0.1:8080"), origin: Some("http://127.0.0.1:8080"), site: Some("same-origin") };

    #[test]
    fn the_page_is_admitted() {
        assert_eq!(guard().admit("/00ff/api/save?x=1", true, &OWN), Some("api/save"));
        let typed = Headers { host: Some("localhost:8080"), origin: None, site: Some("none") };
        assert_eq!(guard().admit("/00ff/", false, &typed), Some(""));
    }

    #[test]
    fn other_pages_are_not() {
        let refuses = |url: &str, headers: Headers<'_>| guard().admit(url, false, &headers).is_none();
        for url in ["/", "/00fe/", "/00f", "/00ff", "00ff/", "//00ff/", "/00ffx/", "/é00f/"] {
            assert!(refuses(url, OWN), "{url}");
        }
        for host in [
            None,
            Some("evil.example:8080"),
            Some("127.0.0.1"),
            Some("127.0.0.1:8081"),
            Some("127.0.0.1:8080.evil.example"),
        ] {
            assert!(refuses("/00ff/", Headers { host, ..OWN }), "{host:?}");
        }
        for origin in ["http://evil.example", "null", "https://127.0.0.1:8080", "http://localhost:8080"] {
            assert!(refuses("/00ff/", Headers { origin: Some(origin), ..OWN }), "{origin}");
        }
        assert!(refuses("/00ff/", Headers { site: Some("cross-site"), ..OWN }));
        assert_eq!(guard().admit("/00ff/api/save", true, &Headers { origin: None, ..OWN }), None, "no origin");
    }

    #[test]
    fn tokens_differ() {
        let (one, other) = (Guard::new(1).unwrap(), Guard::new(1).unwrap());
        assert_ne!(one.token, other.token);
        assert_eq!(one.token.len(), 32);
    }
}
