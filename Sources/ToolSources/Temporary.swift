package enum Platform: String, CaseIterable, Hashable, Sendable {
  case linuxX64 = "linux-x64"
  case linuxArm64 = "linux-arm64"
  case linuxX64Musl = "linux-x64-musl"
  case linuxArm64Musl = "linux-arm64-musl"
  case macosX64 = "macos-x64"
  case macosArm64 = "macos-arm64"
}
