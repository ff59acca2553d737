package import Diagnostics
package import Filesystem
package import Layout

/// Follows the tools that are used in a folder while other processes install, remove, and lock
/// tools.
///
/// A watch notices a commit to the store immediately. It checks files and the staging areas of
/// other processes ten times a second, which takes a few system calls if nothing has changed.
package struct ToolWatch: Sendable {
  /// The tools at one point in time.
  package struct Update: Sendable {
    /// The tools, sorted by name.
    package let tools: [ToolState]
    /// The changes since the last update. Empty if nothing has changed.
    package let changes: [ToolChange]
    /// The problem with a file that names tools and cannot be read, or `nil` if all files are
    /// readable. While there is a problem, ``tools`` come from the last time all files were
    /// readable.
    package let problem: Problem?
  }

  /// The time between two checks.
  private static let interval = Duration.milliseconds(100)

  private let root: Root
  private let environment: Environment
  private let folder: FilePath
  private let formatPath: @Sendable (FilePath) -> String

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - folder: The folder, without symbolic links in its path.
  ///   - root: The root that contains the installations.
  ///   - environment: The variables that may pin tools.
  ///   - formatPath: Formats a path for messages.
  package init(
    _ folder: FilePath, root: Root, environment: Environment,
    formatPath: @escaping @Sendable (FilePath) -> String
  ) {
    self.root = root
    self.environment = environment
    self.folder = folder
    self.formatPath = formatPath
  }

  /// Calls `show` immediately, after each commit, and about ten times a second, until it returns
  /// `false`.
  ///
  /// - Throws: The ``Problem`` with the store, or, at the start, with a file that names tools.
  ///   ``Problem/interrupted`` if the task is canceled.
  package func run(_ show: (Update) -> Bool) async throws(Problem) {
    var watched = WatchedFolder(
      folder, root: root, environment: environment, formatPath: formatPath)
    let records = CurrentRecords()
    try await records.read(in: root)
    let first = watched.update(records.value)
    if let problem = first.problem { throw problem }
    guard show(first) else { return }

    let (looks, look) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let failure = await withTaskGroup(of: Problem?.self) { group in
      group.addTask { [root] in
        // A failure ends the loop below.
        defer { look.finish() }
        do throws(Problem) {
          try await records.follow(root, pause: Self.pause) { look.yield() }
        } catch {
          return error
        }
      }
      group.addTask {
        do throws(Problem) {
          while true {
            try await Self.pause()
            look.yield()
          }
        } catch {
          return error
        }
      }
      defer { group.cancelAll() }
      for await _ in looks {
        if !show(watched.update(records.value)) { return nil as Problem? }
      }
      return await group.next() ?? nil
    }
    if let failure { throw failure }
  }

  private static func pause() async throws(Problem) {
    do {
      try await Task.sleep(for: interval)
    } catch {
      throw .interrupted
    }
  }
}
