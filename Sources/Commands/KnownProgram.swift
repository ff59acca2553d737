package import Diagnostics
package import Filesystem
internal import Layout
internal import Projects
internal import Selection
package import SourceKinds
internal import Terminal
internal import Vocabulary

/// A program of a tool that a registry defines.
package struct KnownProgram {
  package let name: String
  /// The tool of this name, or the one that provides the program.
  let tool: ToolName

  /// Creates the program, or returns `nil` if no registry knows it.
  package init?(_ name: String, in registries: Registries) {
    let own = ToolName(name).flatMap { registries.entry(of: $0) == nil ? nil : $0 }
    guard let tool = own ?? registries.provider(of: name) else { return nil }
    (self.name, self.tool) = (name, tool)
  }

  /// Returns the command line that runs the program where nothing pins it.
  func commandLine(with arguments: [String]) -> [String] {
    ["bootstrap", XCommand.syntax.name, tool.text]
      + (tool.text == name ? [] : ["--", name]) + arguments
  }
}

extension UsageProblem {
  /// Returns the problem. If the unknown command is a program of a tool, adds the command line that
  /// runs it: with `exec` if the tool is pinned in the directory, and otherwise with `x`.
  ///
  /// - Parameters:
  ///   - commandLine: The arguments of the process, byte for byte, starting with its name.
  ///   - environment: The environment of the process.
  package func runningProgram(
    _ commandLine: [[UInt8]], _ environment: Environment
  ) -> UsageProblem {
    guard case .unknownCommand(let name, let nearest, let counterparts) = self,
      // The counterparts of other programs' commands take precedence.
      counterparts.isEmpty || !nearest.isEmpty,
      let index = commandLine.dropFirst().firstIndex(of: Array(name.utf8))
    else { return self }
    var words = commandLine
    words.insert(Array(ExecCommand.syntax.name.utf8), at: index)
    guard
      let program = try? Program(
        commandLine: words, environment: environment, commands: [ExecCommand.syntax]),
      let session = try? Session(program)
    else { return self }
    let known = KnownProgram(name, in: .trusted(in: session.root))
    let pins = ((try? session.selector().pinChain().pins()) ?? []).map(\.tool)
    let arguments = session.arguments.command.dropFirst()
      .map { String(decoding: $0, as: UTF8.self) }
    let line: [String]
    if pins.contains(where: { $0.text == name || $0 == known?.tool }) {
      line = ["bootstrap", ExecCommand.syntax.name, name] + arguments
    } else if let known {
      line = known.commandLine(with: arguments)
    } else {
      return self
    }
    return .unknownCommand(
      name, nearest: [], counterparts: [line.map(shellWord).joined(separator: " ")])
  }
}
