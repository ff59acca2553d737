import Testing
import Vocabulary

@Suite struct Nouns {
  @Test(arguments: ["a", "0", "ruff", "clang-format", "lib.x_1", String(repeating: "a", count: 64)])
  func `a valid tool name is accepted`(text: String) throws {
    #expect(try #require(ToolName(text)).text == text)
  }

  @Test(arguments: [
    "", "Ruff", "-a", ".a", "_a", "a b", "a/b", "a\u{0}", "é", "aé", "ａ", "a\n",
    String(repeating: "a", count: 65),
  ])
  func `an invalid tool name is rejected`(text: String) {
    #expect(ToolName(text) == nil)
  }

  @Test(arguments: [
    ("ruff", "BOOTSTRAP_RUFF_VERSION"),
    ("clang-format", "BOOTSTRAP_CLANG_FORMAT_VERSION"),
    ("a.b_c-9", "BOOTSTRAP_A_B_C_9_VERSION"),
  ])
  func `a tool name determines its environment variable`(name: String, variable: String) throws {
    #expect(try #require(ToolName(name)).environmentVariable == variable)
  }

  @Test(arguments: [
    "1", "0.17.5", "1!2.0+local.1", "21.0.1+12-LTS", "2024-01-01",
    String(repeating: "1", count: 128),
  ])
  func `a valid version text is accepted`(text: String) throws {
    #expect(try #require(VersionText(text)).text == text)
    #expect(PinnedVersion(text) == .exact(try #require(VersionText(text))))
  }

  @Test(arguments: [("v1.2", "1.2"), ("V2.0.rc1", "2.0.rc1")])
  func `a pin drops a leading v`(text: String, version: String) throws {
    #expect(PinnedVersion(text) == .exact(try #require(VersionText(version))))
  }

  @Test(arguments: [
    "1.0~rc1", "latest", "lts", "stable", "jruby-9.2.17.0", "1.0;touch", "%s", "1.x", "v", "vx",
    ">=1",
  ])
  func `a text that is no version of any scheme cannot be pinned`(text: String) {
    #expect(VersionText(text) != nil)
    #expect(PinnedVersion(text) == nil)
  }

  @Test(arguments: [
    "", "-rf", ".", "..", "../../x", "1/2", "1\\2", "1:2", "1 2", "1\t2", "1\u{0}", "1\u{7F}",
    "1\u{85}", "1\u{202E}", "é", "1#2", "\"1\"", String(repeating: "1", count: 129),
  ])
  func `an invalid version text is rejected`(text: String) {
    #expect(VersionText(text) == nil)
    #expect(PinnedVersion(text) == nil)
  }

  @Test(arguments: ["", "-x", ".routes", "..", "a/b", "a b", "a\"", "é", "a\u{1B}"])
  func `an invalid executable name is rejected`(text: String) {
    #expect(ExecutableName(text) == nil)
    #expect(PartName(text) == nil)
  }

  @Test(arguments: ["npx", "clang++", "FileCheck", "ld.lld", "["])
  func `a valid executable name is accepted`(text: String) throws {
    #expect(try #require(ExecutableName(text)).text == text)
  }

  @Test(arguments: ["sh", "SUDO", "Bootstrap", "$(id)", "["])
  func `a reserved executable name is reserved in every case`(text: String) throws {
    #expect(try #require(ExecutableName(text)).isReserved)
    #expect(try !#require(ExecutableName("shellcheck")).isReserved)
  }

  @Test func `a digest is parsed and formatted`() throws {
    let text = "1f00aa31c2d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e"
    let digest = try #require(SHA256Digest(hexadecimal: text))
    #expect(digest.hexadecimal == text)
    #expect(digest.description == "sha256:" + text)
    #expect(digest.bytes.count == 32 && digest.bytes[1] == 0 && digest.bytes[31] == 0x7E)
    #expect(SHA256Digest(bytes: digest.bytes) == digest)
    #expect(SHA256Digest(hexadecimal: text.uppercased()) == digest)
    #expect(SHA256Digest(hexadecimal: text.dropLast()) == nil)
    #expect(SHA256Digest(hexadecimal: text + "0") == nil)
    #expect(SHA256Digest(hexadecimal: text.dropLast() + "g") == nil)
    #expect(SHA256Digest(bytes: digest.bytes.dropLast()) == nil)
  }

  @Test func `a content id is 40 lowercase digits`() throws {
    let text = "1f00aa31c2d4e5f60718293a4b5c6d7e8f90a1b2"
    let id = try #require(ContentID(text))
    #expect(id.description == text)
    #expect(id.abbreviated == "1f00aa31c2d4")
    #expect(ContentID(text.uppercased()) == nil)
    #expect(ContentID(text.dropLast()) == nil)
    #expect(ContentID(text + "0") == nil)
    #expect(ContentID("1f00aa31c2d4") == nil)
    #expect(ContentID(String(repeating: "../../../", count: 4) + "../.") == nil)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1972-02-29T23:59:59Z", 68_255_999),
    ("2000-03-01T00:00:00Z", 951_868_800), ("2026-11-12T17:54:49Z", 1_794_506_089),
    ("2100-02-28T00:00:00Z", 4_107_456_000), ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func `a release time is parsed and formatted`(text: String, seconds: Int64) {
    #expect(ReleaseTime(text)?.secondsSince1970 == seconds)
    #expect(ReleaseTime(secondsSince1970: seconds).description == text)
  }

  @Test func `a release time may have a fraction and a leap second`() {
    #expect(ReleaseTime("2026-11-12T17:54:49.123456Z") == ReleaseTime("2026-11-12T17:54:49Z"))
    #expect(ReleaseTime(secondsSince1970: -1).description == "1969-12-31T23:59:59Z")
    #expect(ReleaseTime(secondsSince1970: 21_660_000_000).description == "2656-05-18T10:40:00Z")
    #expect(ReleaseTime("2016-12-31T23:59:60Z") == ReleaseTime("2017-01-01T00:00:00Z"))
  }

  @Test(arguments: [
    "", "2026-11-12", "2026-11-12T17:54:49", "2026-11-12 17:54:49Z", "2026-02-29T00:00:00Z",
    "2100-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
    "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z", "1969-12-31T23:59:59Z",
    "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.xZ", "2026-01-01T00:00:00+00:00",
    "-026-01-01T00:00:00Z",
  ])
  func `an invalid release time is rejected`(text: String) {
    #expect(ReleaseTime(text) == nil)
  }

  @Test(arguments: [
    ("3 days", 259_200, "3 days"), ("1 day", 86_400, "1 day"), ("12 hours", 43_200, "12 hours"),
    ("2 weeks", 1_209_600, "2 weeks"), ("14d", 1_209_600, "2 weeks"), ("24h", 86_400, "1 day"),
    ("2w", 1_209_600, "2 weeks"), ("0 days", 0, "0 hours"),
  ])
  func `a cooldown is parsed and formatted`(text: String, seconds: Int, description: String) {
    #expect(Cooldown(text)?.seconds == seconds)
    #expect(Cooldown(seconds: seconds).description == description)
  }

  @Test(arguments: ["", "3", "3 moons", "3  days", " 3 days", "-1 days", "1.5 days", "100001 days"])
  func `an invalid cooldown is rejected`(text: String) {
    #expect(Cooldown(text) == nil)
  }

  @Test(arguments: [
    "https://example.org/a%20b.whl?x=1&y=@2#sha256=00", "file:///srv/a@1.tgz", "a-1.0.tar.gz",
    "https://example.org/@scope/a",
  ])
  func `a valid artifact URL is accepted`(text: String) throws {
    #expect(try #require(ArtifactURL(text)).text == text)
  }

  @Test(arguments: [
    "", "https://example.org/a b", "https://user:secret@example.org/a",
    "http:/user:secret@example.org/a", "http:///user:secret@example.org/a",
    "user:secret@example.org",
    "https:user@example.org", "https://?a@b", "//token@example.org",
    "https://example.org/é", "https://example.org/\"", String(repeating: "a", count: 4097),
  ])
  func `an invalid artifact URL is rejected`(text: String) {
    #expect(ArtifactURL(text) == nil)
  }

  @Test func `this machine has a platform`() {
    #expect(Platform.allCases.contains(.current))
    #expect(Platform(rawValue: "linux-x64-musl") == .linuxX64Musl)
  }
}
