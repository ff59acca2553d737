internal import Filesystem
internal import TextSearch

/// The package lists that a manager keeps on the machine.
struct PackageLists: Sendable {
  /// The age in seconds after which lists are refreshed: a day.
  private static let maximumAge: Int64 = 86_400

  /// The folder with the lists.
  private let folder: String
  /// Text that occurs in the name of every list.
  private let part: String
  /// The folders whose times a refresh changes.
  private let dated: [String]

  init(folder: String, containing part: String, dated: [String]) {
    self.folder = folder
    self.part = part
    self.dated = dated
  }

  /// Returns whether the lists are missing, or older than a day.
  func areDue(on machine: HostMachine) -> Bool {
    let files = (try? machine.path(folder).entries()) ?? []
    guard files.contains(where: { $0.contains(part) }) else { return true }
    let times = dated.compactMap { (try? machine.path($0).status())??.modified }
    return (times.max() ?? 0) + Self.maximumAge < WallClock.now
  }
}
