internal import Diagnostics
internal import Layout
internal import Transport
internal import Vocabulary

extension MirrorRules {
  /// Creates the rules in the user's settings.
  ///
  /// - Parameter path: The path of `config` as messages show it.
  /// - Throws: ``UsageProblem/badSetting(_:origin:expected:)`` for the first line that has another
  ///   form than its key.
  init(_ settings: Settings, path: String) throws(Problem) {
    let entries = settings.mirrors.map {
      Entry($0.key, $0.values, origin: .file(path, line: $0.line))
    }
    do throws(Entry) {
      try self.init(entries)
    } catch {
      throw .usage(.badSetting(error.key, origin: error.origin, expected: error.expectedForm))
    }
  }
}

extension MirrorRules.Entry {
  /// The form that the values must have.
  var expectedForm: ValueForm {
    switch key {
    case "mirror": .mirror
    case "mirror-host": .host
    case "credential-helper": .credentialHelper
    default: .oneOf(["on", "off"])
    }
  }
}
