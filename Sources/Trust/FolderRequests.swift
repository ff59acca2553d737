package import Diagnostics
package import Filesystem

/// What the files of a project, or of a folder without one, ask the user to accept.
package struct FolderRequests: Sendable {
  /// The folder that the consent is for.
  package let folder: FilePath
  /// The folder in which the user accepts the requests, or `nil` for the working directory.
  package let directory: FilePath?
  /// The requests without which nothing is installed.
  package private(set) var needed: [TrustProblem.Request] = []
  /// The requests of pins that an install leaves alone, such as those in the files of other version
  /// managers.
  package private(set) var optional: [TrustProblem.Request] = []

  /// The items that ``list`` contains in addition, because other machines may ask for them.
  private var covered: [TrustItem] = []

  /// Creates an empty list. See ``folder`` and ``directory``.
  package init(folder: FilePath, directory: FilePath? = nil) {
    self.folder = folder
    self.directory = directory
  }

  /// All requests.
  package var all: [TrustProblem.Request] { needed + optional }

  /// The canonical list of everything that the files may ask for on any machine. It depends neither
  /// on what is installed nor on the programs of the user.
  package var list: TrustList {
    TrustList(all.map(\.item) + all.compactMap(\.content) + covered)
  }

  /// Adds items that the files may ask for on other machines.
  package mutating func cover(_ items: [TrustItem]) { covered += items }

  /// Adds requests. Several tools, or a pin and a lock, may ask for the same.
  package mutating func add(_ requests: [TrustProblem.Request], areNeeded: Bool = true) {
    for request in requests {
      if needed.contains(where: { $0.item == request.item }) { continue }
      let known = optional.firstIndex { $0.item == request.item }
      if areNeeded {
        if let known { optional.remove(at: known) }
        needed.append(request)
      } else if known == nil {
        optional.append(request)
      }
    }
  }
}
