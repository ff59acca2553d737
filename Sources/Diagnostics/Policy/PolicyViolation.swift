package import Vocabulary

/// Something that a line of an administrator's policy forbids.
package struct PolicyViolation: Hashable, Sendable {
  /// What is forbidden.
  package enum Matter: Hashable, Sendable {
    /// Tools from the source with this name.
    case source(String)
    /// Requests to this host, written with its port unless that is the default.
    case host(String)
    /// The definitions of this registry, named as in a lock or in the user's settings.
    case registry(String)
    /// A definition that a lock calls built in, although this program has another one.
    case editedDefinition
    /// The verified publisher, written as in a lock, or `nil` if none is verified.
    case publisher(String?)
    /// What is known about the publisher, or `nil` if nothing is, and the minimum that the policy
    /// requires.
    case provenance(Provenance?, least: Provenance)
    /// A release younger than the cooldown, or one whose time is unknown (`nil`).
    case age(released: ReleaseTime?, Cooldown)
    /// A file whose digest was computed from the first download.
    case firstUse
    /// Code that runs during the installation.
    case build
    /// The hook with this name.
    case hook(String)
    /// The system package with this name.
    case hostPackage(HostPackageManager, String)
    /// An installation that `exec` or a shim starts.
    case installOnExec
    /// An installation whose record lacks what the rule depends on.
    case unrecorded
  }

  package let matter: Matter
  /// The policy line that forbids it.
  package let rule: PolicyLine
  /// The tool that needs it, or `nil` if there is none.
  package let tool: ToolName?
  /// The version of the tool, or `nil` if none is chosen yet.
  package let version: VersionText?
  /// The location that asks for it, or `nil` if it is unknown.
  package let origin: Origin?

  /// Creates a violation of `rule`.
  package init(
    _ matter: Matter, _ rule: PolicyLine, tool: ToolName? = nil, version: VersionText? = nil,
    origin: Origin? = nil
  ) {
    self.matter = matter
    self.rule = rule
    self.tool = tool
    self.version = version
    self.origin = origin
  }
}
