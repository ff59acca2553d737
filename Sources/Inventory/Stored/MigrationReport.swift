internal import Diagnostics
internal import Filesystem
internal import ObjectStore
internal import Synchronization

/// Reports the migration of a large store. A small store migrates faster than a user can read a
/// notice.
final class MigrationReport: Sendable {
  /// The store size in bytes, and the number of objects to convert, above which a user may notice
  /// the migration.
  static let notable = (size: 4_000_000, objects: 20_000)

  private let path: FilePath
  private let report: @Sendable (ProgressNotice) -> Void
  /// The last reported progress, or `nil` before the first report.
  private let last = Mutex<Migration.Progress?>(nil)

  /// Creates a reporter for the store at `path`.
  init(on path: FilePath, to report: @escaping @Sendable (ProgressNotice) -> Void) {
    self.path = path
    self.report = report
  }

  /// Reports the start of the migration, and each completed quarter of a long conversion.
  func update(_ progress: Migration.Progress) {
    let before = last.withLock { last in
      defer { last = progress }
      return last
    }
    let size = (try? path.status())?.size ?? 0
    if before == nil, progress.reached < progress.to, size >= Self.notable.size {
      report(.migrating(byteCount: size, from: progress.from, to: progress.to))
    }
    guard progress.total >= Self.notable.objects, progress.completed > 0 else { return }
    var earlier = before?.completed ?? 0
    // The next conversion counts from 0.
    if before?.reached != progress.reached || earlier > progress.completed { earlier = 0 }
    let quarter = (progress.total + 3) / 4
    if progress.completed / quarter > earlier / quarter, progress.completed < progress.total {
      report(.converted(count: progress.completed, of: progress.total))
    }
  }
}
