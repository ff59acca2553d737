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

  /// The value of that option: `node,npm`, or `zig=ziglang/zig`. nil where all are wanted.
  package var declared: String? {
    switch self {
    case .all: nil
    case .names(let names): names.joined(separator: ",")
    case .paths(let executables):
      executables.map { "\($0.name)=\($0.path)" }.joined(separator: ",")
    }
  }

  /// Reads the value again.
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
