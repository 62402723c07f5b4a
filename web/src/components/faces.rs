//! The picture has other faces: which decisions are still open, what was counted, what becomes of
//! other options, and what each line is for. Each has the picture's whole box.

use super::{
    inquiries::Asked,
    lines::LinesView,
    plots::Plots,
    states::States,
    valence::Valence,
    variants::{Sweeps, VariantsView},
};
use catalog::Scenario;
use session::{lines::LinesFound, variants::Variants};
use yew::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum View {
    #[default]
    Picture,
    Decisions,
    Counts,
    Variants,
    Lines,
    States,
}

impl View {
    const fn words(self) -> &'static str {
        match self {
            View::Picture => "Picture",
            View::Decisions => "Decisions",
            View::Counts => "Counts",
            View::Variants => "Variants",
            View::Lines => "Lines",
            View::States => "States",
        }
    }

    /// As the style sheet knows it.
    pub fn name(self) -> String {
        self.words().to_ascii_lowercase()
    }

    /// The faces that a setting has. Whether its states are few is not known before they are counted: it has those
    /// that somebody asked for.
    fn of(setting: &Scenario, now: View) -> Vec<View> {
        let mut faces = vec![View::Picture];
        faces.extend(setting.decides().then_some(View::Decisions));
        faces.extend((!setting.entry().figures.is_empty()).then_some(View::Counts));
        faces.extend(Variants::are_of(setting).then_some(View::Variants));
        faces.push(View::Lines);
        faces.extend((now == View::States).then_some(now));
        faces
    }

    /// This face, or the picture if the setting has no such face.
    pub fn in_setting(self, setting: &Scenario) -> View {
        Some(self).filter(|view| View::of(setting, self).contains(view)).unwrap_or_default()
    }

    /// What it shows besides the picture; `setting` is the scenario without its run.
    pub fn draw(
        self,
        setting: &Scenario,
        scenario: &Scenario,
        (sweeps, lines): (&Sweeps, &Asked<LinesFound>),
        on_face: &Callback<View>,
    ) -> Html {
        match self {
            View::Picture => Html::default(),
            View::Decisions => html! {
                <Valence setting={setting.clone()} scenario={scenario.clone()} on_face={on_face} />
            },
            View::Counts => html! { <Plots setting={setting.clone()} /> },
            View::Variants => html! {
                <VariantsView setting={setting.clone()} sweeps={sweeps.clone()}
                    on_show={on_face.reform(|()| View::Picture)} />
            },
            View::States => html! {
                <States setting={setting.clone()} scenario={scenario.clone()} />
            },
            View::Lines => html! {
                <LinesView setting={setting.clone()} asked={lines.clone()}
                    on_show={on_face.reform(|()| View::Picture)} />
            },
        }
    }
}

/// The switch between them; nothing where there is only the picture, or where only its variants and lines are
/// beside it, which are asked for where options and the listing are.
pub fn view_switch(now: View, setting: &Scenario, on_face: &Callback<View>) -> Html {
    let faces = View::of(setting, now);
    html! {
        if faces.iter().any(|face| matches!(face, View::Decisions | View::Counts)) || now != View::Picture {
            <div class="faces" role="group" aria-label="Faces of the picture">
                { for faces.into_iter().map(|face| html! {
                    <button key={face.words()} aria-pressed={(face == now).to_string()}
                        onclick={on_face.reform(move |_| face)}>{face.words()}</button>
                }) }
            </div>
        }
    }
}
