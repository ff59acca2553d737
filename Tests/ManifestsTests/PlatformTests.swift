import Manifests
import Testing
import Vocabulary

@Suite struct PlatformTests {
  @Test(arguments: [
    ("linux-amd64", ["linux-x64"]), ("linux-x86", ["linux-x64"]), ("Linux_x86_64", ["linux-x64"]),
    ("x86_64-unknown-linux-gnu", ["linux-x64"]), ("darwin/arm64", ["macos-arm64"]),
    ("aarch64-apple-darwin", ["macos-arm64"]), ("alpine-x64", ["linux-x64-musl"]),
    ("x86-64-linux-musl", ["linux-x64-musl"]), ("linux", ["linux-x64", "linux-arm64"]),
    ("macOS", ["macos-x64", "macos-arm64"]), ("arm64", ["linux-arm64", "macos-arm64"]),
    ("windows-x64", []), ("linux-x46", []), ("linux-riscv64", []), ("", []), ("-", []),
  ])
  func `a name of another program means the platforms that it describes`(
    text: String, platforms: [String]
  ) {
    #expect(Platform.named(byOthers: text).map(\.rawValue) == platforms)
  }

  @Test(arguments: Platform.allCases) func `a platform's own name means itself`(_ own: Platform) {
    #expect(Platform.named(byOthers: own.rawValue) == [own])
  }
}
