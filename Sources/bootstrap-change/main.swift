internal import ChangeCommands
internal import Filesystem
internal import LibC

StandardStreams.prepare()
exit(await ChangeProgram.run(commandLine: ProcessArguments.current, environment: .current))
