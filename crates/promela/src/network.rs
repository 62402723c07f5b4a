//! Messages: an array that holds those on their way, in an order that only depends on which they are.

use crate::steps::add_process;
use crate::writer::{STRIKES, Writer};
use program::ir::{Channels, Order};
use std::fmt::Write;
use ways::paths::paths;

impl Writer<'_> {
    /// The messages on their way, and what is done with them.
    pub fn network(&self, text: &mut String) {
        let Some(channels) = &self.program().channels else { return };
        let columns = self.source().message.columns();
        let slots = &self.program().slots;
        let mut fields = vec![("byte", "from".to_owned()), ("byte", "to".to_owned())];
        fields.push(("byte", "kind".to_owned()));
        for (nth, column) in columns.iter().enumerate() {
            let kind = self.names.type_for(column.iter().map(|&it| &slots[it]));
            fields.push((kind, format!("field_{nth}")));
        }
        let at_once = channels.order == Order::SelfAtOnce;
        if at_once {
            fields.push(("byte", "behind".to_owned()));
        }
        text.push_str("/* No message has the kind 0. */\ntypedef message {\n");
        for (kind, name) in &fields {
            let _ = writeln!(text, "\t{kind} {name};");
        }
        let names: Vec<&str> = fields.iter().map(|field| &field.1[..]).collect();
        let copy = |to: &str, from: &str| {
            let all = names.iter().map(|name| format!("{to}.{name} = {from}.{name};"));
            all.collect::<Vec<_>>().join(" ")
        };
        let clear = |of: &str| {
            let all = names.iter().map(|name| format!("{of}.{name} = 0;"));
            all.collect::<Vec<_>>().join(" ")
        };
        let _ = writeln!(
            text,
            "}}\nmessage network[{}];\t/* those on their way: {} */\nbyte messages, place;\n",
            channels.capacity,
            order_in_words(channels.order)
        );
        let values: Vec<String> = (0..columns.len()).map(|it| format!("value_{it}")).collect();
        let parameters = ["sender", "receiver", "what"].into_iter();
        let parameters: Vec<&str> =
            parameters.chain(values.iter().map(|value| &value[..])).collect();
        // the names of the fields with what a message has there, the most important first
        let news =
            ["sender", "receiver", "what"].into_iter().chain(values.iter().map(|value| &value[..]));
        let pairs: Vec<(&str, &str)> = names.iter().copied().zip(news).collect();
        let keys = match channels.order {
            Order::Fifo | Order::SelfAtOnce => &pairs[..2],
            Order::Mailbox => &pairs[1..2],
            Order::Unordered => &pairs[..],
        };
        let goes_before = keys.iter().rev().fold(String::new(), |rest, (name, value)| {
            let name = format!("network[place - 1].{name}");
            match &rest[..] {
                "" => format!("{name} > {value}"),
                rest => format!("({name} > {value} || ({name} == {value} && {rest}))"),
            }
        });
        let mut sets: Vec<String> =
            pairs.iter().map(|(name, value)| format!("network[place].{name} = {value};")).collect();
        let (count_own, let_arrive) = if at_once { (COUNT_OWN, LET_ARRIVE) } else { ("", "") };
        if at_once {
            text.push_str(
                "byte own;\t/* messages of the receiver to itself; 0 between steps */\n\n",
            );
            sets.push("network[place].behind = own; own = 0;".to_owned());
        }
        let _ = writeln!(
            text,
            "inline send({})\n{{\n{count_own}\tplace = messages;\n\tdo\n\t:: place > 0 && {goes_before} ->\n\t\t{} \
             place--\n\t:: else -> break\n\tod;\n\t{}\n\tmessages++; place = 0\n}}\n",
            parameters.join(", "),
            copy("network[place]", "network[place - 1]"),
            sets.join(" ")
        );
        let _ = writeln!(
            text,
            "inline remove(at)\n{{\n{let_arrive}\tplace = at; messages--;\n\tdo\n\t:: place < messages ->\n\t\t{} \
             place++\n\t:: else -> break\n\tod;\n\t{} place = 0\n}}\n",
            copy("network[place]", "network[place + 1]"),
            clear("network[place]")
        );
        if self.copies.get() {
            let _ = writeln!(
                text,
                "/* a copy of the message that a step takes; empty between steps */\n\
                 message taken;\n\ninline take(at)\n{{\n\t{} remove(at)\n}}\n\n\
                 inline forget()\n{{\n\t{}\n}}\n",
                copy("taken", "network[at]"),
                clear("taken").trim_end_matches(';')
            );
        }
        let _ = writeln!(
            text,
            "/* each place of the network is a process */\n#define nth (_pid - {})\n#define may_arrive \
             ((nth == 0 || {}){})\n",
            self.program().processes.len(),
            may_arrive(channels, &names),
            if at_once { " && network[nth].behind == 0" } else { "" }
        );
    }

    /// Puts the message at a place of the network in once more.
    pub fn send_again(&self, step: &mut String) {
        let columns = 0..self.source().message.columns().len();
        let fields = columns.map(|column| format!("field_{column}"));
        let names = ["from", "to", "kind"].into_iter().map(str::to_owned).chain(fields);
        let copied: Vec<String> = names.map(|name| format!("network[nth].{name}")).collect();
        let _ = write!(step, " send({});", copied.join(", "));
    }

    /// What happens to the message at a place of the network.
    pub fn deliveries(&self, mut options: String, text: &mut String) -> Result<(), String> {
        let program = self.program();
        let Some(channels) = &program.channels else { return Ok(()) };
        for fault in &program.network_faults {
            let mut when = vec![Some("network[nth].kind != 0".to_owned()), self.goes_on()?];
            when.push(Some(STRIKES.to_owned()));
            let spared = fault.exempt.iter().map(|&it| &self.names.kinds[usize::from(it)]);
            when.extend(spared.map(|kind| Some(format!("network[nth].kind != {kind}"))));
            for path in &paths(self.source(), 0, 0, fault.rule)?.paths {
                let mut step = String::new();
                self.effects(0, path, &mut step)?;
                let _ = writeln!(
                    options,
                    "\t:: d_step {{ {} ->{} }}\t/* {} */",
                    self.all_of(&when, &path.guard)?,
                    step.trim_end_matches(';'),
                    self.words(fault.rule.row)
                );
            }
        }
        let head = format!("active [{}] proctype arrival()", channels.capacity);
        add_process("the message at a place of the network", &head, &options, text);
        Ok(())
    }
}

/// How many messages the receiver has sent to itself.
const COUNT_OWN: &str = "\tplace = 0;\n\tdo\n\t:: place < messages ->\n\t\town = own + \
    (network[place].from == receiver && network[place].to == receiver); place++\n\t:: else -> break\n\tod;\n";

/// What was sent later than a message of a process to itself comes behind one less.
const LET_ARRIVE: &str = "\tplace = 0;\n\tdo\n\t:: place < messages && network[at].from == network[at].to ->\n\t\t\
    network[place].behind = network[place].behind - (network[place].to == network[at].to && \
    network[place].behind > network[at].behind); place++\n\t:: else -> break\n\tod;\n";

fn order_in_words(order: Order) -> &'static str {
    match order {
        Order::Fifo => "by channel, and in each as they were sent",
        Order::SelfAtOnce => "by channel, and how many own messages each comes behind",
        Order::Mailbox => "by receiver, and for each as they were sent",
        Order::Unordered => "sorted, because they may overtake each other",
    }
}

/// Whether a message may be the next to arrive. Of equal ones that may overtake each other, the first
/// stands for all.
fn may_arrive(channels: &Channels, fields: &[&str]) -> String {
    let heeded = match channels.order {
        Order::Fifo | Order::SelfAtOnce => &fields[..2],
        Order::Mailbox => &fields[1..2],
        Order::Unordered => fields,
    };
    let all = heeded.iter().map(|text| format!("network[nth - 1].{text} != network[nth].{text}"));
    all.collect::<Vec<_>>().join(" || ")
}
