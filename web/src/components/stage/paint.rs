//! A scene as elements of the page: the same ones, with the same attributes, as in a file.

use catalog::ArrayView;
use picture::svg::Element;
use picture::{Part, Scene, Thing};
use yew::prelude::*;
use yew::virtual_dom::{VNode, VTag};

/// What can be reached by keys and clicks.
#[derive(Clone, Copy)]
pub struct Live {
    /// The one that the tab key reaches.
    pub current: Option<Thing>,
}

pub fn paint(scene: &Scene, live: Option<Live>) -> Html {
    scene.parts.iter().map(|one| part(one, live)).collect()
}

fn part(part: &Part, live: Option<Live>) -> Html {
    let mut group = VTag::new("g");
    group.add_attribute("class", part.class());
    if let (Some(live), Some(thing)) = (live, part.of)
        && !part.name.is_empty()
    {
        let is_current = live.current == Some(thing);
        group.add_attribute("role", "button");
        group.add_attribute("tabindex", if is_current { "0" } else { "-1" });
        group.add_attribute("data-thing", name(thing));
        // a title and no label: the words in the group say more than its name
        let mut title = VTag::new("title");
        title.add_child(VNode::from(part.name.clone()));
        group.add_child(VNode::from(title));
    }
    group.add_children(part.shapes.iter().map(|shape| {
        let Element { tag, attributes, text } = shape.element();
        let mut element = VTag::new(tag);
        for (name, value) in attributes {
            element.add_attribute(name, value);
        }
        if let Some(text) = text {
            element.add_child(VNode::from(text.to_owned()));
        }
        VNode::from(element)
    }));
    VNode::from(group)
}

/// What a thing is called in an attribute.
pub fn name(thing: Thing) -> String {
    match thing {
        Thing::Process(process) => format!("p{process}"),
        Thing::Message(message) => format!("m{message}"),
        Thing::Cell(cell) => {
            let single = if cell.single { "." } else { "" };
            format!("c{}{single}{}", cell.index, cell.array)
        }
        Thing::Pending { process, place } => format!("q{process}-{place}"),
        Thing::Column { well, column } => format!("w{well}-{column}"),
    }
}

/// The thing of that name, where a cell is one of these arrays.
pub fn thing(name: &str, arrays: &[ArrayView]) -> Option<Thing> {
    let number = || name.get(1..)?.parse().ok();
    let pair = || {
        let (first, second) = name.get(1..)?.split_once('-')?;
        Some((first.parse().ok()?, second.parse().ok()?))
    };
    match name.chars().next()? {
        'p' => number().map(Thing::Process),
        'm' => number().map(Thing::Message),
        'w' => pair().map(|(well, column)| Thing::Column { well, column }),
        'q' => pair().map(|(process, place)| Thing::Pending { process, place }),
        'c' => {
            let is_named = |array: &&ArrayView| {
                (0..array.cells.len()).any(|index| self::name(cell(array, index)) == name)
            };
            let array = arrays.iter().find(is_named)?;
            (0..array.cells.len())
                .map(|it| cell(array, it))
                .find(|thing| self::name(*thing) == name)
        }
        _ => None,
    }
}

fn cell(array: &ArrayView, index: usize) -> Thing {
    Thing::Cell(array.cell(index))
}
