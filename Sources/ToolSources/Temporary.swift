package enum Platform: String, CaseIterable, Hashable, Sendable {
  case linuxX64 = "linux-x64"
  case linuxARM64 = "linux-arm64"
  case linuxX64Musl = "linux-x64-musl"
  case linuxARM64Musl = "linux-arm64-musl"
  case macOSX64 = "macos-x64"
  case macOSARM64 = "macos-arm64"
}
