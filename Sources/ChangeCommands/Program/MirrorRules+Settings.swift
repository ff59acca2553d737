internal import Diagnostics
internal import Layout
internal import Manifests
internal import Transport
internal import Trust
internal import Vocabulary

extension MirrorRules {
  /// Creates the rules in the user's settings and in the machine's policy.
  ///
  /// - Parameter path: The path of `config` as messages show it.
  /// - Throws: ``UsageProblem/badSetting(_:subject:origin:expected:)`` for the first line of
  ///   `config` that has another form than its key, or ``Problem/policy(_:)`` for one of the
  ///   policy.
  init(_ settings: Settings, path: String, policy: Policy) throws(Problem) {
    let ofPolicy = policy.mirrorRules.map { rule in
      let words = rule.line.text.split(separator: " ").map(String.init)
      return Entry(words[0], Array(words.dropFirst()), .policy(rule.line))
    }
    let ofUser = settings.mirrors.map {
      Entry($0.key, $0.values, .user(.file(path, line: $0.line)))
    }
    do throws(Entry) {
      try self.init(ofPolicy + ofUser)
    } catch {
      guard let line = error.authority.policyLine else {
        throw .usage(
          .badSetting(
            error.key, subject: error.subject, origin: error.authority.origin,
            expected: error.expectedForm))
      }
      throw .policy(.unusable([PolicyFault(badMirrorIn: line)]))
    }
  }
}

extension MirrorRules.Entry {
  /// The first word after the key, or `nil` if there is none or it contains a password.
  fileprivate var subject: String? {
    values.first.flatMap { AddressText.withoutCredentials($0) == $0 ? $0 : nil }
  }

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
