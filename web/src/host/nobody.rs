//! A page that nothing is asked of: that of a student's figure, and one that nobody has opened yet.

use super::{Dialog, Host, Way};
use catalog::Theme;
use yew::Callback;

pub struct Nobody;

impl Host for Nobody {
    fn show(&self, _link: &str, _way: Way, _refused: &Callback<String>) {}

    fn home(&self) -> String {
        String::new()
    }

    fn theme(&self, _theme: Theme) {}

    fn resized(&self, _height: f64) {}

    fn open(&self, _dialog: Dialog, _link: &str, _failed: Callback<String>) {}
}
