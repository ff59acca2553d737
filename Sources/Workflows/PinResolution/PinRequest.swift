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
  /// Whether the version may be a prefix, as `24` is one of `24.19.0`. A version with exactly this
  /// spelling takes precedence, whatever its build. Otherwise, the newest version with the
  /// prefix is requested.
  package let isPrefix: Bool
  /// The versions of which the newest is requested, or `nil` for all.
  private var range: Requirement?
  /// The command line, or the position of the pin in its file.
  package let origin: Origin

  /// Creates a request for `version` of `tool`, or for its newest version if `version` is `nil`.
  package init(tool: ToolName, version: VersionText?, origin: Origin) {
    self.init(tool: tool, version: version, isPrefix: false, origin: origin)
  }

  /// Creates a request for the newest version of `tool` that begins with what the user typed, as
  /// `24` for `24.19.0`. A version with three numbers is a whole one. A `v` before the number is no
  /// part of it.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - typed: The version or the beginning of one, or `nil` for the newest version of all.
  ///   - origin: The command line, or what made it ask.
  package init(tool: ToolName, typed: VersionText?, origin: Origin) {
    let version = typed?.withoutLetter
    self.init(
      tool: tool, version: version,
      isPrefix: version.flatMap { Requirement(beginningWith: $0.text) } != nil, origin: origin)
  }

  private init(tool: ToolName, version: VersionText?, isPrefix: Bool, origin: Origin) {
    self.tool = tool
    self.version = version
    self.isPrefix = isPrefix
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

  /// A requirement that admits the versions that begin with the requested one.
  var prefixRequirement: Located<Requirement> {
    let range = version.flatMap { Requirement(beginningWith: $0.text) }
    return range.map { Located($0, at: origin) } ?? requirement
  }
}

extension PinRequest {
  /// Creates a request from a pin, or returns `nil` if the pin leaves the tool to the system.
  init?(_ pin: SelectedPin) {
    guard case .exact(let version) = pin.version else { return nil }
    self.init(tool: pin.tool, version: version, origin: pin.origin)
  }
}
