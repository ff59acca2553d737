internal import Diagnostics
internal import Vocabulary

extension ShimNotice {
  var form: Notice.Form {
    switch self {
    case .created(let name): .trace("created the shim `\(name)`")
    case .removed(let name): .trace("removed the shim `\(name)`")
    case .occupied(let paths):
      .warning([
        Message(
          "occupied-shim",
          paths.count == 1
            ? "1 shim could not be created because another file is in its place"
            : "\(paths.count) shims could not be created because other files are in their place"
        )
        .column("files", paths)
        .detail(
          "try", "move \(paths.count == 1 ? "it" : "them") elsewhere, then run `bootstrap rehash`")
      ])
    case .indistinct(let names):
      .warning([
        Message(
          "indistinct-shim",
          names.count == 1
            ? "1 shim could not be created because its name differs from another's in case alone"
            : "\(names.count) shims could not be created because their names differ from others' "
              + "in case alone"
        )
        .column("programs", names.map(\.text))
        .detail("because", "the file system of the shims does not distinguish such names")
      ])
    case .shadowedPrograms(let paths):
      .warning([
        Message(
          "hidden-program",
          paths.count == 1
            ? "1 shim now takes precedence over another program on PATH"
            : "\(paths.count) shims now take precedence over other programs on PATH"
        )
        .column("programs", paths)
        .detail(
          "because", "an installed tool provides the same names; it runs only where it is pinned")
      ])
    case .notOnPath(let shims):
      .note(
        "the shims are not on PATH; run tools with `bootstrap exec`, or add to your shell's "
          + "startup file: export PATH=\"\(homeVariable(in: shims)):$PATH\"")
    case .hidden(let name, let other, let shims):
      .note(
        "`\(name)` still runs \(other), which PATH has before the shims; to change that, end your "
          + "shell's startup file with: export PATH=\"\(homeVariable(in: shims)):$PATH\"")
    }
  }
}

/// Returns a path for use in double quotes, where a shell does not expand `~`, but variables.
private func homeVariable(in path: String) -> String {
  let rest = path.hasPrefix("~/") ? path.dropFirst(2) : path[...]
  let escaped = rest.map { "\\\"$`".contains($0) ? "\\\($0)" : String($0) }.joined()
  return (path.hasPrefix("~/") ? "$HOME/" : "") + escaped
}
