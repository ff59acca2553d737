internal import Commands
internal import Filesystem
internal import LibC

#if CONTAINS_CHANGE_COMMANDS
  internal import ChangeCommands
#endif

StandardStreams.prepare()
let commandLine = ProcessArguments.current
if let code = MainProgram.run(commandLine: commandLine, environment: .current) { exit(code) }
#if CONTAINS_CHANGE_COMMANDS
  ChangeProgram.run(commandLine: commandLine, environment: .current)
#else
  exit(
    Handoff.run(
      commandLine: commandLine, environment: .current, commands: MainProgram.syntaxes))
#endif
