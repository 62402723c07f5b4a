//! Links to a moment.

use catalog::Scenario;

/// The address of a moment; `home` is that of the folder with our pages.
pub fn link(home: &str, scenario: &Scenario) -> String {
    format!("{home}{}.html#{}", scenario.slug, scenario.plain())
}

/// This run beside the same schedule with the published text, or the published options, if these are
/// others.
pub fn side_by_side(scenario: &Scenario) -> String {
    let link = |scenario: &Scenario| component(&scenario.to_string());
    if scenario.text.is_some() {
        let source = scenario.published().source;
        return format!(
            "compare.html#a={}&b={}",
            link(scenario),
            link(&scenario.with_text(source))
        );
    }
    let turned = scenario.setting.iter().any(|(knob, value)| knob.values[0].name != value.name);
    format!("compare.html#a={}{}", link(scenario), if turned { "&usual" } else { "" })
}

/// Words as a part of an address, as by JavaScript’s `encodeURIComponent`.
pub fn component(words: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte);
    let encode = |byte| match is_plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    words.bytes().map(encode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_opens_the_same_moment() {
        let mut scenario = Scenario::new(&catalog::entries()[0]);
        let moves: Vec<_> = scenario.moment().steps().map(|step| step.action).collect();
        scenario.run = vec![moves[0]];
        scenario.at = 1;
        let link = link("https://example.org/lab/", &scenario);
        assert!(link.starts_with("https://example.org/lab/bakery.html#bakery?"), "{link}");
        let parsed = Scenario::parse(&link).unwrap();
        assert_eq!(parsed.scenario, scenario);
        assert!(parsed.notices.is_empty());
    }

    #[test]
    fn a_link_within_a_link_is_one_word() {
        assert_eq!(component("a?b=c&ü-(~)"), "a%3Fb%3Dc%26%C3%BC-(~)");
        let turned = Scenario::parse("bakery?tie-break=none").unwrap().scenario;
        assert_eq!(side_by_side(&turned), "compare.html#a=bakery%3Ftie-break%3Dnone&usual");
        assert_eq!(side_by_side(&turned.start()), side_by_side(&turned));
        let usual = Scenario::parse("bakery").unwrap().scenario;
        assert_eq!(side_by_side(&usual), "compare.html#a=bakery");
    }
}
