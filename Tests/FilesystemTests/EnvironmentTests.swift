import Filesystem
import Testing

@Suite struct EnvironmentTests {
  @Test func `variables are found by their full name`() {
    let environment = Environment(["PATH": "/bin", "PATH_MORE": "no", "EMPTY": ""])
    #expect(environment["PATH"] == "/bin")
    #expect(environment["PAT"] == nil)
    #expect(environment["EMPTY"] == "")
    #expect(environment.nonEmpty("EMPTY") == nil)
    #expect(environment.path("EMPTY") == nil)
    #expect(environment.path("PATH") == "/bin")
  }

  @Test func `the first duplicate counts, and setting it replaces both`() {
    var environment = Environment(entries: ["A=1", "A=2", "nothing", "=x"].map { Array($0.utf8) })
    #expect(environment["A"] == "1")
    environment["A"] = "3"
    #expect(
      environment.entries.map { String(decoding: $0, as: UTF8.self) } == ["nothing", "=x", "A=3"])
    environment["A"] = nil
    #expect(environment["A"] == nil)
  }

  @Test func `bytes that are not UTF-8 are preserved`() {
    var environment = Environment([:])
    environment.set("HOME", to: [0x2F, 0xFF])
    #expect(environment.entries == [Array("HOME=/".utf8) + [0xFF]])
    #expect(environment.path("HOME").map { Array($0.bytes) } == [0x2F, 0xFF])
  }

  @Test func `the environment of this process is read`() {
    #expect(Environment.current.nonEmpty("PATH") != nil)
  }
}
