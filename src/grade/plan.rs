//! What every submission of a class is graded by.

use super::rubric::{
    PlannedGroup, Share, cents, groups_of_cases, groups_of_components, groups_of_contracts, groups_of_reached,
};
use super::run::RunConfig;
use super::run::config::script;
use crate::assignment::{Assignment, By, FormatCost, MachineSpec};
use crate::case::{Case, Contract};
use crate::connect4::Game;
use crate::diagnostic::Source;
use crate::machine::lc3::transplant::Parts;

/// The assignment, its cases, and what follows from them for every submission.
#[derive(Debug)]
pub struct Plan {
    /// The assignment.
    pub assignment: Assignment,
    /// The cases of its suite.
    pub cases: Vec<Case>,
    /// The same cases with the games against the package's own computer, where `cases` has those against a program's, and the same
    /// player begins.
    pub own_games: Vec<Case>,
    /// Whether the assignment's rubric applies; else each case earns its own points.
    pub by_rubric: bool,
    /// The groups of the rubric with their cases.
    pub groups: Vec<PlannedGroup>,
    /// The subroutine contracts.
    pub contracts: Vec<Contract>,
    /// Their groups; the cases of these groups are positions among the contracts.
    pub contract_groups: Vec<PlannedGroup>,
    /// The groups that count subroutines by themselves; they have no cases.
    pub component_groups: Vec<PlannedGroup>,
    /// How programs may be run, the required protocol first.
    pub configs: Vec<RunConfig>,
    /// What each verdict earns.
    pub share: Share,
    /// The reference program's subroutines, where they can be put into a program.
    pub transplants: Option<Transplants>,
    /// How long an edit may be looked for that mends a program, in milliseconds' work.
    pub repair: u64,
}

/// The reference program's subroutines that have contracts.
#[derive(Debug, Clone)]
pub struct Transplants {
    /// The subroutines.
    pub parts: Parts,
    /// Their names.
    pub names: Vec<String>,
    /// The whole reference program.
    pub reference: String,
}

impl Transplants {
    /// `None` where the assignment has no starter file, no contracts or no reference program in LC-3 assembly.
    pub fn of(assignment: &Assignment, contracts: &[Contract]) -> Option<Self> {
        let MachineSpec::Lc3 { .. } = assignment.machine else {
            return None;
        };
        let starter = assignment.starter.as_ref()?;
        let reference = assignment.reference().ok().flatten()?;
        let text = Source::read("reference", &reference).text;
        let given = text.lines().position(|line| line.contains(&starter.until))?;

        let names = contracts.iter().filter_map(|contract| contract.labels.first());
        let names: Vec<String> = names.cloned().collect();
        let parts = Parts::of(&text, given, &names);
        let names: Vec<String> = names.into_iter().filter(|name| parts.has(name)).collect();
        (!names.is_empty()).then_some(Self {
            parts,
            names,
            reference: text,
        })
    }
}

/// What [`Plan::repair`] is for an assignment where nobody says otherwise.
pub fn default_repair(assignment: &Assignment) -> u64 {
    match assignment.machine {
        MachineSpec::Lc3 { .. } | MachineSpec::Arm { .. } => 300,
        // Edits are compiled.
        MachineSpec::Native { .. } => 1_000,
    }
}

impl Plan {
    /// The keys of the longest game, as they are typed under a configuration; `None` where they cannot be.
    pub fn longest_keys(&self, config: RunConfig) -> Option<Vec<u8>> {
        let longest = self.cases.iter().max_by_key(|case| case.script.keys.len())?;
        let keys = script(longest, config)?.keys;
        Some(config.adaptation.typed(&keys, config.protocol).keys)
    }

    /// A plan. With `strict`, a correct game in the wrong format earns nothing.
    pub fn new(mut assignment: Assignment, cases: Vec<Case>, by_rubric: bool, strict: bool) -> Self {
        if strict {
            assignment.comparison.by = By::Bytes;
            assignment.comparison.format = FormatCost::Share(0.0);
        }
        let share = if strict {
            Share::EXACT
        } else {
            Share {
                format: assignment.comparison.format.share(),
                tolerated: assignment.input.share,
                by: assignment.comparison.by,
            }
        };
        let rubric = if by_rubric { &assignment.rubric[..] } else { &[] };

        Self {
            groups: groups_of_cases(rubric, &cases),
            by_rubric,
            contracts: Vec::new(),
            contract_groups: Vec::new(),
            component_groups: Vec::new(),
            configs: RunConfig::all(&assignment),
            share,
            repair: default_repair(&assignment),
            transplants: None,
            assignment,
            cases,
            own_games: Vec::new(),
        }
    }

    /// The same plan with other games for its cases, some of which may be missed.
    #[must_use]
    pub(super) fn with_cases(&self, cases: Vec<Case>) -> Self {
        Self {
            own_games: self.cases.clone(),
            ..self.with_game(self.assignment.game.clone(), cases)
        }
    }

    /// The same plan for another game.
    #[must_use]
    pub(super) fn with_game(&self, game: Game, cases: Vec<Case>) -> Self {
        Self {
            assignment: Assignment {
                game,
                ..self.assignment.clone()
            },
            by_rubric: self.by_rubric,
            groups: groups_of_reached(&self.groups, &cases),
            contracts: self.contracts.clone(),
            contract_groups: self.contract_groups.clone(),
            component_groups: self.component_groups.clone(),
            configs: self.configs.clone(),
            share: self.share,
            repair: self.repair,
            transplants: self.transplants.clone(),
            cases,
            own_games: Vec::new(),
        }
    }

    /// The same plan with subroutine contracts.
    #[must_use]
    pub fn with_contracts(mut self, contracts: Vec<Contract>) -> Self {
        let rubric = if self.by_rubric {
            &self.assignment.rubric[..]
        } else {
            &[]
        };
        self.contract_groups = groups_of_contracts(rubric, &contracts);
        let of_components = groups_of_components(rubric);
        self.transplants = Transplants::of(&self.assignment, &contracts);
        self.component_groups = match self.transplants {
            Some(_) => of_components,
            None => Vec::new(),
        };
        self.contracts = contracts;
        self
    }

    /// The groups with their cases; those of contracts come after the games, and those that count subroutines last.
    pub fn all_groups(&self) -> impl Iterator<Item = &PlannedGroup> {
        let games = self.groups.iter();
        games.chain(&self.contract_groups).chain(&self.component_groups)
    }

    /// Points that can be earned.
    pub fn max(&self) -> f64 {
        cents(self.all_groups().map(|planned| planned.group.points).sum())
    }

    /// Positions of the cases that count for the verdict: those of groups that are worth something, or all where none is.
    pub fn graded(&self) -> Vec<usize> {
        let is_worth = |planned: &&PlannedGroup| planned.group.points > 0.0;
        let all: Vec<usize> = self.shown().collect();
        let graded: Vec<usize> = self
            .groups
            .iter()
            .filter(is_worth)
            .flat_map(|planned| planned.cases.iter().copied())
            .collect();
        if graded.is_empty() { all } else { graded }
    }

    /// Positions of the cases in the order of the report.
    pub fn shown(&self) -> impl Iterator<Item = usize> {
        self.groups.iter().flat_map(|planned| planned.cases.iter().copied())
    }

    /// The number, from 1, that each case has in the report.
    pub fn numbers(&self) -> Vec<usize> {
        let mut numbers = vec![0; self.cases.len()];
        for (number, index) in self.shown().enumerate() {
            numbers[index] = number + 1;
        }
        numbers
    }

    /// The name of the program in commands.
    pub fn file(&self) -> &str {
        self.assignment.files.first().map_or("program", String::as_str)
    }
}
