//! The model of a [`Program`]: a scheduler that may let any process take its next step.

use super::{Array, Line, Memory, Program, Then, Turn, sleep};
use crate::line::{LINES_MAX, index};
use crate::sleep_set::{Footprint, Skipped, SleepSet, TriedSteps};
use crate::{
    Action, ArrayView, CellView, Event, Fairness, Ghost, Life, Log, Model, PROCESSES_MAX, Pid,
    ProcessView, Property, Row, RowId, Stepped, View, Zone,
};
use zerocopy::{FromZeros, Immutable, IntoBytes, Unaligned};

pub struct Threads<P> {
    pub program: P,
    /// Where a jump to a line ends: past the lines that the knobs have taken out.
    lands: [RowId; LINES_MAX],
    /// Where a process is while it stands at a line.
    zones: [Zone; LINES_MAX],
}

#[derive(Copy, FromZeros, Immutable, IntoBytes, Unaligned)]
#[repr(C)]
pub struct State<Cells, Local, Ghost> {
    pub(super) cells: Cells,
    pub local: [Local; PROCESSES_MAX],
    pub(super) at: [RowId; PROCESSES_MAX],
    crashes: u8,
    pub ghost: Ghost,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "as derived it is copied element by element")]
impl<Cells: Copy, Local: Copy, Ghost: Copy> Clone for State<Cells, Local, Ghost> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

pub(super) type StateOf<P> =
    State<<P as Program>::Cells, <P as Program>::Local, <P as Program>::Ghost>;

impl<Cells: AsRef<[u8]>, Local, Ghost> State<Cells, Local, Ghost> {
    /// Element `j` of a shared array.
    pub fn cell(&self, array: Array, j: usize) -> u8 {
        Memory(self.cells.as_ref()).get(array, j)
    }
}

impl<P: Program> Threads<P> {
    /// # Panics
    /// If there are too many processes or lines, or the lines are not in the order of their
    /// labels, which is a slip of the author.
    pub fn new(program: P) -> Threads<P> {
        assert!(program.processes() <= PROCESSES_MAX);
        let lands = Line::lands(P::LINES, &program);
        let zone = |row: usize| P::LINES.get(row).map_or(Zone::Remainder, |it| it.zone);
        Threads { program, lands, zones: std::array::from_fn(zone) }
    }

    pub fn processes(&self) -> std::ops::Range<Pid> {
        0..self.program.processes()
    }

    /// Where process `i` is.
    pub fn zone(&self, state: &StateOf<P>, i: Pid) -> Zone {
        self.zone_at(state.at[i])
    }

    #[inline]
    fn zone_at(&self, row: RowId) -> Zone {
        self.zones[usize::from(row) % LINES_MAX]
    }

    /// How many processes are in a zone.
    pub fn count(&self, state: &StateOf<P>, zone: Zone) -> usize {
        self.processes().filter(|&i| self.zone(state, i) == zone).count()
    }

    /// The processes that are in one of the zones: a set.
    #[inline]
    pub fn those_in(&self, state: &StateOf<P>, zones: &[Zone]) -> u8 {
        let is_in = |i: Pid| zones.contains(&self.zone(state, i));
        self.processes().fold(0, |set, i| set | u8::from(is_in(i)) << i)
    }

    /// Runs a line for process `i`.
    #[inline]
    fn run(
        &self,
        state: &mut StateOf<P>,
        i: Pid,
        row: RowId,
        choice: u8,
        log: &mut Log<'_>,
    ) -> Stepped {
        let line = &P::LINES[usize::from(row)];
        let from = self.zone(state, i);
        let before = (state.cells, state.local[i]);
        let mut turn = self.turn(&mut state.cells, i, choice, log);
        let then = (line.run)(&self.program, &mut turn, &mut state.local[i]);
        let Turn { open, footprint, .. } = turn;
        let footprint = footprint.get();
        log.footprint = footprint;
        let is_offered = if open == 0 { choice == 0 } else { (1..=open).contains(&choice) };
        let stepped = match then {
            _ if !is_offered => Stepped::Refused,
            Then::Stay | Then::Goto(_) => Stepped::Ran(row),
            Then::Await => Stepped::Waits,
            Then::Done => Stepped::Done,
            Then::Beyond => Stepped::Beyond,
        };
        let ran = stepped == Stepped::Ran(row);
        if !ran {
            (state.cells, state.local[i]) = before;
            return stepped;
        }
        if let Then::Goto(at) = then {
            state.at[i] = self.lands[usize::from(index(at))];
        }
        let (at, ghost) = (&state.at, state.ghost);
        state.ghost.ran(i, self.zone_at(row), |it| self.zone_at(at[it]));
        let to = self.zone(state, i);
        if size_of::<P::Ghost>() > 0 && (from != to || ghost.as_bytes() != state.ghost.as_bytes()) {
            log.footprint = footprint.and_history();
        }
        if from != to {
            log.tell(|| Event::Moved { from, to });
        }
        stepped
    }

    fn turn<'a, 'l>(
        &'a self,
        cells: &'a mut P::Cells,
        i: Pid,
        choice: u8,
        log: &'a mut Log<'l>,
    ) -> Turn<'a, 'l, P> {
        Turn {
            i,
            n: self.program.processes(),
            program: &self.program,
            cells,
            choice,
            open: 0,
            accesses: 0,
            footprint: Footprint::NOTHING.into(),
            log,
        }
    }

    /// How many outcomes the next step of process `i` has; zero where it is not open.
    fn open(&self, state: &StateOf<P>, i: Pid) -> u8 {
        let (mut cells, mut log) = (state.cells, Log::off());
        let mut turn = self.turn(&mut cells, i, 0, &mut log);
        let line = &P::LINES[usize::from(state.at[i])];
        (line.run)(&self.program, &mut turn, &mut state.local[i].clone());
        turn.open
    }

    /// The row that runs if process `i` can crash, which from now on counts as a crash.
    /// Not inline, as it takes a step itself, and few steps are crashes.
    #[inline(never)]
    fn crash(&self, state: &mut StateOf<P>, i: Pid, log: &mut Log<'_>) -> Option<RowId> {
        let line = P::CRASH.filter(|_| state.crashes < self.program.crashes_max())?;
        let standing = self.step(&mut state.clone(), Action::step(i as u8), &mut Log::off());
        let is_down = standing == Stepped::Done || self.zone(state, i) == Zone::Crashed;
        if is_down || !self.program.can_crash(i) {
            return None;
        }
        state.crashes += 1;
        log.tell(|| Event::Crashed);
        Some(index(line))
    }

    fn array(&self, array: Array, memory: Memory<'_>) -> ArrayView {
        let cell = |j: usize| CellView {
            value: (array.show)(memory.get(array, j)),
            blank: memory.get(array, j) == 0,
            ..CellView::default()
        };
        let mut view = ArrayView {
            name: array.name,
            owned: false,
            shape: array.shape,
            whole: None,
            first: 0,
            cells: (0..self.program.len(array)).map(cell).collect(),
        };
        self.program.show_array(array, memory, &mut view);
        view
    }

    /// The row of [`Program::TIMEOUT`], where the knobs have left it in.
    fn timeout(&self) -> Option<RowId> {
        let row = index(P::TIMEOUT?);
        (P::LINES[usize::from(row)].is_part)(&self.program).then_some(row)
    }

    /// What process `i` has for a limited time runs out; it stays where it stands.
    fn run_out(&self, state: &mut StateOf<P>, i: Pid, log: &mut Log<'_>) -> Stepped {
        let Some(row) = self.timeout() else { return Stepped::Refused };
        let (cells, local) = (state.cells, state.local[i]);
        let mut turn = self.turn(&mut state.cells, i, 0, log);
        let line = &P::LINES[usize::from(row)];
        match (line.run)(&self.program, &mut turn, &mut state.local[i]) {
            Then::Stay => Stepped::Ran(row),
            _ => {
                (state.cells, state.local[i]) = (cells, local);
                Stepped::Refused
            }
        }
    }
}

impl<P: Program> Model for Threads<P> {
    type State = StateOf<P>;

    fn init(&self) -> StateOf<P> {
        let mut state = StateOf::<P>::new_zeroed();
        state.cells = self.program.cells();
        for i in self.processes() {
            state.local[i] = self.program.local(i);
            state.at[i] = self.lands[self.program.start(i).map_or(0, |at| usize::from(index(at)))];
        }
        state
    }

    fn actions(&self, state: &StateOf<P>, offer: &mut dyn FnMut(Action)) {
        self.actions_outside(state, SleepSet::default(), offer);
    }

    #[inline]
    fn actions_outside(
        &self,
        state: &StateOf<P>,
        sleep_set: SleepSet,
        offer: &mut dyn FnMut(Action),
    ) -> Skipped {
        let may_be_open = self.program.has_choices();
        let open = |i| if may_be_open { self.open(state, i) } else { 0 };
        let (mut left, mut skipped) = sleep::outside(sleep_set, self.program.processes());
        while left != 0 {
            let i = left.trailing_zeros() / 8;
            left &= left - 1;
            let (process, open) = (i as u8, open(i as usize));
            if open == 0 {
                offer(Action::step(process));
            }
            for choice in 1..=open {
                offer(Action::Step { process, choice });
            }
        }
        if may_be_open {
            let more = |i| usize::from(self.open(state, i).saturating_sub(1));
            skipped.steps +=
                self.processes().filter(|&i| sleep::runs(sleep_set, i)).map(more).sum::<usize>();
        }
        if state.crashes < self.program.crashes_max() {
            for i in self.processes() {
                offer(Action::Crash(i as u8));
            }
        }
        if self.timeout().is_some() {
            for i in self.processes() {
                offer(Action::Timeout(i as u8));
            }
        }
        skipped
    }

    #[inline]
    fn step(&self, state: &mut StateOf<P>, action: Action, log: &mut Log<'_>) -> Stepped {
        let (process, choice) = match action {
            Action::Step { process, choice } => (process, choice),
            Action::Crash(process) | Action::Timeout(process) => (process, 0),
            _ => return Stepped::Refused,
        };
        let i = usize::from(process);
        // so many at most, which spares looks at whether a process is one
        if i >= self.program.processes().min(PROCESSES_MAX) {
            return Stepped::Refused;
        }
        let row = match action {
            Action::Step { .. } => state.at[i],
            Action::Crash(_) => match self.crash(state, i, log) {
                Some(row) => row,
                None => return Stepped::Refused,
            },
            _ => return self.run_out(state, i, log),
        };
        self.run(state, i, row, choice, log)
    }

    #[inline]
    fn sleep_set(
        &self,
        tried: &mut TriedSteps,
        _: &StateOf<P>,
        action: Action,
        (stepped, footprint): (Stepped, Footprint),
        _: &StateOf<P>,
    ) -> SleepSet {
        sleep::sleep_set(tried, action, stepped, footprint)
    }

    fn fairness(
        &self,
        before: &StateOf<P>,
        action: Action,
        after: &StateOf<P>,
    ) -> Option<Fairness> {
        let zone = |state, i: u8| self.zone(state, i.into());
        match action {
            Action::Step { process, .. } => {
                Fairness::of_step(action, zone(before, process), zone(after, process))
            }
            _ => Fairness::of(action),
        }
    }

    fn rows(&self) -> Vec<Row> {
        P::LINES.iter().map(|line| line.row(&self.program)).collect()
    }

    fn zones(&self) -> &'static [Zone] {
        P::ZONES
    }

    fn properties(&self) -> &'static [Property<Self>] {
        P::PROPERTIES
    }

    fn view(&self, state: &StateOf<P>) -> View {
        let memory = Memory(state.cells.as_ref());
        let process = |i: Pid| {
            let mut view =
                ProcessView::new(self.program.role(i), self.zone(state, i), Some(state.at[i]));
            let next = self.step(&mut state.clone(), Action::step(i as u8), &mut Log::off());
            view.life = match (view.zone, next) {
                (Zone::Crashed, _) => Life::Crashed,
                (_, Stepped::Done) => Life::Done,
                _ => Life::Running,
            };
            self.program.show(i, &state.local[i], memory, &mut view);
            view
        };
        // what the knobs have emptied is no part of the algorithm
        let shown = P::ARRAYS.iter().filter(|array| self.program.len(**array) > 0);
        let (columns, rows) = self.program.show_rows(&state.local, memory);
        View {
            columns,
            rows,
            processes: self.processes().map(process).collect(),
            arrays: shown.map(|it| self.array(*it, memory)).collect(),
            ..View::default()
        }
    }
}
