package import Manifests
internal import Vocabulary

/// The executables of a tool that a Toolfile selects with `executables:`.
package enum ExecutableSelection: Hashable, Sendable {
  /// All executables that the rules for the format of the artifact find.
  case all
  /// Only the executables with these names.
  case names([String])
  /// The files at these paths in the artifact. Each becomes an executable with the name beside its
  /// path.
  case paths([ProvidedExecutable])
}

extension ExecutableSelection {
  /// Creates the selection of a tool's `declares` line in the lock, which states what the Toolfile
  /// declares.
  package init(_ declaration: LockedDeclaration) {
    if let declared = declaration.executables { self.init(declared) } else { self = .all }
  }

  /// Creates the selection of these executables, each with its path if the Toolfile states it.
  init(_ declared: [Toolfile.Executable]) {
    let paths = declared.compactMap { executable in
      executable.path.map { ProvidedExecutable(name: executable.name.text, path: $0.text) }
    }
    self = paths.isEmpty ? .names(declared.map(\.name.text)) : .paths(paths)
  }
}
