internal import Filesystem
internal import TextSearch
internal import Vocabulary

/// How a package manager is asked and told, and what its answers mean.
///
/// A command is an array of words, of which the first is one of ``programs``.
protocol ManagerRules: Sendable {
  /// The programs that the manager consists of. The first installs.
  var programs: [String] { get }
  /// The files of which one exists on a machine whose packages this manager manages, as absolute
  /// paths. Empty if the program alone says so.
  var databases: [String] { get }
  /// Environment variables of its programs, and those to unset, which are `nil`.
  var variables: [String: String?] { get }

  /// Returns the command that prints what is installed.
  func query(_ names: [String]) -> [String]
  /// Returns whether the command has answered, rather than failed, when it ends with this code.
  ///
  /// - Parameter lines: What it printed, errors included.
  func isAnswer(_ code: Int32, to names: [String], _ lines: [Substring]) -> Bool
  /// Returns the versions of those names that are installed.
  ///
  /// - Parameters:
  ///   - names: The names that ``query(_:)`` got.
  ///   - lines: What its command printed.
  ///   - prefix: The folder above that of the first program, such as `/opt/homebrew`.
  func installed(
    _ names: [String], in lines: [Substring], prefix: FilePath
  ) -> [String: String]

  /// Returns the command that installs packages. It removes and upgrades nothing.
  func install(_ names: [String]) -> [String]

  /// The command that fetches the lists of packages, or `nil` if installing fetches them or if
  /// the manager does not support new lists without an upgrade of the whole system.
  var refresh: [String]? { get }
  /// The lists, or `nil` if the manager itself knows when they are too old.
  var lists: PackageLists? { get }
  /// The command that prints the names of all packages, one at the start of each line, or `nil` if
  /// there is none. It uses the present lists.
  var allNames: [String]? { get }

  /// The locks that the manager holds while it works.
  var locks: [ManagerLock] { get }
  /// What it prints if another process holds one.
  var lockSigns: [String] { get }
  /// What it prints if it cannot reach a server.
  var networkSigns: [String] { get }
  /// Returns the name in a line that says that no package has this name, or `nil`.
  func unknownName(in line: String) -> String?
  /// Returns the names in the output that stand for several packages, each with those packages.
  func ambiguousNames(in lines: [String]) -> [(name: String, choices: [String])]
}

extension ManagerRules {
  var databases: [String] { [] }

  func isAnswer(_ code: Int32, to names: [String], _ lines: [Substring]) -> Bool { code == 0 }

  var refresh: [String]? { nil }
  var lists: PackageLists? { nil }
  var allNames: [String]? { nil }
  var locks: [ManagerLock] { [] }
  var lockSigns: [String] { [] }

  func ambiguousNames(in lines: [String]) -> [(name: String, choices: [String])] { [] }

  /// Returns the text between two others in a line, or `nil` if the line does not have both.
  func text(in line: String, after start: String, before end: String = "") -> String? {
    guard let first = line.firstRange(of: start) else { return nil }
    let rest = line[first.upperBound...]
    if end.isEmpty { return rest.isEmpty ? nil : String(rest) }
    return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
  }
}

extension HostPackageManager {
  /// The rules of this manager.
  var rules: any ManagerRules {
    switch self {
    case .apt: AptRules()
    case .dnf: DNFRules()
    case .apk: APKRules()
    case .pacman: PacmanRules()
    case .brew: BrewRules()
    case .cask: CaskRules()
    case .mas: MASRules()
    }
  }
}
