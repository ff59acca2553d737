internal import Filesystem
internal import TextSearch
internal import Vocabulary

/// The commands of a package manager, and how to read their output.
///
/// A command is an array of words, the first of which is one of ``programs``.
protocol ManagerRules: Sendable {
  /// The manager's programs. The first one installs packages.
  var programs: [String] { get }
  /// Absolute paths, one of which exists on each machine that uses this manager. Empty if the
  /// presence of its program is proof enough.
  var databases: [String] { get }
  /// Environment variables for its programs. `nil` unsets a variable.
  var variables: [String: String?] { get }

  /// Returns the command that lists installed packages.
  func query(_ names: [String]) -> [String]
  /// Returns whether a query with this exit code succeeded. Some managers exit with an error if a
  /// package is not installed.
  ///
  /// - Parameter lines: Its output, including standard error.
  func isAnswer(_ code: Int32, to names: [String], _ lines: [Substring]) -> Bool
  /// Returns the versions of the installed packages among `names`, keyed by name.
  ///
  /// - Parameters:
  ///   - names: The names passed to ``query(_:)``.
  ///   - lines: The output of its command.
  ///   - prefix: The parent of the first program's folder, such as `/opt/homebrew`.
  func installed(
    _ names: [String], in lines: [Substring], prefix: FilePath
  ) -> [String: String]

  /// Returns the commands that complete an interrupted run, as after a power failure.
  /// Empty if no run was interrupted, or if the manager needs no such commands.
  func recovery(on machine: HostMachine) -> [[String]]
  /// Returns the command that installs packages without removing or upgrading others.
  func install(_ names: [String]) -> [String]

  /// The command that refreshes the package lists. `nil` if installing refreshes them, or if
  /// refreshing them requires an upgrade of the whole system.
  var refresh: [String]? { get }
  /// The package lists, or `nil` if the manager itself decides when to refresh them.
  var lists: PackageLists? { get }
  /// The command that prints every known package name, each at the start of a line, without
  /// refreshing the lists. `nil` if there is none.
  var allNames: [String]? { get }

  /// The locks that the manager holds while it works.
  var locks: [ManagerLock] { get }
  /// Text in the output if another process holds a lock.
  var lockSigns: [String] { get }
  /// Text in the output if the manager cannot reach a server.
  var networkSigns: [String] { get }
  /// Returns the name that a line of output reports as unknown, or `nil` if it reports none.
  func unknownName(in line: String) -> String?
  /// Returns the names that the output reports as ambiguous, with the packages to choose from.
  func ambiguousNames(in lines: [String]) -> [(name: String, choices: [String])]
}

extension ManagerRules {
  var databases: [String] { [] }
  func isAnswer(_ code: Int32, to names: [String], _ lines: [Substring]) -> Bool { code == 0 }
  func recovery(on machine: HostMachine) -> [[String]] { [] }
  var refresh: [String]? { nil }
  var lists: PackageLists? { nil }
  var allNames: [String]? { nil }
  var locks: [ManagerLock] { [] }
  var lockSigns: [String] { [] }

  func ambiguousNames(in lines: [String]) -> [(name: String, choices: [String])] { [] }

  /// Returns the text of a line between `start` and `end`, or `nil` if the line does not contain
  /// both.
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
