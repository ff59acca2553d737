// The platform that the shim is built for, by its name in a lock.
#if os(macOS) && arch(arm64)
  let platform: StaticString = "macos-arm64"
#elseif os(macOS) && arch(x86_64)
  let platform: StaticString = "macos-x64"
#elseif os(Linux) && arch(arm64)
  let platform: StaticString = "linux-arm64"
#elseif os(Linux) && arch(x86_64)
  let platform: StaticString = "linux-x64"
#else
  #error("bootstrap has no name for this platform")
#endif
