internal import Filesystem
internal import Layout
internal import Selection
internal import Vocabulary

/// File systems that fold case, as those of macOS usually do: `Ruff` and `ruff` are one file there,
/// and the names of one shim.
extension ShimDirectory {
  /// Removes the names that the file system does not distinguish from another one, and returns
  /// them, sorted. Of several such names, the last one stays, which prefers lowercase letters.
  func removeIndistinctNames(
    from provided: inout [ExecutableName: Providers]
  ) throws(FileError) -> [ExecutableName] {
    let groups = Dictionary(grouping: provided.keys, by: \.caseFolded)
    if groups.count == provided.count { return [] }
    guard try isFolding() else { return [] }
    let indistinct = groups.values.flatMap { $0.sorted().dropLast() }.sorted()
    for name in indistinct { provided[name] = nil }
    return indistinct
  }

  /// Renames shims and routes whose names differ from those of `provided` in case alone. They would
  /// be found under either name, and then be removed under the old one. Returns whether there were
  /// any.
  func respellEntries(for provided: [ExecutableName: Providers]) throws(FileError) -> Bool {
    var areRespelled = false
    let names = Dictionary(
      provided.keys.map { ($0.caseFolded, $0) }, uniquingKeysWith: { first, _ in first })
    for folder in [root.routes, root.shims] {
      for entry in try folder.entries() {
        guard let old = ExecutableName(entry), provided[old] == nil,
          let new = names[old.caseFolded], try isFolding()
        else { continue }
        let path = folder.appending(entry)
        if folder == root.shims, try path.linkTarget() != Self.target { continue }
        try path.rename(to: folder.appending(new.text))
        areRespelled = true
      }
    }
    return areRespelled
  }

  private func isFolding() throws(FileError) -> Bool {
    if let foldsCase { return foldsCase }
    return try root.routes.open().foldsCase()
  }
}
