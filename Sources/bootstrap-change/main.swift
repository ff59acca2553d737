internal import ChangeCommands
internal import Filesystem

StandardStreams.prepare()
ChangeProgram.run(commandLine: ProcessArguments.current, environment: .current)
