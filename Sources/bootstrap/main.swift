internal import Commands
internal import Filesystem

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

exit(MainProgram.run(typed: CommandWords.current, environment: .current))
