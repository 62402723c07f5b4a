//! One function while it is written: its code, locals and labels.

use wasm_encoder::{BlockType, Function, InstructionSink, MemArg, MemArgTarget, ValType};

/// A label that code can branch to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(u32);

/// A local variable of the function.
pub type Local = u32;

#[derive(Default)]
pub struct Body {
    code: Vec<u8>,
    params: u32,
    locals: Vec<ValType>,
    /// Locals of 64 bits that nobody uses at the moment.
    free: Vec<Local>,
    depth: u32,
}

impl Body {
    pub fn new(params: u32) -> Body {
        Body { params, ..Body::default() }
    }

    pub fn sink(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.code)
    }

    pub fn local(&mut self, ty: ValType) -> Local {
        self.locals.push(ty);
        self.params + self.locals.len() as u32 - 1
    }

    /// A local of 64 bits, to give back soon.
    pub fn borrow(&mut self) -> Local {
        self.free.pop().unwrap_or_else(|| self.local(ValType::I64))
    }

    pub fn give_back(&mut self, local: Local) {
        self.free.push(local);
    }

    /// Opens a block. A branch to its label leads behind its end.
    pub fn block(&mut self) -> Label {
        self.sink().block(BlockType::Empty);
        self.opened()
    }

    /// Opens a loop. A branch to its label leads back to here.
    pub fn repeat(&mut self) -> Label {
        self.sink().loop_(BlockType::Empty);
        self.opened()
    }

    /// Takes a condition from the stack.
    pub fn when(&mut self, ty: BlockType) {
        self.sink().if_(ty);
        self.opened();
    }

    pub fn otherwise(&mut self) {
        self.sink().else_();
    }

    pub fn end(&mut self) {
        self.sink().end();
        self.depth -= 1;
    }

    fn opened(&mut self) -> Label {
        self.depth += 1;
        Label(self.depth)
    }

    pub fn distance(&self, label: Label) -> u32 {
        self.depth - label.0
    }

    pub fn br(&mut self, label: Label) {
        let distance = self.distance(label);
        self.sink().br(distance);
    }

    /// Branches if the number on the stack is not zero.
    pub fn br_if(&mut self, label: Label) {
        let distance = self.distance(label);
        self.sink().br_if(distance);
    }

    /// Branches to the label whose position is on the stack, or to the last one.
    pub fn br_table(&mut self, labels: &[Label]) {
        let all: Vec<u32> = labels.iter().map(|&label| self.distance(label)).collect();
        if let Some((&last, others)) = all.split_last() {
            self.sink().br_table(others.to_vec(), last);
        }
    }

    /// Adds a constant to a local of 32 bits.
    pub fn advance(&mut self, local: Local, by: i32) {
        self.sink().local_get(local).i32_const(by).i32_add().local_set(local);
    }

    /// Copies bytes between places that do not overlap: address and offset of each.
    pub fn copy(&mut self, from: (Local, usize), to: (Local, usize), bytes: usize) {
        for (at, size) in pieces(bytes) {
            self.sink().local_get(to.0).local_get(from.0);
            self.load(size, from.1 + at);
            self.store(size, to.1 + at);
        }
    }

    /// Puts the number of so many bytes at an offset from the address on the stack there instead.
    pub fn load(&mut self, size: usize, offset: usize) {
        let arg = at(offset);
        match size {
            1 => self.sink().i64_load8_u(arg),
            2 => self.sink().i64_load16_u(arg),
            4 => self.sink().i64_load32_u(arg),
            _ => self.sink().i64_load(arg),
        };
    }

    /// Stores the number on the stack in so many bytes at an offset from the address below it.
    pub fn store(&mut self, size: usize, offset: usize) {
        let arg = at(offset);
        match size {
            1 => self.sink().i64_store8(arg),
            2 => self.sink().i64_store16(arg),
            4 => self.sink().i64_store32(arg),
            _ => self.sink().i64_store(arg),
        };
    }

    /// The bytes of its code so far.
    pub fn size(&self) -> usize {
        self.code.len()
    }

    /// Ends the function and appends it to the code section.
    pub fn finish(mut self, section: &mut wasm_encoder::CodeSection) {
        self.sink().end();
        let mut function = Function::new(self.locals.iter().map(|&local| (1, local)));
        function.raw(self.code);
        section.function(&function);
    }
}

/// Any alignment: variables of a state lie where there is room.
pub fn at(offset: usize) -> MemArg {
    MemArg { offset: offset as u64, align: 0, target: MemArgTarget::default(), ordering: None }
}

/// So many bytes as pieces that one instruction can move: offset and size.
pub fn pieces(bytes: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let size = [8, 4, 2, 1].into_iter().find(|size| next + size <= bytes)?;
        next += size;
        Some((next - size, size))
    })
}
