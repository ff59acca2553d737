package import Diagnostics
package import Filesystem

/// A program as it is about to replace this one.
package struct ProgramLaunch: Sendable {
  package let program: FilePath
  /// `argv`, the name first.
  package let arguments: [[UInt8]]
  package let environment: Environment

  package init(program: FilePath, arguments: [[UInt8]], environment: Environment) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
  }

  /// Becomes the program. Returns only as an error, and says what is wrong with the program rather than with the call.
  package func run(display: (FilePath) -> String) throws(Problem) -> Never {
    let failure: FileError
    do throws(FileError) {
      try ChildProcess.replace(with: program, arguments: arguments, environment: environment)
    } catch {
      failure = error
    }
    if failure.isUnknownFormat, isText { try runByShell(display: display) }
    if failure.isMissing, program.isExecutableFile, let interpreter = interpreter() {
      throw .selection(.noInterpreter(path: display(program), interpreter: interpreter))
    }
    throw .selection(.notExecutable(path: display(program), reason: failure.reason))
  }

  /// Whether it can be a script: a shell makes nothing good of a program for another machine.
  private var isText: Bool {
    guard let head = try? program.bytes(0..<256) else { return false }
    return !head.starts(with: [0x7f, 0x45, 0x4c, 0x46]) && !head.contains(0)
  }

  /// A script without a first line that names its interpreter is the shell's, as for execvp(3).
  private func runByShell(display: (FilePath) -> String) throws(Problem) -> Never {
    let shell: FilePath = "/bin/sh"
    do throws(FileError) {
      try ChildProcess.replace(
        with: shell,
        arguments: [Array(shell.bytes), Array(program.bytes)] + arguments.dropFirst(),
        environment: environment)
    } catch {
      throw .selection(.notExecutable(path: display(program), reason: error.reason))
    }
  }

  /// What the first line of a script names.
  private func interpreter() -> String? {
    guard let head = try? program.bytes(0..<256), head.starts(with: "#!".utf8) else { return nil }
    let line = head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
    let word = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      .prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }
}

extension Environment {
  /// This environment with `folders` first on `PATH`, in their order.
  ///
  /// A folder that cannot be an entry of `PATH` (a colon would end it) is left out, and nothing changes where `PATH` starts with
  /// them already: a tool that calls itself is not to make it longer each time.
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
    result.set("PATH", to: first + [colon] + (rest ?? Array("/bin:/usr/bin".utf8)))
    return result
  }

  /// This environment for a program of the system that a shim passes on to.
  ///
  /// Throws where programs of the system and shims call each other in a circle.
  package func countingOnePass(for executable: String) throws(Problem) -> Environment {
    let name = PassCount.variable.description
    let passes = bytes(of: name).map { PassCount.read($0) } ?? 0
    if passes >= PassCount.most { throw .selection(.recursion(executable: executable)) }
    var result = self
    result[name] = String(passes + 1)
    return result
  }
}
