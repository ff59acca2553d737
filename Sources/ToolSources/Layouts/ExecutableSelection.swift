internal import Manifests

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
  /// Creates the selection of a declaration in a Toolfile. `nil` selects all executables.
  init(_ declared: [Toolfile.Executable]?) {
    guard let declared else {
      self = .all
      return
    }
    let paths = declared.compactMap { one in
      one.path.map { ProvidedExecutable(name: one.name.text, path: $0.text) }
    }
    // In a Toolfile, a list has only names, and a map has a path for each name.
    self = paths.isEmpty ? .names(declared.map(\.name.text)) : .paths(paths)
  }

  /// Parses the value of the option `executables` in a lock, such as `node,npm` or
  /// `zig=ziglang/zig`. `nil` selects all executables.
  ///
  /// If any field has a path, a field without one is its own path.
  package init(declared: String?) {
    guard let declared else {
      self = .all
      return
    }
    let fields = declared.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
    self =
      fields.contains { $0.count == 2 }
      ? .paths(
        fields.map { ProvidedExecutable(name: String($0[0]), path: String($0[$0.count - 1])) })
      : .names(fields.map { String($0[0]) })
  }
}
