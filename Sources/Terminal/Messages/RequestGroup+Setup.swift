import Diagnostics
internal import Vocabulary

// The requests of a machine setup.
extension RequestGroup {
  /// The names of the packages, with a note for each package from a tap.
  var packages: [String] {
    requests.compactMap { request in
      guard case .hostPackage(let manager, let name) = request.item else { return nil }
      return manager.tap(of: name) == nil ? name : "\(name) (from a tap)"
    }
  }

  /// The consequences of accepting packages of a manager, in lines.
  func effect(of manager: HostPackageManager) -> [String] {
    var taps: [String] = []
    for case .hostPackage(_, let name) in requests.map(\.item) {
      if let tap = manager.tap(of: name), !taps.contains(tap) { taps.append(tap) }
    }
    return ["`bootstrap setup` installs the missing ones for all users of this machine"]
      + taps.map { "the tap \($0) is maintained by its owner, not by Homebrew" }
  }
}

extension HostPackageManager {
  /// The name of the manager after `via`.
  var programName: String {
    switch self {
    case .apt, .dnf, .apk, .pacman, .mas: rawValue
    case .brew: "Homebrew"
    case .cask: "Homebrew Cask"
    }
  }
}

extension HookText {
  /// The command lines and files, in lines. A command line with line feeds takes several.
  var lines: [String] {
    func lines(_ label: String, _ text: String) -> [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
        ($0 == 0 ? label : String(repeating: " ", count: label.count)) + $1
      }
    }
    return run.flatMap { lines("run:   ", $0) }
      + [check].compactMap(\.self).flatMap { lines("check: ", $0) }
      + files.map { "file:  \($0.path) \($0.content.words)" }
  }

  /// The hook as members of a JSON object.
  var members: [JSON.Member] {
    [
      .init(name: "kind", value: "hook"), .init(name: "name", value: .string(name.text)),
      .init(name: "digest", value: .string(digest.description)),
      .init(name: "run", value: .array(run.map { .string($0) })),
      .init(name: "check", value: .optional(check)),
      .init(
        name: "files",
        value: .array(
          files.map { file in
            .object([
              .init(name: "path", value: .string(file.path)),
              .init(name: "digest", value: .optional(file.content.digest?.description)),
            ])
          })),
    ]
  }
}

extension HookText.File.Content {
  fileprivate var digest: SHA256Digest? {
    if case .digest(let digest) = self { digest } else { nil }
  }

  fileprivate var words: String {
    switch self {
    case .digest(let digest): digest.description
    case .missing: "(missing)"
    case .uncovered: "(contents not covered: too large, or not a regular file in the project)"
    }
  }
}
