internal import Filesystem
internal import TextSearch

/// The lists of the packages that exist, which a manager keeps on the machine.
struct PackageLists: Sendable {
  /// The age at which lists are too old, in seconds: a day.
  private static let maximumAge: Int64 = 86_400

  /// The folder with the lists.
  private let folder: String
  /// A part of the name of every list.
  private let part: String
  /// The folders that a refresh changes.
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
