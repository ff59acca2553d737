package import Diagnostics
package import Versions

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
  private var options: [Toolfile.Option] = []

  init(scope: ToolfileReader.Scope, origin: Origin) {
    self.scope = scope
    self.origin = origin
    source = scope.source
    groups = scope.groups
  }

  /// Reads the values after the name, or those of `version:`, as one requirement. A version must
  /// satisfy all of them.
  ///
  /// - Parameter end: The offset after the name, or `nil` for the values of `version:`.
  mutating func readRequirement(
    _ values: ArraySlice<ToolfileValue>, after end: Int? = nil, _ reader: inout ToolfileReader
  ) {
    guard let first = values.first else { return }
    var texts: [String] = []
    for value in values {
      guard case .string(let text) = value.content else {
        return reader.reportWrong(value, of: "tool", expected: .requirement)
      }
      texts.append(text)
    }
    // Comparing the conditions with one another takes quadratic time, so they share the limit of
    // a single string.
    let limit = ToolfileLexer.maximumStringByteCount
    if texts.reduce(0, { $0 + $1.utf8.count }) > limit {
      return reader.report(.stringTooLong(limit: limit), at: first.position)
    }
    do throws(RequirementError) {
      requirement = Located(try Requirement(parsing: texts), at: reader.origin(first.position))
    } catch {
      let index = values.startIndex + error.textIndex
      let position = values[index].position(inside: error.offset, of: texts[error.textIndex])
      reader.report(.requirement(texts[error.textIndex], RequirementFault(error)), at: position)
      let correction = ToolfileCorrection.requirement(
        texts[error.textIndex], values[index], after: index == values.startIndex ? end : nil)
      if let correction { reader.corrections.append(correction) }
    }
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
        reader.report(.noPlatformLeft(tool: name.text), at: position)
        return nil
      }
    }
    return Toolfile.Tool(
      name: name, origin: origin, requirement: requirement ?? Located(.any, at: origin),
      source: source, package: package, executables: executables,
      groups: groups.isEmpty ? [.default] : groups, platforms: platforms, cooldown: cooldown,
      options: options)
  }
}

extension ToolfileValue {
  /// Returns the position in the file of a byte of a string value.
  ///
  /// If the string contains escapes, offsets in its value do not match offsets in the file. The
  /// result is then the start of the string.
  ///
  /// - Parameters:
  ///   - offset: The offset of the byte in `text`.
  ///   - text: The value of the string.
  fileprivate func position(inside offset: Int, of text: String) -> SourcePosition {
    // Without escapes, the token is exactly two quotes longer than its value.
    let isPlain = end - position.offset == text.utf8.count + 2
    guard isPlain else { return position }
    let characters = text.utf8.prefix(offset).count { $0 & 0xC0 != 0x80 }
    return SourcePosition(
      offset: position.offset + 1 + offset, line: position.line,
      column: position.column + 1 + characters)
  }
}

extension RequirementFault {
  /// Creates the fault that reports `error`.
  package init(_ error: RequirementError) {
    self =
      switch error.reason {
      case .emptyClause: .emptyClause
      case .missingVersion: .missingVersion
      case .unknownComparator(let text): .unknownComparator(text)
      case .wildcard(let text): .wildcard(text)
      case .forbiddenCharacter(let character): .character(character)
      case .notAVersion(let text): .notAVersion(text)
      case .tooLong: .tooLong(limit: Version.maximumByteCount)
      }
  }
}

extension Origin {
  /// The line number, or 0 if the origin is not a line of a file.
  var line: Int {
    if case .file(_, let line?, _) = self { line } else { 0 }
  }
}
