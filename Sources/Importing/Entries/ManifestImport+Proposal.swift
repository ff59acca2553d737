internal import Diagnostics
package import Manifests
package import Versions
package import Vocabulary

extension ManifestImport {
  /// A tool that is taken over.
  package struct Proposal: Hashable, Sendable {
    package let tool: NewTool
    /// The entry as written, and its location.
    package let text: String
    package let origin: Origin
    /// The tool of the other manifest.
    let foreign: ForeignTool
    /// The parts of the entry that are left out.
    private(set) var remarks: [ImportRemark.Reason]
    /// The name that stands for the tool and for those that are the same in another major version.
    let family: ToolName
    /// The package of the tool if no registry knows it, or `nil`.
    let package: PackagedTool.Key?
    /// The requirements that the entry states as alternatives to the tool's.
    let alternatives: [Requirement]

    init(
      _ tool: NewTool, _ text: String, at origin: Origin, for foreign: ForeignTool,
      family: ToolName, remarks: [ImportRemark.Reason], package: PackagedTool.Key? = nil,
      alternatives: [Requirement] = []
    ) {
      self.tool = tool
      self.text = text
      self.origin = origin
      self.foreign = foreign
      self.family = family
      self.remarks = remarks
      self.package = package
      self.alternatives = alternatives
    }
  }
}

extension ManifestImport.Proposal {
  /// Returns the same entry for a tool with another name, with a remark on that.
  func renamed(_ name: ToolName) -> Self {
    Self(
      NewTool(name, tool.requirement, options: tool.options), text, at: origin, for: foreign,
      family: name, remarks: remarks + [.renamed(name)], package: package,
      alternatives: alternatives)
  }

  /// Returns the remark that leaves out the entry.
  func leftOut(_ reason: ImportRemark.Reason) -> ImportRemark {
    ImportRemark(text, at: origin, reason)
  }

  // MARK: Precedence

  /// The version of a requirement that admits only one, or `nil`.
  private var exactVersion: Version? {
    guard tool.requirement.isExact else { return nil }
    return try? Version(parsing: tool.requirement.clauses[0].version, scheme: .general)
  }

  /// Returns whether this proposal states an exact version and the other one a range, or a range
  /// and the other one nothing.
  func isStricter(than other: Self) -> Bool {
    exactVersion != nil
      ? other.exactVersion == nil
      : other.tool.requirement == .any && tool.requirement != .any
  }

  /// Returns whether a line above in the same file makes the other proposal, and this one only
  /// counts if that cannot be taken.
  func isFurther(than other: Self) -> Bool {
    foreign.isFurther && other.origin.path == origin.path
  }

  /// Returns whether this proposal admits no version that a requirement admits.
  func excludes(_ requirement: Requirement) -> Bool {
    ([tool.requirement] + alternatives).allSatisfy { $0.isDisjoint(with: requirement) }
  }

  /// Returns the reason to leave this proposal out if it admits no version that `taken` admits, and
  /// `nil` otherwise.
  func contradiction(to taken: Self) -> ImportRemark.Reason? {
    // Entries for one package are the same tool, even if only one of them has been renamed.
    let isOther = tool.name != taken.tool.name && package == nil
    guard isOther || excludes(taken.tool.requirement) else { return nil }
    return .contradicted(
      taken.tool.name, version: taken.tool.requirement.statedVersion, taken.origin)
  }
}

extension Requirement {
  /// The version, or the requirement if it admits several.
  package var statedVersion: String { isExact ? clauses[0].version : description }

  /// Returns whether no version satisfies this requirement and another one, as far as that is known
  /// without their scheme.
  package func isDisjoint(with other: Requirement) -> Bool {
    guard let versions = try? versions(in: .general),
      let others = try? other.versions(in: .general)
    else { return false }
    return versions.isDisjoint(with: others)
  }
}
