package import Vocabulary

/// A set of requirements that no choice of versions can satisfy, with a proof of that.
package struct VersionConflict: Error, Hashable, Sendable {
  /// A fact or a change that may resolve the conflict.
  package enum Hint: Hashable, Sendable {
    /// The version would be a solution if it were not excluded.
    case excluded(ExcludedVersion)
    /// No version satisfies the requirement. `versions` are the existing versions nearest to it.
    case nearest(tool: String, versions: [String])
    /// The tool does not exist. `names` are similar names of tools that do.
    case similar(tool: String, names: [String])
    /// With this change, all requirements could be satisfied.
    case change(ProjectRemedy)
  }

  /// A step of the proof, which states that its terms cannot all be true.
  package struct Node: Hashable, Sendable {
    /// A term such as `ruby >= 2.6`, which states that one of these versions is chosen, or its
    /// negation, which states that none is. With platforms, the term states that the tool is
    /// needed on them.
    package struct Condition: Hashable, Sendable {
      package let tool: String
      package let versions: String
      package let platforms: [String]
      package let isPositive: Bool

      /// Creates a condition. Pass `false` as `isPositive` for the negation.
      package init(tool: String, versions: String, platforms: [String] = [], isPositive: Bool) {
        self.tool = tool
        self.versions = versions
        self.platforms = platforms
        self.isPositive = isPositive
      }
    }

    /// The kind of fact that a node states, or `derived` if it follows from other nodes.
    package enum Kind: String, Sendable {
      case wanted, limited, needed, unavailable, derived
      case noVersion = "no-version"
      case unknownTool = "unknown-tool"
      case unnamedPrerelease = "unnamed-prerelease"
    }

    package let kind: Kind
    package let terms: [Condition]
    /// The location or tool that states the fact, or `nil` for derived nodes and for facts about
    /// a source as a whole.
    package let origin: Origin?
    /// The indices of the two earlier nodes from which this one follows. Empty for a fact.
    package let causes: [Int]

    /// Creates a node. `causes` are indices of earlier nodes, and empty for a fact.
    package init(kind: Kind, terms: [Condition], origin: Origin?, causes: [Int]) {
      self.kind = kind
      self.terms = terms
      self.origin = origin
      self.causes = causes
    }
  }

  /// The tools in the conclusion of the proof; at least one.
  package let tools: [ToolName]
  /// The proof as lines for people to read.
  package let explanation: ComputedList<Line>
  /// The number of rows that the proof has as text.
  package let rowCount: Int
  package let hints: [Hint]
  /// The proof for programs to read. The last node has no terms and is the conclusion.
  package let derivation: ComputedList<Node>
  /// The words of a command line that avoids the conflict, or empty if none is known.
  package var retry: [String] = []
  /// The words of a command line that writes the whole proof to a file, or empty if none is known.
  package var wholeProof: [String] = []

  /// Creates a conflict with its proof in both forms, for people and for programs.
  package init(
    tools: [ToolName], explanation: ComputedList<Line>, rowCount: Int, hints: [Hint],
    derivation: ComputedList<Node>
  ) {
    self.tools = tools
    self.explanation = explanation
    self.rowCount = rowCount
    self.hints = hints
    self.derivation = derivation
  }
}
