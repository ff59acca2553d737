internal import Commands
internal import Filesystem
internal import LibC

exit(MainProgram.run(typed: ProcessArguments.current, environment: .current))
