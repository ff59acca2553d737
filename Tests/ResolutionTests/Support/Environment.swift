#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The value of an environment variable; nil if it is not set.
func environment(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// A number out of an environment variable; nil if it is not set or is no number.
func environmentNumber(_ name: String) -> Int? {
  environment(name).flatMap(Int.init)
}
