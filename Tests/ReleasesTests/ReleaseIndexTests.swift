import Diagnostics
import Releases
import Testing
import Versions
import Vocabulary

@Suite struct ReleaseIndexTests {
  private static let digest = "sha256:" + String(repeating: "ab", count: 32)

  private static func fault(_ text: String) -> ReleaseProblem.IndexFault? {
    do throws(ReleaseProblem.IndexFault) {
      _ = try ReleaseIndex(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func `releases are sorted by version`() throws {
    let index = try ReleaseIndex(
      Array(
        """
        bootstrap-releases 1
        serial 12
        release 0.9.0 2026-11-01
          linux-x64 10 \(Self.digest)
        release 0.10.0 2026-12-01

          linux-x64 20 \(Self.digest)
          plan9-mips 30 \(Self.digest)

        """.utf8))
    #expect(index.serial == 12)
    #expect(index.releases.map(\.version.spelling) == ["0.10.0", "0.9.0"])
    #expect(index.releases.map(\.date) == ["2026-12-01", "2026-11-01"])
    #expect(index.releases[0].archives["plan9-mips"]?.size == 30)
    #expect(index.releases[0].archiveName(for: .linuxX64) == "bootstrap-0.10.0-linux-x64")
    #expect(index.release(index.releases[1].version) == index.releases[1])
  }

  @Test(arguments: [
    ("", 1), ("releases 1\nserial 1\n", 1), ("<html>", 1), ("bootstrap-releases 1", 2),
    ("bootstrap-releases 1\nserial 0\n", 2), ("bootstrap-releases 1\nserial -3\n", 2),
    ("bootstrap-releases 1\nserial 1\n  linux-x64 1 \(digest)\n", 3),
    ("bootstrap-releases 1\nserial 1\nrelease one 2026-12-01\n", 3),
    ("bootstrap-releases 1\nserial 1\nrelease 1.0.0\n", 3),
    ("bootstrap-releases 1\nserial 1\nrelease 1.0.0 2026-12-01\n  linux-x64 1 sha256:00\n", 4),
    ("bootstrap-releases 1\nserial 1\nrelease 1.0.0 2026-12-01\n  linux-x64 0 \(digest)\n", 4),
    ("bootstrap-releases 1\nserial 1\nrelease 1.0.0 2026-12-01\nmore\n", 4),
  ])
  func `a line of another form is named`(_ text: String, _ line: Int) {
    #expect(Self.fault(text) == .unreadable(line: line))
  }

  @Test func `a newer format is told apart`() {
    #expect(Self.fault("bootstrap-releases 2\nanything\n") == .newerFormat)
  }
}
