package import Diagnostics
package import Filesystem
package import Layout
internal import Manifests
package import Selection
package import Terminal

/// The world of one run of a command: what it was told, where it stands, where it speaks.
package struct Session: Sendable {
  /// The command's name.
  package let command: String
  package let arguments: ParsedArguments
  package let environment: Environment
  package let workingDirectory: FilePath
  package let root: Root
  package let console: Console

  /// `--jobs 4`. nil where it was not said.
  package var jobs: Int? {
    get throws(Problem) {
      guard let text = arguments.values["--jobs"] else { return nil }
      guard let number = Int(text), (1...64).contains(number) else {
        throw .usage(.badValue(text, option: "--jobs", expected: .number(1...64)))
      }
      return number
    }
  }

  /// `path` as a person in the working directory would write it: relative where it is below, with `~` for the home folder.
  package func display(_ path: FilePath) -> String {
    if path == workingDirectory { return "." }
    if let relative = path.relative(to: workingDirectory) { return relative.string }
    if let home = environment.path("HOME"), let relative = path.relative(to: home) {
      return "~/" + relative.string
    }
    return path.string
  }
}

extension Session {
  /// - Throws: what is wrong with the options that every command has, or with the machine.
  package init(_ program: Program) throws(Problem) {
    let environment = program.environment
    guard let root = Root(environment: environment) else { throw .usage(.noHome) }
    command = program.command?.name ?? ""
    arguments = program.arguments
    self.environment = environment
    console = program.console
    // From the kernel, not from `PWD`: this must agree with the shim, which ignores `PWD`.
    let start = try onDisk { () throws(FileError) in try FilePath.workingDirectory() }
    if let directory = arguments.values["--directory"] {
      let typed = start.resolving(FilePath(directory))
      // The physical directory counts, not the links used to reach it.
      workingDirectory = (try? typed.resolvingLinks()) ?? typed
      if !workingDirectory.isDirectory {
        throw .usage(.badValue(directory, option: "--directory", expected: .existingFolder))
      }
    } else {
      workingDirectory = start
    }
    self.root = Root(start.resolving(root.path))
  }

  package func selector() throws(Problem) -> Selector {
    try Selector(
      root: root, environment: environment, directory: workingDirectory, display: display)
  }

  func folderState() throws(Problem) -> FolderState {
    try FolderState(
      of: try selector().folderTools(), in: root, folder: workingDirectory, platform: .current)
  }
}
