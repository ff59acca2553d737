internal import Commands
internal import Filesystem
internal import Layout
internal import Manifests
internal import Selection
internal import Shims
internal import Terminal

extension Session {
  /// What may surprise a person about shims that were just put: said once, since a shim is new only once.
  func warnings(about changes: ShimDirectory.Changes) -> [Message] {
    var warnings: [Message] = []
    if !changes.occupied.isEmpty {
      let count = Quantities.count(changes.occupied.count, "shim")
      warnings.append(
        Message("occupied-shim", "\(count) could not be put, since other files are there")
          .column("files", changes.occupied.map { display(root.shims.appending($0.text)) })
          .detail("try", "move them away, then run bootstrap rehash"))
    }
    let hidden = changes.added.compactMap(hiddenProgram)
    if !hidden.isEmpty {
      let count = Quantities.count(hidden.count, "shim")
      warnings.append(
        Message(
          "hidden-program",
          "\(count) now \(hidden.count == 1 ? "comes" : "come") before other programs on PATH"
        )
        .column("programs", hidden.map(\.string))
        .detail(
          "because", "an installed tool provides the same names; it runs only where it is pinned"))
    }
    return warnings
  }

  /// A program of the same name further down `PATH`, for an executable that is not called as its tool is: whoever asks for a tool
  /// `cmake` means to have another cmake, and whoever asks for a tool `busybox` may not think of `ls`.
  private func hiddenProgram(_ name: ExecutableName) -> FilePath? {
    if root.installs.appending(name.text).isDirectory { return nil }
    return SystemPrograms(environment, root: root).first(named: name.text)
  }
}
