package import Vocabulary

/// Something that a line of an administrator's policy forbids.
package struct PolicyViolation: Hashable, Sendable {
  /// What is forbidden.
  package enum Matter: Hashable, Sendable {
    /// The source of this name.
    case source(String)
    /// A request to this host, written with its port unless that is the default.
    case host(String)
    /// The definitions of this registry, as a lock or the user's settings name it.
    case registry(String)
    /// The proved publisher, written as in a lock, or `nil` if none is proved.
    case publisher(String?)
    /// What is known about the publisher, or `nil` if nothing is, and what must be known.
    case provenance(Provenance?, least: Provenance)
    /// A release at this time, or `nil` if its time is unknown, which is younger than the cooldown.
    case age(released: ReleaseTime?, Cooldown)
    /// A file whose digest was computed from the first download.
    case firstUse
    /// Code that runs during the installation.
    case build
    /// The hook of this name.
    case hook(String)
    /// The package of this name.
    case hostPackage(HostPackageManager, String)
    /// An installation that `exec` or a shim starts.
    case installOnExec
    /// An installation whose record does not state what the rule is about.
    case unrecorded
  }

  package let matter: Matter
  /// The line that forbids it.
  package let rule: PolicyLine
  /// The tool that it belongs to, or `nil` if there is none.
  package let tool: ToolName?
  /// The version of the tool, or `nil` if it is not chosen yet.
  package let version: VersionText?
  /// The location that asks for it, or `nil` if it is unknown.
  package let origin: Origin?

  /// Creates a violation of `rule`. See the properties.
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
