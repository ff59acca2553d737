package import Diagnostics
internal import Filesystem
internal import Layout
internal import Selection
package import Terminal

/// `direct-path`: the assignments with which a shell in direct mode follows its working directory.
/// Help does not list this command.
package enum DirectPathCommand: ReadOnlyCommand {
  static let name = "direct-path"

  package static let syntax = CommandSyntax(
    name, "Print what a shell in direct mode sets in this directory.",
    arguments: .list(placeholder: Shell.placeholder, atLeast: 1, atMost: 1),
    examples: [.init("bootstrap direct-path bash", "print the assignments")])

  /// Prints the assignments.
  package static func run(_ session: Session) throws(Problem) -> ExitCode? {
    let colon = UInt8(ascii: ":")
    let direct = try DirectPath(session.selector())
    // No shim will notice what the shell runs from here on.
    for folder in direct.installations { session.root.recordUse(of: folder) }
    let folders = direct.folders.map { Array($0.bytes) }.filter { !$0.contains(colon) }
    var script = ShellScript(try Shell(named: session.arguments.positionals[0]))
    script.export(
      "PATH",
      Self.path(
        session.environment.bytes(of: "PATH").map { Array($0) } ?? [],
        replacing: session.environment.bytes(of: DirectSelection.variable).map { Array($0) } ?? [],
        with: folders, before: Array(session.root.shims.path.bytes)))
    script.export(DirectSelection.variable, folders.joined(separator: [colon]))
    script.set("__bootstrap_files", to: direct.files.map(\.bytes))
    script.set("__bootstrap_absent", to: direct.absent.map(\.bytes))
    script.set("__bootstrap_folders", to: direct.otherFolders.map(\.bytes))
    session.console.print(bytes: script.bytes)
    return .success
  }

  /// Returns `path` with other folders: directly before the shims, so that what the user puts in
  /// front of the shims, such as a virtual environment, stays in front.
  ///
  /// - Parameters:
  ///   - old: The folders to remove, separated by colons.
  ///   - folders: The folders to add.
  ///   - shims: The folder of the shims. If `path` lacks it, the folders come first.
  static func path(
    _ path: [UInt8], replacing old: [UInt8], with folders: [[UInt8]], before shims: [UInt8]
  ) -> [UInt8] {
    let colon = UInt8(ascii: ":")
    let removed = Set(old.split(separator: colon).map(Array.init))
    let entries = path.split(separator: colon, omittingEmptySubsequences: false).map(Array.init)
    var rest = entries.filter { !removed.contains($0) }
    rest.insert(contentsOf: folders, at: rest.firstIndex(of: shims) ?? 0)
    return Array(rest.joined(separator: [colon]))
  }
}
