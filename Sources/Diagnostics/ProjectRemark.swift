/// A recorded project whose files do not decide what it needs.
package struct ProjectRemark: Hashable, Sendable {
  /// Why the files of the project do not decide what it needs. In doubt, its tools are kept.
  package enum Reason: Hashable, Sendable {
    /// The folder is missing, so the project was moved or deleted.
    case missing(Absence)
    /// The folder has no file that names tools, although it had one. For example, another branch
    /// is checked out.
    case withoutFiles(Absence)
    /// The file system of the folder is not mounted.
    case notMounted(mountPoint: String)
    /// The folder or a file in it cannot be read.
    case unreadable(Problem)
    /// The folder has a Toolfile, but no lock.
    case notLocked
    /// The user asked to forget the project.
    case forgotten

    /// Whether the project keeps nothing, and is forgotten by the next prune.
    package var keepsNothing: Bool {
      switch self {
      case .missing(let absence), .withoutFiles(let absence): absence.isExpired
      case .forgotten: true
      case .notMounted, .unreadable, .notLocked: false
      }
    }
  }

  /// How long a project or its files have been missing.
  package struct Absence: Hashable, Sendable {
    /// The time when this was first noticed, in seconds since 1970.
    package let since: Int64
    /// The day until which the project keeps its tools, such as `2026-12-25`.
    package let until: String
    /// Whether that day has passed.
    package let isExpired: Bool

    /// Creates an absence.
    package init(since: Int64, until: String, isExpired: Bool) {
      self.since = since
      self.until = until
      self.isExpired = isExpired
    }
  }

  /// The folder as messages show it.
  package let folder: String
  package let reason: Reason
  /// The installed versions that the project keeps, such as `ruff 0.17.5`.
  package let titles: [String]

  /// Creates a remark.
  package init(folder: String, _ reason: Reason, keeping titles: [String]) {
    self.folder = folder
    self.reason = reason
    self.titles = titles
  }
}
