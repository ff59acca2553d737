internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Transport
internal import Trust
internal import Vocabulary

extension MirrorRules {
  /// Creates the rules in the user's settings and in the machine's policy.
  ///
  /// - Parameters:
  ///   - path: The path of `config` as messages show it.
  ///   - policy: The policy, whose rules about mirrors are valid (``Policy/judgingMirrors()``).
  /// - Throws: ``UsageProblem/badSetting(_:subject:origin:expected:)`` for the first line of
  ///   `config` that has another form than its key.
  init(_ settings: Settings, path: String, policy: Policy) throws(Problem) {
    let ofUser = settings.mirrors.map {
      Entry($0.key, $0.values, .user(.file(path, line: $0.line)))
    }
    do throws(Entry) {
      try self.init(policy.mirrorEntries + ofUser)
    } catch {
      throw .usage(
        .badSetting(
          error.key, subject: error.subject, origin: error.authority.origin,
          expected: error.expectedForm))
    }
  }
}

extension Policy {
  /// Returns the policy with the rules about mirrors as the HTTP client judges them. Checks their
  /// form, which ``read(_:)`` leaves to the client.
  ///
  /// - Throws: ``Problem/policy(_:)`` with all invalid lines.
  func judgingMirrors() throws(Problem) -> Policy {
    let entries = mirrorEntries
    guard let rules = try? MirrorRules(entries) else { throw faults(in: entries) }
    return judging { address in (try? WebAddress(address)).map(rules.isOfPolicy) ?? false }
  }

  private func faults(in entries: [MirrorRules.Entry]) -> Problem {
    let invalid = entries.filter { (try? MirrorRules([$0])) == nil }
    let faults = invalid.compactMap { entry in
      entry.authority.policyLine.map {
        PolicyFault(badMirrorIn: $0, OCIRepository.fault(in: entry.wrongWord))
      }
    }
    return .policy(.unusable(faults))
  }

  /// The rules about mirrors as the HTTP client reads them.
  fileprivate var mirrorEntries: [MirrorRules.Entry] {
    mirrorRules.map { rule in
      let words = rule.line.text.split(separator: " ").map(String.init)
      return MirrorRules.Entry(words[0], Array(words.dropFirst()), .policy(rule.line))
    }
  }
}

extension MirrorRules.Entry {
  /// The first word after the key, or `nil` if there is none or it may contain a password.
  fileprivate var subject: String? {
    values.first.flatMap { AddressText.withoutSecrets($0) == $0 ? $0 : nil }
  }

  /// The first word after the key that cannot be in its place, or the first word of all if one is
  /// missing.
  var wrongWord: String {
    switch key {
    case "mirror" where values[0] == "*":
      values.dropFirst().first { !isValid(["*", $0]) } ?? values[0]
    case "mirror" where values.count > 1 && isValid([values[0], values[0]]):
      values.count > 2 && isValid(Array(values.prefix(2))) ? values[2] : values[1]
    case "credential-helper" where values.count > 1 && isValid([values[0], "pass"]): values[1]
    default: values[0]
    }
  }

  private func isValid(_ values: [String]) -> Bool {
    (try? MirrorRules([MirrorRules.Entry(key, values, authority)])) != nil
  }

  /// The form that the values must have.
  var expectedForm: ValueForm {
    switch key {
    case "mirror": OCIRepository.fault(in: wrongWord).map { .repository($0) } ?? .mirror
    case "mirror-host": .host
    case "credential-helper": .credentialHelper
    default: .oneOf(["on", "off"])
    }
  }
}
