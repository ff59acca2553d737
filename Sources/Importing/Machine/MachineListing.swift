package import Vocabulary

/// A program that lists the packages that the user has installed with it.
///
/// Each program has its own queries, none of which changes anything.
package enum MachineListing: String, CaseIterable, Sendable {
  case brew, cask, apt, npm, pipx, cargo, mise

  /// A query: a program with its arguments.
  package struct Inquiry: Hashable, Sendable {
    package let program: String
    package let arguments: [String]
  }

  /// The name in the comments of a Toolfile.
  package var title: String {
    switch self {
    case .brew: "Homebrew"
    case .cask: "Homebrew's casks"
    case .apt: "apt"
    case .npm: "npm"
    case .pipx: "pipx"
    case .cargo: "cargo"
    case .mise: "mise"
    }
  }

  /// The queries to run. All of their outputs are needed.
  package var questions: [Inquiry] {
    switch self {
    // `--versions` and `--installed-on-request` exclude each other.
    case .brew:
      [
        .init(program: "brew", arguments: ["list", "--installed-on-request", "--full-name"]),
        .init(program: "brew", arguments: ["list", "--formula", "--versions"]),
      ]
    case .cask: [.init(program: "brew", arguments: ["list", "--cask", "--versions"])]
    case .apt:
      [
        .init(program: "apt-mark", arguments: ["showmanual"]),
        .init(program: "dpkg-query", arguments: ["--show", "--showformat=\(Self.dpkgFormat)"]),
      ]
    case .npm: [.init(program: "npm", arguments: ["ls", "--global", "--depth=0", "--json"])]
    case .pipx: [.init(program: "pipx", arguments: ["list", "--json"])]
    case .cargo: [.init(program: "cargo", arguments: ["install", "--list"])]
    case .mise: [.init(program: "mise", arguments: ["ls", "--installed", "--json"])]
    }
  }

  private static let dpkgFormat =
    "${Package}\\t${Version}\\t${Priority}\\t${Section}\\t${Essential}\\t${db:Status-Abbrev}\\n"

  /// Variables that keep the programs from using the network and from decorating their output.
  package static let variables = [
    "HOMEBREW_NO_AUTO_UPDATE": "1", "HOMEBREW_NO_ANALYTICS": "1", "HOMEBREW_NO_ENV_HINTS": "1",
    "NPM_CONFIG_UPDATE_NOTIFIER": "false", "NO_COLOR": "1", "LC_ALL": "C.UTF-8",
  ]

  /// Returns whether the output is complete after this exit code. npm lists every package even if
  /// it fails because a dependency is missing.
  package func isAnswer(_ code: Int32) -> Bool { code == 0 || self == .npm && code == 1 }

  /// The system package manager for packages without a definition, or `nil` if there is none.
  package var hostManager: HostPackageManager? {
    switch self {
    case .brew: .brew
    case .cask: .cask
    case .apt: .apt
    case .npm, .pipx, .cargo, .mise: nil
    }
  }

  /// Reads the outputs of ``questions``.
  ///
  /// - Returns: The packages in the order of the output, or `nil` if its form is unknown.
  package func packages(in answers: [String]) -> [MachinePackage]? {
    guard answers.count == questions.count else { return nil }
    return switch self {
    case .brew: Self.formulae(answers[0], versions: answers[1])
    case .cask: Self.versionLines(answers[0]).map { MachinePackage($0.name, $0.version) }
    case .apt: AptPackages.chosen(manual: answers[0], all: answers[1])
    case .npm: PackageJSON(answers[0])?.npmPackages
    case .pipx: PackageJSON(answers[0])?.pipxPackages
    case .cargo: Self.crates(answers[0])
    case .mise: PackageJSON(answers[0])?.miseTools
    }
  }

  // MARK: Lines

  /// Reads lines such as `jq 1.7.1 1.7`, with all installed versions.
  private static func versionLines(_ text: String) -> [(name: String, version: String?)] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      return words.first.map { ($0, words.count > 1 ? words.last : nil) }
    }
  }

  private static func formulae(_ names: String, versions: String) -> [MachinePackage] {
    let known = Dictionary(versionLines(versions).map { ($0.name, $0.version) }) { $1 }
    return names.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.isEmpty }
      .map { name in
        let last = name.split(separator: "/").last.map(String.init) ?? name
        let version = known[last] ?? nil
        // The version excludes the formula's revision, as in `1.7.1_2`.
        return MachinePackage(name, version.map { String($0.prefix { $0 != "_" }) })
      }
  }

  /// Reads lines such as `ripgrep v14.1.1:`, each followed by indented program names. For a crate
  /// from a folder or a repository, the line has its location in parentheses.
  private static func crates(_ text: String) -> [MachinePackage] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      guard line.first?.isWhitespace == false, line.last == ":" else { return nil }
      let words = line.dropLast().split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count >= 2, words[1].first == "v" else { return nil }
      return MachinePackage(
        words[0], String(words[1].dropFirst()), isFromElsewhere: words.count > 2)
    }
  }
}

/// A package that a program lists.
package struct MachinePackage: Hashable, Sendable {
  package let name: String
  /// The installed version, as the program spells it, or `nil` if it does not say.
  package let version: String?
  /// Whether the package came from a folder or a repository instead of the program's index.
  package let isFromElsewhere: Bool

  /// Creates a package.
  package init(_ name: String, _ version: String?, isFromElsewhere: Bool = false) {
    self.name = name
    self.version = version
    self.isFromElsewhere = isFromElsewhere
  }
}
