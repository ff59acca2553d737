internal import ChangeCommands
internal import Filesystem

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

// Before anything is awaited, and so before there is another thread.
let endings = Signals.endings()
exit(
  await ChangingProgram.run(typed: CommandWords.current, environment: .current, endings: endings))
