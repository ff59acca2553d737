internal import ChangeCommands
internal import Filesystem
internal import LibC

StandardStreams.prepare()
// Before anything is awaited, so that no signal comes too early.
let endings = TerminationSignals.startCatching()
exit(
  await ChangeProgram.run(
    commandLine: ProcessArguments.current, environment: .current, endings: endings))
