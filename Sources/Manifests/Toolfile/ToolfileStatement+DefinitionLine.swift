internal import Diagnostics
internal import Versions
internal import Vocabulary

// A statement as a line of a definition.
extension ToolfileStatement {
  /// The keys of the options that state a condition on versions.
  static let conditionKeys = ["from", "until"]

  /// Reads `from:` and `until:`.
  func readCondition(_ reader: inout ToolfileReader) -> VersionCondition {
    var untilPosition = position
    var bounds: [String: VersionText] = [:]
    for argument in arguments {
      guard let key = argument.key, Self.conditionKeys.contains(key.name) else { continue }
      guard case .string(let text) = argument.value.content,
        let version = VersionCondition.bound(text)
      else {
        reader.reportWrong(argument.value, of: key.name, expected: .version)
        continue
      }
      bounds[key.name] = version
      if key.name == "until" { untilPosition = argument.value.position }
    }
    let condition = VersionCondition(from: bounds["from"], until: bounds["until"])
    if let from = bounds["from"], let until = bounds["until"], condition.isContradiction {
      reader.report(.neverCounts(from: from, until: until), at: untilPosition)
    }
    return condition
  }

  /// The arguments with keys, without the condition.
  var entriesOfDefinition: [ToolfileMapEntry] {
    arguments.compactMap { argument in
      guard let key = argument.key, !Self.conditionKeys.contains(key.name) else { return nil }
      return ToolfileMapEntry(key: key, value: argument.value)
    }
  }

  /// The value of the line: its only value, a list of its values, or, if it has none, a map of its
  /// arguments with keys. It is `nil` if the line has no arguments.
  var valueOfDefinition: ToolfileValue? {
    if let first = values.first, let last = values.last {
      return values.count == 1
        ? first
        : ToolfileValue(content: .array(values), position: first.position, end: last.end)
    }
    let entries = entriesOfDefinition
    guard let first = entries.first, let last = entries.last else { return nil }
    return ToolfileValue(content: .map(entries), position: first.key.position, end: last.value.end)
  }

  /// Returns the value of the argument with a key, or `nil` if there is none.
  func value(of key: String) -> ToolfileValue? {
    arguments.first { $0.key?.name == key }?.value
  }
}
