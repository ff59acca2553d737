internal import Manifests

/// Which executables of a tool are wanted, where its Toolfile says so (`executables:`).
package enum ExecutableSelection: Hashable, Sendable {
  /// All that the rules of the archive's kind find.
  case all
  case names([String])
  /// Each name with the path of a member.
  case paths([ProvidedExecutable])
}

extension ExecutableSelection {
  /// The option of a lock's line `declares` that says it.
  package static let optionKey = "executables"

  /// Reads the declaration of a Toolfile. nil: all are wanted.
  init(_ declared: [Toolfile.Executable]?) {
    guard let declared else {
      self = .all
      return
    }
    let paths = declared.compactMap { one in
      one.path.map { ProvidedExecutable(name: one.name.text, path: $0.text) }
    }
    // The elements of a list have no path, those of a map all have one.
    self = paths.isEmpty ? .names(declared.map(\.name.text)) : .paths(paths)
  }

  /// Reads the option's value in a lock: `node,npm`, or `zig=ziglang/zig`.
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
