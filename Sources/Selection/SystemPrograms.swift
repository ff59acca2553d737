package import Filesystem
package import Layout

/// The programs on `PATH` that are not shims. They run for the version `system`, and for
/// executables that nothing pins.
package struct SystemPrograms {
  private let path: ArraySlice<UInt8>
  private let search: ProgramSearch

  /// Creates a search of the `PATH` of `environment` that recognizes the shims of `root` under
  /// any name.
  package init(_ environment: Environment, root: Root) {
    path = environment.bytes(of: "PATH") ?? []
    search = ProgramSearch(excluding: PathText(root.shimProgram.bytes))
  }

  /// Returns the first program called `name`, or `nil` if there is none.
  package func first(named name: String) -> FilePath? { first(named: name, on: path) }

  /// Returns all programs called `name` in absolute folders. Callers use this to run a program
  /// that the user did not request explicitly, since a relative entry of `PATH` may lead to an
  /// untrusted folder.
  package func all(named name: String) -> [FilePath] {
    path.split(separator: UInt8(ascii: ":")).filter { $0.first == UInt8(ascii: "/") }
      .compactMap { first(named: name, on: $0) }
  }

  /// The folders on `PATH`, those with absolute paths.
  var folders: [FilePath] {
    path.split(separator: UInt8(ascii: ":")).filter { $0.first == UInt8(ascii: "/") }
      .map { FilePath(bytes: Array($0)) }
  }

  /// Returns the program called `name` in one folder, or `nil` if it has none, or contains shims.
  func first(named name: String, in folder: FilePath) -> FilePath? {
    first(named: name, on: Array(folder.bytes)[...])
  }

  private func first(named name: String, on path: ArraySlice<UInt8>) -> FilePath? {
    search.find(Array(name.utf8), on: path).map { FilePath(bytes: $0.bytes) }
  }
}
