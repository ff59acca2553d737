internal import Versions
internal import Vocabulary

/// The needs for the machine as the `defined` line of a lock states them:
/// `needs_host=make apt=make; openssl.pc >= 1.1.1 apt=libssl-dev`.
extension HostNeed {
  /// The key of the needs.
  package static let definitionKey = "needs_host"
}

extension [HostNeed] {
  /// The value of ``HostNeed/definitionKey`` for these needs.
  package var definitionValue: String {
    map { need in
      var words = [need.name]
      if need.requirement != .any { words.append(need.requirement.description) }
      for manager in HostPackageManager.allCases {
        if let package = need.packages[manager] { words.append("\(manager.rawValue)=\(package)") }
      }
      return words.joined(separator: " ")
    }.joined(separator: "; ")
  }

  /// Parses the spelling of ``definitionValue``, or returns `nil` if `text` has another form.
  package init?(definitionValue text: String) {
    self = []
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      var words = part.split(separator: " ").map(String.init)
      var packages: [HostPackageManager: String] = [:]
      while let last = words.last, let equals = last.firstIndex(of: "="),
        let manager = HostPackageManager(rawValue: String(last[..<equals]))
      {
        let package = String(last[last.index(after: equals)...])
        guard manager.admits(package), packages[manager] == nil else {
          return nil
        }
        packages[manager] = package
        words.removeLast()
      }
      guard let name = words.first else { return nil }
      let stated = words.dropFirst().joined(separator: " ")
      guard let requirement = stated.isEmpty ? .any : try? Requirement(parsing: [stated]),
        let need = HostNeed(name, requirement, packages: packages)
      else { return nil }
      append(need)
    }
  }
}

extension LockedDeclaration {
  /// What the build needs from the machine.
  package var hostNeeds: [HostNeed] {
    self[HostNeed.definitionKey].flatMap { [HostNeed](definitionValue: $0) } ?? []
  }
}
