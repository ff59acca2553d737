internal import Diagnostics
internal import Manifests
internal import Selection
internal import Versions
package import Vocabulary

/// A version that the command line or a `.tool-version` requests without a lock.
package struct PinRequest: Hashable, Sendable {
  package let tool: ToolName
  /// The requested version, or `nil` for the newest.
  package let version: VersionText?
  /// The version as the user typed it, which may be a prefix, or `nil` if ``version`` is exact.
  let typed: TypedVersion?
  /// The versions of which the newest is requested, or `nil` for all.
  private var range: Requirement?
  /// The command line, or the position of the pin in its file.
  package let origin: Origin

  /// Creates a request for `version` of `tool`, or for its newest version if `version` is `nil`.
  package init(tool: ToolName, version: VersionText?, origin: Origin) {
    self.init(tool: tool, version: version, typed: nil, origin: origin)
  }

  /// Creates a request for the version of `tool` that the user typed.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - typed: The version or a prefix of it, or `nil` for the newest version of all.
  ///   - origin: The command line, or what made it ask.
  package init(tool: ToolName, typed: TypedVersion?, origin: Origin) {
    self.init(
      tool: tool, version: typed?.version, typed: typed?.beginning == nil ? nil : typed,
      origin: origin)
  }

  private init(tool: ToolName, version: VersionText?, typed: TypedVersion?, origin: Origin) {
    self.tool = tool
    self.version = version
    self.typed = typed
    self.origin = origin
  }

  /// Creates a request for what a file of another version manager asks for.
  ///
  /// - Parameters:
  ///   - guest: A version, the first numbers of one, or a requirement. The last two request the
  ///     newest version that fits.
  ///   - installed: The installed version that answers it, or `nil` if none does.
  init(answering guest: GuestRequest, installed: VersionText?) {
    let range = Self.range(of: guest)
    let exact = range == nil ? VersionText(guest.version) : nil
    self.init(tool: guest.tool, version: installed ?? exact, origin: guest.origin)
    if installed == nil { self.range = range }
  }

  /// Returns the requirement that a guest states in full or by the first numbers of a version.
  /// Returns `nil` if it states a whole version.
  private static func range(of guest: GuestRequest) -> Requirement? {
    if guest.isRequirement { return try? Requirement(parsing: [guest.version]) }
    let isPartial =
      guest.version.split(separator: ".").count < 3
      && guest.version.allSatisfy { $0.isNumber || $0 == "." }
    return isPartial ? Requirement(translating: guest.version, bare: .prefix) : nil
  }

  /// Returns whether `installed` is the requested version, or a build of it.
  func isAnswered(by installed: VersionText) -> Bool {
    guard let version else { return false }
    return installed == version || installed.isBuild(of: version)
  }

  /// A requirement that admits only the requested version, or any version if none is requested.
  var requirement: Located<Requirement> {
    Located(version.map { Requirement(exactly: $0.text) } ?? range ?? .any, at: origin)
  }

  /// Returns the requirement that the request stands for if the tool has these versions.
  func requirement(among versions: [Version]) -> Located<Requirement> {
    typed.map { Located($0.requirement(among: versions), at: origin) } ?? requirement
  }

  /// Returns the version to pin if the request selects `chosen`: the requested spelling, or that of
  /// the source if only a prefix of it or no version was requested.
  func spelling(of chosen: VersionText) -> VersionText {
    guard let version, !(typed?.isShort ?? false),
      !requirement.value.excludes(.exact(chosen))
    else { return chosen }
    return version
  }
}

extension PinRequest {
  /// Creates a request from a pin, or returns `nil` if the pin leaves the tool to the system.
  init?(_ pin: SelectedPin) {
    guard case .exact(let version) = pin.version else { return nil }
    self.init(tool: pin.tool, version: version, origin: pin.origin)
  }
}
