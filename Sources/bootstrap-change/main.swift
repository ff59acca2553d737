internal import ChangeCommands
internal import Filesystem

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

// Before anything is awaited, so that no signal comes too early.
let endings = Signals.catchEndings()
exit(
  await ChangeProgram.run(typed: CommandWords.current, environment: .current, endings: endings))
