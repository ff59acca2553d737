internal import Diagnostics
internal import Filesystem

extension ToolfileReader {
  /// Reports every address with a secret in a value, because locks and definitions are committed.
  mutating func rejectSecrets(in value: ToolfileValue) {
    switch value.content {
    case .string(let text):
      if let name = SecretParameter.firstName(in: text) {
        report(.secretParameter(name: name), at: value.position)
      }
    case .array(let values): for value in values { rejectSecrets(in: value) }
    case .map(let entries): for entry in entries { rejectSecrets(in: entry.value) }
    case .symbol, .integer, .boolean: break
    }
  }
}
