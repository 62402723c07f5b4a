//! The picture of a moment. Which kind of picture it is the algorithm says; what is on it comes from
//! the moment alone.

// pixels and counts are small, and positions are only compared with copies of themselves
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss, clippy::float_cmp)]

mod array;
mod array_plan;
mod boxes;
mod cells;
mod cells_plan;
mod crash;
pub mod geometry;
mod locals;
mod mail;
pub mod measure;
mod net;
mod net_plan;
pub mod parts;
pub mod summary;
pub mod text;
mod token;
mod tools;
mod waits;
mod zones;
mod zones_plan;

use catalog::{Action, Moment, Stage, Zone};
use geometry::{Point, short};
use locals::Locals;
use mail::Tool;
use measure::Room;
use net_plan::Plan;
use std::rc::Rc;
use tools::Tools;
use yew::prelude::*;

/// The widths that a picture is laid out for; beyond them it is scaled.
const WIDTH_MIN: f64 = 288.0;
const WIDTH_MAX: f64 = 720.0;
/// Most pictures are no taller; others get more of the page.
const HEIGHT_USUAL: f64 = 420.0;
/// The width of a picture that is only looked at.
const WIDTH_STILL: f64 = 360.0;

#[derive(Properties, PartialEq)]
pub struct StageProps {
    pub stage: Stage,
    pub zones: &'static [Zone],
    pub moment: Rc<Moment>,
    pub on_act: Callback<Action>,
    /// Deliveries that the player leaves alone.
    pub held: Rc<Vec<Action>>,
    pub on_hold: Callback<Action>,
    /// A picture and nothing else, which has its words from what is around it.
    #[prop_or_default]
    pub still: bool,
    /// How wide it is where nobody measures: as a file.
    #[prop_or_default]
    pub width: Option<f64>,
}

/// Draws the picture at this width; returns its size too.
fn draw(props: &StageProps, width: f64, tool: Tool) -> (Point, Html) {
    let StageProps { stage, zones, moment, still, .. } = props;
    match stage {
        Stage::Zones => {
            let picture = zones::Picture::new(moment, zones, width, *still);
            (picture.size(), picture.draw())
        }
        Stage::Array => {
            let picture = array::Picture::new(moment, width, *still);
            (picture.size(), picture.draw())
        }
        Stage::Cells => {
            let picture = cells::Picture::new(moment, width, *still);
            (picture.size(), picture.draw())
        }
        Stage::Clique | Stage::Ring | Stage::ClientServer | Stage::Replicas => {
            net(props, width, tool)
        }
    }
}

fn net(props: &StageProps, width: f64, tool: Tool) -> (Point, Html) {
    let StageProps { stage, moment, still, held, .. } = props;
    // nor does anybody click where nobody measures
    let on_use = (!still && props.width.is_none()).then(|| {
        let (on_act, on_hold) = (props.on_act.clone(), props.on_hold.clone());
        Callback::from(move |(tool, action)| match tool {
            Tool::Hold => on_hold.emit(action),
            Tool::Deliver | Tool::Lose | Tool::Double => on_act.emit(action),
        })
    });
    let view = &moment.view;
    let (processes, replicas) = (view.processes.len(), view.replicas.len());
    let plan = Plan::new(*stage, width, processes, replicas, *still);
    let size = plan.size;
    (size, net::Picture { stage: *stage, moment, held, tool, on_use, plan }.draw())
}

#[component]
pub fn StageView(props: &StageProps) -> Html {
    let StageProps { moment, still, .. } = props;
    let node = use_node_ref();
    let room = measure::use_width(&node);
    let measured = props.width.or(room.map(Room::units));
    let tool = use_state_eq(Tool::default);
    let width = match measured {
        Some(width) if !still => width.clamp(WIDTH_MIN, WIDTH_MAX),
        _ => WIDTH_STILL,
    };
    // not shown until it is known how wide it may be
    let is_guess = measured.is_none() && !still;
    // a tool that is used up gives way to the usual one
    let chosen = if tool.is_of_use(moment) { *tool } else { Tool::default() };
    let has_tools = !matches!(props.stage, Stage::Zones | Stage::Array | Stage::Cells) && !still;
    let (size, drawn) = draw(props, width, chosen);
    let role = (!still).then_some(if has_tools { "group" } else { "img" });
    let on_choose = {
        let tool = tool.clone();
        Callback::from(move |it| tool.set(it))
    };
    html! {
        <div class={classes!(
            "stage",
            still.then_some("is-still"),
            has_tools.then_some("has-tools"),
            (size.y > HEIGHT_USUAL).then_some("is-tall"),
        )}>
            <div class="stage-body">
                <div class="stage-main">
                    <div ref={node} class={classes!("stage-frame", is_guess.then_some("is-guess"))}>
                        { sheet(size, role, moment, drawn) }
                    </div>
                    // one replica does everything at once, without a message
                    if has_tools && moment.view.replicas.len() != 1 {
                        <Tools moment={moment.clone()} tool={chosen} {on_choose} />
                    }
                </div>
                if has_tools {
                    <Locals moment={moment.clone()} />
                }
            </div>
        </div>
    }
}

fn sheet(size: Point, role: Option<&'static str>, moment: &Moment, drawn: Html) -> Html {
    html! {
        <svg class="stage-sheet" viewBox={format!("0 0 {} {}", short(size.x), short(size.y))}
            width={short(size.x)} height={short(size.y)}
            {role} aria-label={role.map(|_| summary::summary(moment))}>
            { drawn }
        </svg>
    }
}
