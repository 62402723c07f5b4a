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
pub enum Face {
    #[default]
    Picture,
    Decisions,
    Counts,
    Variants,
    Lines,
    States,
}

impl Face {
    const fn words(self) -> &'static str {
        match self {
            Face::Picture => "Picture",
            Face::Decisions => "Decisions",
            Face::Counts => "Counts",
            Face::Variants => "Variants",
            Face::Lines => "Lines",
            Face::States => "States",
        }
    }

    /// As the style sheet knows it.
    pub fn name(self) -> String {
        self.words().to_ascii_lowercase()
    }

    /// The faces that a setting has. Whether its states are few is not known before they are counted: it has those
    /// that somebody asked for.
    fn of(setting: &Scenario, now: Face) -> Vec<Face> {
        let mut faces = vec![Face::Picture];
        faces.extend(setting.decides().then_some(Face::Decisions));
        faces.extend((!setting.entry().figures.is_empty()).then_some(Face::Counts));
        faces.extend(Variants::are_of(setting).then_some(Face::Variants));
        faces.push(Face::Lines);
        faces.extend((now == Face::States).then_some(now));
        faces
    }

    /// This face, or the picture if the setting has no such face.
    pub fn in_setting(self, setting: &Scenario) -> Face {
        Some(self).filter(|it| Face::of(setting, self).contains(it)).unwrap_or_default()
    }

    /// What it shows besides the picture; `setting` is the scenario without its run.
    pub fn draw(
        self,
        setting: &Scenario,
        scenario: &Scenario,
        (sweeps, lines): (&Sweeps, &Asked<LinesFound>),
        on_face: &Callback<Face>,
    ) -> Html {
        match self {
            Face::Picture => Html::default(),
            Face::Decisions => html! {
                <Valence setting={setting.clone()} scenario={scenario.clone()} on_face={on_face} />
            },
            Face::Counts => html! { <Plots setting={setting.clone()} /> },
            Face::Variants => html! {
                <VariantsView setting={setting.clone()} sweeps={sweeps.clone()}
                    on_show={on_face.reform(|()| Face::Picture)} />
            },
            Face::States => html! {
                <States setting={setting.clone()} scenario={scenario.clone()} />
            },
            Face::Lines => html! {
                <LinesView setting={setting.clone()} asked={lines.clone()}
                    on_show={on_face.reform(|()| Face::Picture)} />
            },
        }
    }
}

/// The switch between them; nothing where there is only the picture, or where only its variants and lines are
/// beside it, which are asked for where options and the listing are.
pub fn faces(now: Face, setting: &Scenario, on_face: &Callback<Face>) -> Html {
    let faces = Face::of(setting, now);
    html! {
        if faces.iter().any(|it| matches!(it, Face::Decisions | Face::Counts)) || now != Face::Picture {
            <div class="faces" role="group" aria-label="Faces of the picture">
                { for faces.into_iter().map(|it| html! {
                    <button key={it.words()} aria-pressed={(it == now).to_string()}
                        onclick={on_face.reform(move |_| it)}>{it.words()}</button>
                }) }
            </div>
        }
    }
}
