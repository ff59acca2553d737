package import Filesystem
package import Layout

/// The programs on `PATH` that are no shims: what `system` means, and what runs where nothing is pinned.
package struct SystemPrograms {
  private let path: ArraySlice<UInt8>
  private let search: ProgramSearch

  package init(_ environment: Environment, root: Root) {
    path = environment.bytes(of: "PATH") ?? []
    search = ProgramSearch(besides: PathText(root.libexec.appending("bootstrap-shim").bytes))
  }

  /// The first that is called `name`. nil where there is none.
  package func first(named name: String) -> FilePath? { first(named: name, on: path) }

  /// All that are called `name` in absolute folders, for who runs one without having been told to: what a relative folder holds may
  /// be a stranger's.
  package func all(named name: String) -> [FilePath] {
    path.split(separator: UInt8(ascii: ":")).filter { $0.first == UInt8(ascii: "/") }
      .compactMap { first(named: name, on: $0) }
  }

  private func first(named name: String, on path: ArraySlice<UInt8>) -> FilePath? {
    search.find(Array(name.utf8), on: path).map { FilePath(bytes: $0.bytes) }
  }
}
