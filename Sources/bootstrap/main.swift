internal import Commands
internal import Filesystem
internal import LibC

StandardStreams.prepare()
exit(MainProgram.run(commandLine: ProcessArguments.current, environment: .current))
