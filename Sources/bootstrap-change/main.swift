internal import ChangeCommands
internal import Filesystem
internal import LibC

StandardStreams.prepare()
// This precedes the first `await`, because Swift's runtime then opens files of its own and ends the
// process if it cannot.
if let code = ChangeProgram.refusalForLackOfDescriptors(
  commandLine: ProcessArguments.current, environment: .current)
{
  exit(code)
}
// Before anything is awaited, so that no signal comes too early.
let endings = TerminationSignals.startCatching()
exit(
  await ChangeProgram.run(
    commandLine: ProcessArguments.current, environment: .current, endings: endings))
