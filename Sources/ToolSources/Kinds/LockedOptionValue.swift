internal import Diagnostics
internal import Manifests

extension Toolfile.Value {
  /// Parses the spelling of ``description``, or returns `nil` if `text` does not have the form.
  ///
  /// The spelling alone does not tell a string from a list, but the source knows the form of each
  /// of its options.
  init?(_ text: String, as form: SourceProblem.OptionForm) {
    switch form {
    case .packageName, .repositoryName, .version, .text: self = .string(text)
    case .boolean:
      guard let value = Bool(text) else { return nil }
      self = .boolean(value)
    case .integer:
      guard let value = Int(text) else { return nil }
      self = .integer(value)
    case .symbol(let name):
      guard text == name else { return nil }
      self = .symbol(name)
    case .texts:
      let elements = LockedList.elements(text).map { Self.string($0) }
      self = elements.count == 1 ? elements[0] : .array(elements)
    case .steps: self = .array(LockedList.elements(text).map { .string($0) })
    case .map:
      var entries: [Toolfile.MapEntry] = []
      for element in LockedList.fields(of: text) {
        let parts = element.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        entries.append(
          Toolfile.MapEntry(
            key: String(parts[0]), value: .string(LockedList.text(of: parts[1]))))
      }
      self = .map(entries)
    }
  }
}
