internal import Diagnostics
internal import Versions
internal import Vocabulary

/// A reader of one `tool` statement, which applies the settings of enclosing blocks to the tool.
struct ToolfileToolReader {
  private let scope: ToolfileReader.Scope
  private let origin: Origin
  private var requirement: Located<Requirement>?
  private var source: Toolfile.SourceReference?
  private var package: Located<String>?
  private var executables: Located<[Toolfile.Executable]>?
  private var groups: [GroupName]
  private var platforms: [Platform]?
  private var cooldown: Located<Cooldown>?
  private var requiredProvenance: Located<Provenance>?
  private var options: [Toolfile.Option] = []

  init(scope: ToolfileReader.Scope, origin: Origin) {
    self.scope = scope
    self.origin = origin
    source = scope.source
    groups = scope.groups
  }

  /// Reads the values after the name, or those of `version:`, as one requirement.
  ///
  /// - Parameter end: The offset after the name, or `nil` for the values of `version:`.
  mutating func readRequirement(
    _ values: ArraySlice<ToolfileValue>, after end: Int? = nil, _ reader: inout ToolfileReader
  ) {
    if values.isEmpty { return }
    requirement = reader.readRequirement(values, of: "tool", after: end)
  }

  /// Reads an option. One that is not a ``ToolOption`` is kept for the source to interpret.
  mutating func readOption(
    _ key: ToolfileKey, _ value: ToolfileValue, _ reader: inout ToolfileReader
  ) {
    let valueOrigin = reader.origin(value.position)
    switch ToolOption(rawValue: key.name) {
    case .source:
      guard let name = reader.readSourceName(value, of: "source") else { return }
      source = Toolfile.SourceReference(
        name: name, address: reader.address(of: name)?.value, origin: valueOrigin)
    case .package:
      package = reader.readText(value, of: "package").map { Located($0, at: valueOrigin) }
    case .version:
      if requirement != nil { return reader.report(.duplicateRequirement, at: key.position) }
      readRequirement(value.list[...], &reader)
    case .executables:
      executables = Located(reader.readExecutables(value), at: valueOrigin)
    case .groups:
      for name in reader.readGroupNames(value.list, of: "groups") {
        reader.recordGroup(name, isOptional: false, at: value.position)
        if !scope.groups.contains(name) { groups.append(name) }
      }
    case .platforms: platforms = reader.readPlatforms(value.list, of: "platforms")
    case .cooldown:
      cooldown = reader.readDuration(value, of: "cooldown").map { Located($0, at: valueOrigin) }
    case .requireProvenance:
      requiredProvenance = reader.readProvenance(value, of: key.name)
        .map { Located($0, at: valueOrigin) }
    case nil: options.append(reader.option(key, value))
    }
  }

  /// Returns the tool, or reports that `platforms:` and `on` have no platform in common and
  /// returns `nil`.
  func finished(
    _ name: ToolName, at position: SourcePosition, _ reader: inout ToolfileReader
  ) -> Toolfile.Tool? {
    var platforms = platforms ?? scope.platforms
    if let own = self.platforms, let enclosing = scope.platforms, !own.isEmpty, !enclosing.isEmpty {
      platforms = own.filter(enclosing.contains)
      if platforms == [] {
        reader.report(.noPlatformLeft(tool: name), at: position)
        return nil
      }
    }
    return Toolfile.Tool(
      name: name, origin: origin, requirement: requirement ?? Located(.any, at: origin),
      source: source, package: package, executables: executables,
      groups: groups.isEmpty ? [.default] : groups, platforms: platforms, cooldown: cooldown,
      requiredProvenance: requiredProvenance, options: options)
  }
}
