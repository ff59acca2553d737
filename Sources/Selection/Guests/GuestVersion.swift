internal import Diagnostics
internal import Filesystem
internal import Layout
internal import Manifests
internal import Versions
internal import Vocabulary

/// A word of another version manager's file, as far as it is understood.
enum GuestVersion: Equatable {
  /// The next program on `PATH`.
  case system
  /// A version, or the first numbers of one: `20` for 20.11.1.
  case version(String)
  /// The newest version that satisfies a requirement.
  case requirement(Requirement)

  /// Parses a word, or returns `nil` if it is not understood.
  ///
  /// Only the other version manager knows what its aliases (`lts/*`, `stable`), its own builds
  /// (`ref:main`, `path:~/src`), and other implementations (`jruby-9.4`) mean here. Definitions say
  /// which words always mean the same, such as the code name of a line of Node.js.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - tool: The name of the tool.
  ///   - rules: What the definition of the tool states about such words.
  init?(_ word: String, of tool: String, _ rules: [GuestRule]) {
    if word == "system" {
      self = .system
      return
    }
    var text = (rules.lazy.compactMap { $0.version(of: word) }.first ?? word)[...]
    for prefix in ["prefix:", "\(tool)-", tool, "v"] where text.hasPrefix(prefix) {
      let rest = text.dropFirst(prefix.count)
      // `go1.22` has the prefix `go`, but nothing else that begins with a tool's name does.
      if prefix.hasSuffix(":") || rest.first?.isASCIIDigit ?? false { text = rest }
    }
    for suffix in [".x", ".X", ".*"] where text.hasSuffix(suffix) {
      text = text.dropLast(suffix.count)
    }
    guard text.first?.isASCIIDigit ?? false, VersionText(text) != nil,
      (try? Version(parsing: String(text), scheme: .general)) != nil
        || (try? Version(parsing: String(text), scheme: .pep440)) != nil
    else { return nil }
    self = .version(String(text))
  }

  /// Creates the version that a request asks for, or returns `nil` if its requirement is invalid.
  init?(_ request: GuestRequest) {
    if !request.isRequirement {
      self = .version(request.version)
    } else if let requirement = try? Requirement(parsing: [request.version]) {
      self = .requirement(requirement)
    } else {
      return nil
    }
  }
}

extension IdiomaticText.Entry {
  /// Returns the versions that the words mean, the preferred one first, with `nil` for those that
  /// are not understood.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - rules: What the definition of the tool states about such words.
  func versions(of tool: ToolName, _ rules: [GuestRule]) -> [GuestVersion?] {
    switch meaning {
    case .alternatives: words.map { GuestVersion($0, of: tool.text, rules) }
    case .requirement(let requirement): [.requirement(requirement)]
    case .file, .none: []
    }
  }
}

extension Root {
  /// Returns the installed version that answers a request of another version manager's file, or
  /// `nil` if none does.
  ///
  /// The version itself is preferred to those that begin with its numbers, of which the newest is
  /// chosen. Prereleases must be named. Only versions count that a pin without a lock can select.
  ///
  /// - Parameters:
  ///   - request: A version, or the first numbers of one.
  ///   - tool: The tool.
  func version(answering request: String, of tool: ToolName) -> VersionText? {
    if let version = VersionText(request), isDefault(version, of: tool) { return version }
    let wanted = try? Version(parsing: request, scheme: .general)
    let isPartial = request.allSatisfy { $0.isASCIIDigit || $0 == "." }
    var newest: (text: VersionText, version: Version)?
    for entry in (try? installs(of: tool).entriesIfPresent()) ?? [] {
      guard let text = VersionText(entry),
        let version = try? Version(parsing: entry, scheme: .general), isDefault(text, of: tool)
      else { continue }
      if version == wanted { return text }
      guard isPartial, !version.isPrerelease,
        (entry.hasPrefix("v") ? entry.dropFirst() : entry[...]).hasPrefix("\(request).")
      else { continue }
      if let best = newest, version < best.version { continue }
      newest = (text, version)
    }
    return newest?.text
  }

  /// Returns the newest installed version that satisfies a requirement, or `nil` if none does. Only
  /// versions count that a pin without a lock can select.
  func version(answering requirement: Requirement, of tool: ToolName) -> VersionText? {
    let entries = (try? installs(of: tool).entriesIfPresent()) ?? []
    let admitted = entries.compactMap { entry -> (text: VersionText, version: Version)? in
      guard let text = VersionText(entry),
        let version = try? Version(parsing: entry, scheme: .general),
        (try? requirement.admits(version)) ?? false, isDefault(text, of: tool)
      else { return nil }
      return (text, version)
    }
    return admitted.max { $0.version < $1.version }?.text
  }

  /// Returns the installed version that answers a request, or `nil` if none does.
  func version(answering request: GuestRequest) -> VersionText? {
    switch GuestVersion(request) {
    case .version(let version)?: self.version(answering: version, of: request.tool)
    case .requirement(let requirement)?: self.version(answering: requirement, of: request.tool)
    case .system?, nil: nil
    }
  }

  /// Returns whether pins without a lock can select a version: its link leads to an installation.
  private func isDefault(_ version: VersionText, of tool: ToolName) -> Bool {
    let installed = try? defaultInstallation(of: tool, version: version)
    return installed.flatMap { $0 }.map { folder(of: $0).exists } ?? false
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
