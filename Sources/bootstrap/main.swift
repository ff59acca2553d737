internal import Commands
internal import Filesystem
internal import LibC

exit(MainProgram.run(commandLine: ProcessArguments.current, environment: .current))
