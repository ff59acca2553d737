internal import Diagnostics
internal import Vocabulary

// Methods that read single values. Each reports an error before it returns `nil` or omits a value.
// `subject` is the option or statement that messages name.
extension ToolfileReader {
  /// Reads a nonempty string.
  mutating func readText(
    _ value: ToolfileValue, of subject: String, expected: SyntaxElement = .string
  ) -> String? {
    guard case .string(let text) = value.content else {
      reportWrong(value, of: subject, expected: expected)
      return nil
    }
    if text.isEmpty {
      report(.emptyValue(of: subject), at: value.position)
      return nil
    }
    return text
  }

  /// Reads the name of a tool from a string.
  mutating func readToolName(_ value: ToolfileValue) -> ToolName? {
    guard case .string(let text) = value.content else {
      reportWrong(value, of: "tool", expected: .toolName)
      return nil
    }
    let name: ToolName? = checked(text, SyntaxFault.toolName, at: value.position)
    if name == nil { correct(.toolName(text, value)) }
    return name
  }

  /// Returns the text as a name, or reports its fault and returns `nil`.
  private mutating func checked<Checked: ValidatedText>(
    _ text: String, _ syntaxFault: (String, WordFault) -> SyntaxFault, at position: SourcePosition
  ) -> Checked? {
    let bytes = Array(text.utf8)
    if let fault = Checked.fault(in: bytes, bytes.indices) {
      report(syntaxFault(text, fault), at: position)
    }
    return Checked(text)
  }

  /// Reads the name of a source, which need not be a known one.
  mutating func readSourceName(_ value: ToolfileValue, of subject: String) -> String? {
    guard let text = readText(value, of: subject, expected: .sourceName) else { return nil }
    // Source names have the form of tool names. This module does not know which sources exist.
    if ToolName(text) == nil {
      report(
        .wrongValue(of: subject, expected: .sourceName, found: .text(text)), at: value.position)
      if subject == "source" { correct(.sourceName(text, value)) }
      return nil
    }
    return text
  }

  /// Reads a string such as `"3 days"`.
  mutating func readDuration(_ value: ToolfileValue, of subject: String) -> Cooldown? {
    guard case .string(let text) = value.content else {
      reportWrong(value, of: subject, expected: .duration)
      return nil
    }
    let duration = Cooldown(text)
    if duration == nil {
      report(.duration(text), at: value.position)
      correct(.duration(text, value))
    }
    return duration
  }

  /// Reads platform names, each of which may occur once.
  mutating func readPlatforms(_ values: [ToolfileValue], of subject: String) -> [Platform] {
    var platforms: [Platform] = []
    for value in values {
      guard case .string(let text) = value.content else {
        reportWrong(value, of: subject, expected: .platform)
        continue
      }
      guard let platform = Platform(rawValue: text) else {
        let nearest = Platform.named(byOthers: text)
        report(
          .platform(text, nearest: nearest, known: Platform.allCases),
          at: value.position)
        // A block can be for all platforms of a system. A lock for all of them may be too much.
        if nearest.count == 1 || subject == "on" && !nearest.isEmpty {
          let texts = nearest.map { "\"\($0)\"" }
          correct(.replacement(of: value, with: texts.joined(separator: ", ")))
        }
        continue
      }
      if platforms.contains(platform) {
        report(.duplicatePlatform(platform), at: value.position)
      } else {
        platforms.append(platform)
      }
    }
    return platforms
  }

  /// Reads group names, written as symbols or strings. Each may occur once.
  mutating func readGroupNames(_ values: [ToolfileValue], of subject: String) -> [GroupName] {
    var names: [GroupName] = []
    var known: Set<GroupName> = []
    for value in values {
      let text: String
      switch value.content {
      case .symbol(let name), .string(let name): text = name
      default:
        reportWrong(value, of: subject, expected: .groupName)
        continue
      }
      guard let name = GroupName(text) else {
        report(
          .wrongValue(of: subject, expected: .groupName, found: .text(text)), at: value.position)
        continue
      }
      if known.insert(name).inserted {
        names.append(name)
      } else {
        report(.duplicateValue(of: subject, text), at: value.position)
      }
    }
    return names
  }

  /// Reads executable names, or a map of executable names to paths.
  mutating func readExecutables(_ value: ToolfileValue) -> [Toolfile.Executable] {
    if case .map(let entries) = value.content { return readExecutablePaths(entries) }
    var executables: [Toolfile.Executable] = []
    var known: Set<ExecutableName> = []
    for value in value.list {
      guard case .string(let text) = value.content else {
        reportWrong(value, of: "executables", expected: .executables)
        continue
      }
      guard let name = readExecutableName(text, at: value.position) else { continue }
      if known.insert(name).inserted {
        executables.append(Toolfile.Executable(name))
      } else {
        report(.duplicateValue(of: "executables", text), at: value.position)
      }
    }
    return executables
  }

  /// Reads a map of executable names to paths. The parser has already reported duplicate keys.
  private mutating func readExecutablePaths(
    _ entries: [ToolfileMapEntry]
  ) -> [Toolfile.Executable] {
    var executables: [Toolfile.Executable] = []
    for entry in entries {
      let name = readExecutableName(entry.key.name, at: entry.key.position)
      guard case .string(let text) = entry.value.content else {
        reportWrong(entry.value, of: entry.key.name, expected: .artifactPath)
        continue
      }
      guard let path = ArtifactPath(text) else {
        report(
          .wrongValue(of: entry.key.name, expected: .artifactPath, found: .text(text)),
          at: entry.value.position)
        continue
      }
      if let name { executables.append(Toolfile.Executable(name, path: path)) }
    }
    return executables
  }

  /// Returns the text as an executable name, or reports its fault and returns `nil`.
  private mutating func readExecutableName(
    _ text: String, at position: SourcePosition
  ) -> ExecutableName? {
    // The lock uses these characters to separate names and paths.
    if let separator = text.unicodeScalars.first(where: { $0 == "," || $0 == "=" }) {
      report(.executableName(text, .character(separator)), at: position)
      return nil
    }
    return checked(text, SyntaxFault.executableName, at: position)
  }
}

extension ToolfileValue {
  /// The elements of an array, or the value itself as the only element.
  var list: [ToolfileValue] {
    if case .array(let values) = content { values } else { [self] }
  }

  /// The value as messages describe it.
  var element: SyntaxElement {
    switch content {
    case .string: .string
    case .symbol: .symbol
    case .integer: .integer
    case .boolean: .boolean
    case .array: .array
    case .map: .map
    }
  }
}
