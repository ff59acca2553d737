internal import Manifests

/// The executables of a tool that its Toolfile requests with `executables:`.
package enum ExecutableSelection: Hashable, Sendable {
  /// Everything that the rules for the archive's format find.
  case all
  /// Only the executables with these names.
  case names([String])
  /// The members at these paths, each under its own name.
  case paths([ProvidedExecutable])
}

extension ExecutableSelection {
  /// The option in the lock's `declares` line that holds the selection.
  package static let optionKey = "executables"

  /// Reads the declaration of a Toolfile. `nil` selects all executables.
  init(_ declared: [Toolfile.Executable]?) {
    guard let declared else {
      self = .all
      return
    }
    let paths = declared.compactMap { one in
      one.path.map { ProvidedExecutable(name: one.name.text, path: $0.text) }
    }
    // No element of a list has a path. All elements of a map have one.
    self = paths.isEmpty ? .names(declared.map(\.name.text)) : .paths(paths)
  }

  /// Reads the option's value in a lock, such as `node,npm` or `zig=ziglang/zig`. `nil`
  /// selects all executables.
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
