//! Internal checks that can fail. Start with [`FailedCheck`].

use boardwright_ir::constraint::split::UnknownLiteral;
use boardwright_puzzle::capability::methods::Outcome;
use boardwright_puzzle::solution::Violation;
use boardwright_sat::cnf::proof::{Broken, Rejected};
use boardwright_solvers::backend::WrongResult;
use num_bigint::BigUint;
use std::sync::Arc;

/// An internal check that failed: a bug of the program or of a solver.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FailedCheck {
    /// A solver failed while running, or returned a wrong result.
    #[error(transparent)]
    Solver(#[from] WrongResult),
    /// A board of ours breaks the rules.
    #[error(transparent)]
    Board(#[from] RejectedBoard),
    /// A proof is wrong.
    #[error(transparent)]
    Proof(#[from] BadProof),
    /// Two counts differ, or a count and the solutions found.
    #[error(transparent)]
    Count(#[from] BadCount),
    /// The tree of a search is not the one of an earlier run.
    #[error(transparent)]
    Tree(#[from] BadTree),
    /// Two solvers disagree.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
    /// A method does not do what the instance says.
    #[error(transparent)]
    Method(#[from] BadMethod),
    /// A draft was neither solved nor stopped.
    #[error("the draft was left open: {reason}")]
    OpenDraft {
        /// The reason of the report.
        reason: String,
    },
    /// A statement that always holds is false.
    #[error(transparent)]
    Invariant(#[from] Invariant),
}

/// A board of ours that breaks the rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RejectedBoard {
    /// A board decoded from a solver's values.
    #[error("a decoded board breaks the rules: {0}")]
    Decoded(Violation),
    /// A board drawn at random.
    #[error("a drawn board breaks the rules: {0}")]
    Drawn(Violation),
    /// The image of a solution under a symmetry.
    #[error("the image of a solution ({symmetry}) is not a solution: {violation}")]
    Image {
        /// The symmetry.
        symmetry: String,
        /// What the board breaks.
        violation: Violation,
    },
    /// A step of a method.
    #[error("a step of the method {method} breaks the rules: {violation}")]
    Step {
        /// The method.
        method: &'static str,
        /// What the step breaks.
        violation: Violation,
    },
    /// A plan that was verified before.
    #[error("a verified plan breaks the rules: {0}")]
    Plan(Violation),
    /// A plan made move by move.
    #[error("a plan cannot be made by hand: {0}")]
    ByHand(Violation),
    /// A move of a plan that nobody can make.
    #[error("a plan cannot be made by hand: move {0} is not possible")]
    NoMove(usize),
}

/// A proof that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadProof {
    /// The formula to refute has a model.
    #[error("{prover} finds a model where the answer claims that {claim}")]
    Model {
        /// The solver.
        prover: String,
        /// The claim.
        claim: String,
    },
    /// The proof is rejected.
    #[error("the proof by {prover} is wrong: {reason}")]
    Rejected {
        /// The solver.
        prover: String,
        /// The reason.
        reason: ProofReason,
    },
}

/// The reason why a proof is rejected. Two are equal if their messages are.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ProofReason {
    /// A step does not follow.
    #[error("{0}")]
    Rejected(Arc<Rejected>),
    /// The proof cannot be read.
    #[error("{0}")]
    Broken(Arc<Broken>),
}

impl PartialEq for ProofReason {
    fn eq(&self, other: &ProofReason) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for ProofReason {}

impl From<Rejected> for ProofReason {
    fn from(rejected: Rejected) -> ProofReason {
        ProofReason::Rejected(Arc::new(rejected))
    }
}

impl From<Broken> for ProofReason {
    fn from(broken: Broken) -> ProofReason {
        ProofReason::Broken(Arc::new(broken))
    }
}

/// A count that other knowledge contradicts.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadCount {
    /// Solutions were counted where there are none.
    #[error("{0} solutions were counted, but the solver finds none")]
    NoneFound(BigUint),
    /// A solution was found where none was counted.
    #[error("no solution was counted, but the solver finds one")]
    OneFound,
    /// More solutions were found.
    #[error("{count} solutions were counted, but {found} were found")]
    MoreFound {
        /// The count.
        count: BigUint,
        /// The number found.
        found: BigUint,
    },
    /// Other solutions were listed.
    #[error("{count} solutions were counted, and {listed} are listed")]
    Listed {
        /// The count.
        count: BigUint,
        /// The number of the list.
        listed: BigUint,
    },
    /// An external counter is wrong.
    #[error("`{program}` counted {count} solutions, but {}{known} exist", if *.is_exact { "" } else { "at least " })]
    Program {
        /// The command.
        program: String,
        /// Its count.
        count: BigUint,
        /// The number of solutions known.
        known: usize,
        /// Whether these are all.
        is_exact: bool,
    },
    /// The number of solutions kept by the symmetries is no multiple of their number.
    #[error("{kept} solutions kept by {symmetries} symmetries are no number of orbits")]
    NoOrbits {
        /// The solutions kept, over all symmetries.
        kept: BigUint,
        /// The number of symmetries.
        symmetries: BigUint,
    },
    /// The number of orbits is impossible.
    #[error("{orbits} orbits of {solutions} solutions under {symmetries} symmetries")]
    Orbits {
        /// The number of orbits.
        orbits: BigUint,
        /// The number of solutions.
        solutions: BigUint,
        /// The number of symmetries.
        symmetries: BigUint,
    },
    /// A part of a count in jobs is stated twice.
    #[error("node {node} has both a count and children")]
    Twice {
        /// The node of the tree.
        node: String,
    },
    /// A solution of a distribution has another sum.
    #[error("a solution does not have the objective {0}")]
    Objective(i64),
    /// The solution of a sweep has another value than its optimum.
    #[error("a solution of the sweep does not have the optimum {0}")]
    Optimum(i64),
}

/// A tree of cubes that does not fit the problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadTree {
    /// The node belongs to no part of the problem.
    #[error("the problem has no part that contains node {node}")]
    NoPart {
        /// The path of the node.
        node: String,
    },
    /// A node was divided differently.
    #[error("node {node} of the search tree has {children} children, and had {before} before")]
    Children {
        /// The path of the node.
        node: String,
        /// The number of children.
        children: usize,
        /// Their number in the earlier run.
        before: u32,
    },
    /// The cube of a node is not one of the problem.
    #[error(transparent)]
    Cube(#[from] UnknownLiteral),
    /// The path of a node is malformed.
    #[error(transparent)]
    Path(#[from] NotAPath),
}

/// A text that is not a path of a search tree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the path of a node, such as 0.0.3.1")]
pub struct NotAPath(pub String);

/// Two solvers that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Disagreement {
    /// The question was decided, and the formulation of the steps has no solution.
    #[error("there is a solution, but the formulation of the steps has none")]
    NoSteps,
    /// A contradiction is none for the checker.
    #[error("{finder} finds a contradiction where {checker} does not")]
    Contradiction {
        /// The solver that found it.
        finder: String,
        /// The solver that checked it.
        checker: String,
    },
    /// There are more solutions than were listed.
    #[error("{checker} finds more solutions than there are")]
    MoreSolutions {
        /// The solver that checked the list.
        checker: String,
    },
    /// The clues leave another solution.
    #[error("{checker} finds another solution with the clues that should force one")]
    NotForced {
        /// The solver that checked the clues.
        checker: String,
    },
    /// The generated puzzle has not one solution.
    #[error("{checker} finds that the generated puzzle has not one solution")]
    NotUnique {
        /// The solver that checked the puzzle.
        checker: String,
    },
    /// The generated puzzle has another solution than its draft.
    #[error("{checker} finds that the generated puzzle has not the one solution it should have")]
    OtherSolution {
        /// The solver that checked the puzzle.
        checker: String,
    },
    /// A solver was opened that does not do what its route says.
    #[error("{backend} was opened for a form of another route")]
    OtherRoute {
        /// The solver.
        backend: String,
    },
    /// The list of solutions that was complete has others than the formula.
    #[error("{solutions} solutions of the list do not satisfy the formula")]
    Listed {
        /// The number of these solutions.
        solutions: usize,
    },
}

/// A method of a family that does not do what its instance says.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadMethod {
    /// The instance does not have it.
    #[error("the instance has no method {0}")]
    Missing(&'static str),
    /// Its plan cannot be followed.
    #[error("the family cannot follow the plan of the method {0}")]
    NoFollower(&'static str),
    /// It ended without the boards that its outcome claims.
    #[error("the method {method} ends with {outcome:?} and {boards} boards")]
    Outcome {
        /// The method.
        method: &'static str,
        /// Its outcome.
        outcome: Outcome,
        /// The number of its boards.
        boards: usize,
    },
}

/// A statement about the work of the program that should never hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the message of a variant says what it is")]
pub enum Invariant {
    #[error("the problem has no objective")]
    NoObjective,
    #[error("the optimum is not a value of the objective")]
    NoValue,
    #[error("the default of the route `sat` is not a SAT solver")]
    NoSatSolver,
    #[error("the list claims to be complete and lacks a solution")]
    IncompleteList,
    #[error("the values satisfy the file, but not the constraints of the model")]
    FileOnly,
    #[error("a question that needs no diagram was asked of one")]
    NotOfDiagram,
    #[error("a diagram with solutions has none to draw")]
    NothingToDraw,
    #[error("the numbers of a variable do not add up to the count")]
    VariableSum,
    #[error("the numbers of a cell exceed the count")]
    CellExcess,
    #[error("the numbers of a cell do not add up to the count")]
    CellSum,
    #[error("a board has a value that was counted in none")]
    UncountedValue,
    #[error("the distribution does not add up to the numbers of the cells")]
    DistributionSum,
    #[error("a board does not have the number that was counted for it")]
    BoardNumber,
    #[error("a solution of the sweep violates a constraint")]
    SweptSolution,
    #[error("the engine left cubes that nobody takes")]
    UntakenCubes,
    #[error("the solver's assignment does not satisfy the constraints it was given")]
    Assignment,
    #[error("a solution of the report does not satisfy the problem")]
    ReportedSolution,
    #[error("a solution was found twice")]
    FoundTwice,
    #[error("two solutions have the same features")]
    SameFeatures,
    #[error("the solver finds a second solution where the report has one")]
    SecondSolution,
    #[error("a contradiction disappeared without a change")]
    LostContradiction,
    #[error("there is no solution, but the required constraints can be satisfied")]
    RequiredSatisfied,
    #[error("a symmetry takes two variables to one")]
    NotInjective,
    #[error("an image of a solution is not in the list of solutions")]
    UnlistedImage,
    #[error("an accepted draft cannot be read")]
    UnreadDraft,
    #[error("a draft is not for a solver")]
    DraftMethod,
    #[error("a half turn is not understood")]
    NoAction,
    #[error("a draft has no constraints")]
    NoConstraints,
    #[error("the only solution of a draft does not satisfy its constraints")]
    DraftSolution,
    #[error("the family prints no clues")]
    NoPrintedClues,
    #[error("a grid has no map of its variables")]
    NoDecisions,
    #[error("a board is lost")]
    NoBoard,
    #[error("a drawn board does not satisfy its constraints")]
    DrawnBoard,
    #[error("the rules of the original: the solution of the generated puzzle breaks them")]
    OriginalBroken,
    #[error("the rules of the original: without some clues, the model prints other ones")]
    OriginalClues,
    #[error("the rules of the original: another board satisfies them with the remaining clues")]
    OriginalOther,
    #[error("the rules of the original: with the remaining clues there are several solutions")]
    OriginalSeveral,
    #[error("the visit of all positions contradicts the search for a plan")]
    VisitedPlan,
    #[error("a reason does not imply its fact")]
    Reason,
    #[error("a fact has no literal without graphs")]
    NoLiteral,
    #[error("a fact is not in its part")]
    NotInPart,
    #[error("a fact does not follow without the givens")]
    WithoutGivens,
    #[error("another solver refutes a step")]
    RefutedStep,
    #[error("there is a board better than the optimum")]
    BetterBoard,
    #[error("another solver refutes that a better board is impossible")]
    RefutedOptimum,
    #[error("all facts are known")]
    AllKnown,
    #[error("a fact does not follow from all rules")]
    NoFact,
    #[error("the solver found a model and then reports that there is none")]
    NoModel,
}
