internal import Commands
internal import Filesystem
internal import LibC

exit(MainProgram.run(typed: CommandWords.current, environment: .current))
