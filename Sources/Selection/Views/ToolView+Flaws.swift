package import Filesystem
package import Layout
internal import Vocabulary

/// The views of a root.
extension ToolView {
  /// Why a view of a root is to be removed.
  package enum Flaw: Sendable {
    /// One of its installations is gone, or nothing has used the view for 30 days.
    case outdated
    /// It has other links than ``make()`` creates.
    case damaged
  }

  /// How closely to look at the views of a root.
  package enum Comparison: Int, Comparable, Sendable {
    /// Only compare the links of a view if its time shows a change. Does not notice that a list was
    /// edited.
    case times
    /// Also look for the installations of each view.
    case installations
    /// Also compare all links.
    case links

    package static func < (one: Comparison, other: Comparison) -> Bool {
      one.rawValue < other.rawValue
    }
  }

  /// How long an unused view is kept, in seconds: 30 days.
  private static let retention: Int64 = 30 * 86_400

  /// Returns the folders of the views in a root that are to be removed, each with the reason,
  /// sorted. The next command that needs such a view recreates it.
  ///
  /// - Parameters:
  ///   - now: The current time, in seconds since 1970.
  ///   - comparison: How closely to look.
  package static func flawed(
    in root: Root, now: Int64, comparing comparison: Comparison
  ) throws(FileError) -> [(folder: FilePath, flaw: Flaw)] {
    var result: [(folder: FilePath, flaw: Flaw)] = []
    var views: [ToolView] = []
    for name in try root.views.entriesIfPresent()
    where SHA256Digest(hexadecimal: name) != nil {
      let unread = ToolView(named: name, in: root)
      let folder = unread.folder
      guard let status = try folder.appending(listName).status() else {
        result.append((folder, .damaged))
        continue
      }
      if now - status.modified >= retention {
        result.append((folder, .outdated))
      } else if comparison > .times || !unread.isUnchanged {
        if let view = try ToolView(in: folder, of: root) {
          views.append(view)
        } else {
          result.append((folder, .damaged))
        }
      } else {
        try unread.checkIsReadable()
      }
    }
    let gone = try goneInstallations(of: views, in: root)
    var suspects: [ToolView] = []
    for view in views {
      if !gone.isEmpty, !gone.isDisjoint(with: view.tools) {
        result.append((view.folder, .outdated))
      } else if comparison == .links || !view.isUnchanged {
        suspects.append(view)
      }
    }
    result += try damaged(suspects, in: root).map { ($0.folder, .damaged) }
    return result.sorted { $0.folder < $1.folder }
  }

  /// Checks that this user may read the view, as later changes to the root will.
  private func checkIsReadable() throws(FileError) {
    try folder.checkIsReadable()
    do throws(FileError) {
      _ = try FileDescriptor.open(folder.appending(Self.listName), .read)
    } catch {
      // Another process may have removed the view.
      if !error.isMissing { throw error }
    }
  }

  /// Returns the installations of views that are gone. Views of successive locks have most of
  /// their installations in common, so each is looked for only once.
  private static func goneInstallations(
    of views: [ToolView], in root: Root
  ) throws(FileError) -> Set<String> {
    // Sorted, so that of several failures, the same one is reported each time.
    let tools = Set(views.flatMap(\.tools)).sorted()
    if tools.isEmpty { return [] }
    let parts = BlockingThread.resultsOfParts(of: tools) { tools in
      Result { () throws(FileError) -> [String] in
        guard let installs = try Directory.openIfPresent(root.installs.path) else {
          return Array(tools)
        }
        var gone: [String] = []
        for tool in tools where try !installs.isPresent(tool) { gone.append(tool) }
        return gone
      }
    }
    var gone: Set<String> = []
    for part in parts { gone.formUnion(try part.get()) }
    return gone
  }

  /// Returns those of the views that have other links than ``make()`` creates. Lists the programs
  /// of each installation only once.
  private static func damaged(
    _ views: [ToolView], in root: Root
  ) throws(FileError) -> [ToolView] {
    let tools = Set(views.flatMap(\.tools)).sorted()
    let parts = BlockingThread.resultsOfParts(of: tools) { tools in
      Result { () throws(FileError) in
        var programs: [(String, [Program])] = []
        for tool in tools { programs.append((tool, try Self.programs(of: tool, in: root))) }
        return programs
      }
    }
    var programs: [String: [Program]] = [:]
    programs.reserveCapacity(tools.count)
    for part in parts { for (tool, found) in try part.get() { programs[tool] = found } }
    var damaged: [ToolView] = []
    for view in views where try !view.isIntact(view.links { programs[$0] ?? [] }) {
      damaged.append(view)
    }
    return damaged
  }
}
