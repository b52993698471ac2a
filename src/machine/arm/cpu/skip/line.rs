//! What a value is from turn to turn of a loop.

/// What is known of a value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Kind {
    /// It moves by the same in each turn.
    #[default]
    Line,
    /// The character of the text that this turn has read.
    Letter,
    /// Something else, which a turn may overwrite and nothing may depend on.
    Unknown,
}

/// A value and what it moves by from turn to turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Line {
    pub value: u32,
    pub step: u32,
    pub kind: Kind,
}

impl Line {
    pub fn constant(value: u32) -> Self {
        Self {
            value,
            ..Self::default()
        }
    }

    pub fn letter(value: u32) -> Self {
        Self {
            value,
            step: 0,
            kind: Kind::Letter,
        }
    }

    pub fn add(self, other: Self) -> Self {
        Self {
            value: self.value.wrapping_add(other.value),
            step: self.step.wrapping_add(other.step),
            kind: self.joined(other),
        }
    }

    pub fn subtract(self, other: Self) -> Self {
        Self {
            value: self.value.wrapping_sub(other.value),
            step: self.step.wrapping_sub(other.step),
            kind: self.joined(other),
        }
    }

    pub fn times(self, factor: u32) -> Self {
        Self {
            value: self.value.wrapping_mul(factor),
            step: self.step.wrapping_mul(factor),
            kind: self.joined(self),
        }
    }

    pub fn left(self, amount: u32) -> Self {
        self.times(1 << (amount & 31))
    }

    /// What is computed of two values in another way. `None` where that does not move evenly.
    pub fn with(self, other: Self, compute: impl Fn(u32, u32) -> u32) -> Option<Self> {
        let value = compute(self.value, other.value);
        match self.joined(other) {
            Kind::Line => (self.step == 0 && other.step == 0).then_some(Self::constant(value)),
            kind => Some(Self { value, step: 0, kind }),
        }
    }

    /// The bits that two values have in common; all bits, and all of a character, leave it as it is.
    pub fn and(self, other: Self) -> Option<Self> {
        let all = if self.kind == Kind::Letter { 0xFF } else { u32::MAX };
        let is_same = other.fixed().is_some_and(|bits| bits & all == all);
        if is_same {
            Some(self)
        } else {
            self.with(other, |one, other| one & other)
        }
    }

    /// What it moves by, from its end of a turn. What ends as a character was another before.
    pub fn aim(&mut self, end: Self) {
        self.step = end.value.wrapping_sub(self.value);
        if end.kind != Kind::Line {
            self.kind = Kind::Unknown;
        }
    }

    /// Whether the next turn begins with this, moved on, when this one ends with that.
    pub fn leads_to(self, end: Self) -> bool {
        match self.kind {
            Kind::Line => end == self.next(),
            Kind::Letter | Kind::Unknown => end.kind != Kind::Unknown,
        }
    }

    /// What is computed from two values.
    fn joined(self, other: Self) -> Kind {
        if self.kind == Kind::Line && other.kind == Kind::Line {
            Kind::Line
        } else {
            Kind::Unknown
        }
    }

    /// Itself, when it moves evenly.
    pub fn even(self) -> Option<Self> {
        (self.kind == Kind::Line).then_some(self)
    }

    /// Its value, when it does not move.
    pub fn fixed(self) -> Option<u32> {
        (self.kind == Kind::Line && self.step == 0).then_some(self.value)
    }

    /// Where it is after some turns.
    pub fn after(self, turns: u64) -> u32 {
        self.value.wrapping_add(self.step.wrapping_mul(turns as u32))
    }

    /// As it is one turn later.
    pub fn next(self) -> Self {
        Self {
            value: self.after(1),
            ..self
        }
    }

    /// For how many turns it passes none of some points; a point lies just below its number.
    pub fn reach(self, points: [u32; 5]) -> u64 {
        let distance = |point: u32| {
            if (self.step as i32) < 0 {
                self.value.wrapping_sub(point)
            } else {
                point.wrapping_sub(self.value).wrapping_sub(1)
            }
        };
        let nearest = points.into_iter().map(distance).min().unwrap_or(0);
        let pace = (self.step as i32).unsigned_abs();
        nearest.checked_div(pace).map_or(u64::MAX, u64::from)
    }
}
