package import Diagnostics
package import Filesystem
package import Layout

/// A program to replace this process with, and the program's arguments and environment.
package struct ProgramLaunch: Sendable {
  /// The path of the program.
  package let program: FilePath
  /// The complete `argv`, starting with the program's name.
  package let arguments: [[UInt8]]
  package let environment: Environment

  /// Creates a launch. Nothing runs until ``run(from:formatPath:)`` is called.
  package init(program: FilePath, arguments: [[UInt8]], environment: Environment) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
  }

  /// Returns the launch of a shell that runs the program, then recreates the shims of `root`, and
  /// ends with the program's exit status.
  package func followedByRehash(in root: Root) -> ProgramLaunch {
    let script = """
      __bootstrap_program=$1 __bootstrap=$2
      shift 2
      "$__bootstrap_program" "$@"
      __bootstrap_status=$?
      "$__bootstrap" rehash >&2 || :
      exit "$__bootstrap_status"
      """
    let shell: FilePath = "/bin/sh"
    let words = ["sh", "-c", script, "sh"].map { Array($0.utf8) }
    return ProgramLaunch(
      program: shell,
      arguments: words + [Array(program.bytes), Array(root.program.bytes)]
        + arguments.dropFirst(),
      environment: environment)
  }

  /// Replaces this process with the program, and returns only by throwing. A script without a
  /// `#!` line runs in `/bin/sh`.
  ///
  /// - Parameters:
  ///   - root: The root, which the remedy for `noexec` depends on.
  ///   - formatPath: Formats a path for messages.
  /// - Throws: ``SelectionProblem/noInterpreter(path:interpreter:)`` if the program is a script
  ///   whose interpreter is missing, ``SelectionProblem/noexec(path:folder:isInRoot:)`` if its
  ///   file system is mounted with `noexec`, or ``SelectionProblem/notExecutable(path:reason:)`` if
  ///   it cannot run for another reason.
  package func run(from root: Root, formatPath: (FilePath) -> String) throws(Problem) -> Never {
    let failure: FileError
    do {
      try ChildProcess.replace(with: program, arguments: arguments, environment: environment)
    } catch {
      failure = error
    }
    if failure.isUnknownFormat, isText { try runWithShell(formatPath: formatPath) }
    // execve(2) also reports a missing file if the file exists but its interpreter does not.
    if failure.isMissing, program.isExecutableFile, let interpreter = interpreter() {
      throw .selection(.noInterpreter(path: formatPath(program), interpreter: interpreter))
    }
    if failure.isDenied, let folder = noexecFolder {
      throw .selection(
        .noexec(
          path: formatPath(program), folder: folder.string,
          isInRoot: program.relative(to: root.path) != nil))
    }
    throw .selection(.notExecutable(path: formatPath(program), reason: failure.reason))
  }

  /// The topmost folder on the program's file system if that is mounted with `noexec` and is what
  /// keeps the program from running, otherwise `nil`. Follows links.
  private var noexecFolder: FilePath? {
    guard let file = try? program.resolvingLinks(), (try? file.status())??.isExecutable == true
    else { return nil }
    return file.noexecFolder
  }

  /// Whether the program may be a script: its first 256 bytes contain no NUL and do not begin
  /// like an ELF binary. A binary for another machine also fails with ENOEXEC, but a shell cannot
  /// run it.
  private var isText: Bool {
    guard let head = try? program.bytes(0..<256) else { return false }
    return !head.starts(with: [0x7f, 0x45, 0x4c, 0x46]) && !head.contains(0)
  }

  /// Replaces this process with `/bin/sh`, which runs the script. execvp(3) does the same for a
  /// script without a `#!` line.
  private func runWithShell(formatPath: (FilePath) -> String) throws(Problem) -> Never {
    let shell: FilePath = "/bin/sh"
    do {
      try ChildProcess.replace(
        with: shell,
        arguments: [Array(shell.bytes), Array(program.bytes)] + arguments.dropFirst(),
        environment: environment)
    } catch {
      throw .selection(.notExecutable(path: formatPath(program), reason: error.reason))
    }
  }

  /// Returns the interpreter in the `#!` line of a script, or `nil` if there is none.
  private func interpreter() -> String? {
    guard let head = try? program.bytes(0..<256), head.starts(with: "#!".utf8) else { return nil }
    let line = head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
    let word = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      .prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }
}

extension Environment {
  /// Returns this environment with `folders` at the front of `PATH`, in order.
  ///
  /// A folder whose path contains a colon cannot be an entry of `PATH` and is left out. If `PATH`
  /// already starts with the folders, nothing changes, so a tool that runs itself does not
  /// lengthen `PATH` each time.
  package func prependingToPath(_ folders: [FilePath]) -> Environment {
    let colon = UInt8(ascii: ":")
    let usable = folders.map { Array($0.bytes) }.filter { !$0.contains(colon) && !$0.isEmpty }
    if usable.isEmpty { return self }
    let first = Array(usable.joined(separator: [colon]))
    let rest = bytes(of: "PATH").map { Array($0) }
    if let rest, rest.starts(with: first), rest.count == first.count || rest[first.count] == colon {
      return self
    }
    var result = self
    // If `PATH` is unset, execvp(3) searches these two folders by default. They are appended
    // because setting `PATH` to the new folders alone would hide them.
    result.set("PATH", to: first + [colon] + (rest ?? Array("/bin:/usr/bin".utf8)))
    return result
  }

  /// Returns this environment for a system program that a shim runs, with the next ``PassCount``.
  ///
  /// - Parameters:
  ///   - program: The path of the system program.
  ///   - executable: The name of the shim.
  /// - Throws: ``SelectionProblem/recursion(executable:)`` if system programs and shims call each
  ///   other in a loop.
  package func adding(pass program: FilePath, of executable: String) throws(Problem) -> Environment
  {
    let name = PassCount.variable.description
    guard let passes = PassCount(bytes(of: name)).adding(PathText(program.bytes)) else {
      throw .selection(.recursion(executable: executable))
    }
    let value = PathText()
    passes.append(to: value)
    var result = self
    result.set(name, to: value.bytes)
    return result
  }
}
