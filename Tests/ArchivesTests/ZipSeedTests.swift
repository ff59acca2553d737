import Archives
import Filesystem
import Sandboxes
import Testing

/// Tests the seeds of the zip directory fuzzer. Each seed is named after its content.
@Suite struct ZipSeedTests {
  /// The folder of the seeds.
  private static let folder = FilePath.fixtures.appending("Fuzz/zip-directory")

  /// Returns the paths and sizes of the members of a seed, or the error of reading it.
  private func outcome(_ name: String) throws -> String {
    let bytes = try Self.folder.appending(name + ".zip").contents(limit: 1 << 20)
    do throws(ArchiveError) {
      guard
        case .complete(let directory) = try ZipDirectory.reading(
          tail: bytes, fileSize: bytes.count)
      else { return "incomplete" }
      var sizes: [String] = []
      for entry in directory.entries {
        let contents = try entry.contents(in: Array(bytes[entry.range]), limit: 1 << 20)
        sizes.append("\(entry.path) \(contents.count)")
      }
      return sizes.joined(separator: ", ")
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("empty", ""),
    (
      "wheel",
      "x-1.0.data/scripts/x 204, x-1.0.dist-info/METADATA 21, x-1.0.dist-info/RECORD 0"
    ),
    ("stored", "a 7"), ("directory-and-link", "bin 0, bin/a 1, link 5"),
    ("sizes-follow", "a 63, b 0"), ("comment-and-wide-sizes", "a 63"), ("wide-end", "a 7"),
  ])
  func `a valid zip is read completely`(name: String, expected: String) throws {
    #expect(try outcome(name) == expected)
  }

  @Test(arguments: [
    ("duplicate", "duplicate"), ("escape", "dots"), ("overlap", "overlap"),
    ("encrypted", "encrypted"), ("directory-of-2-gigabytes", "contradiction"),
    ("cut", "noDirectory"),
  ])
  func `an invalid zip is rejected with the expected error`(name: String, reason: String) throws {
    #expect(try outcome(name).contains(reason))
  }

  @Test func `seeds with a flipped bit are read or rejected without crashing`() throws {
    var count = 0
    for name in try Self.folder.entries() {
      let bytes = try Self.folder.appending(name).contents(limit: 1 << 20)
      // The last 100 bytes contain the directory. Each of their bits is flipped in turn.
      for bit in 0..<min(bytes.count, 100) * 8 {
        var damaged = bytes
        damaged[bytes.count - 1 - bit / 8] ^= 1 << (bit % 8)
        if case .complete(let directory)? = try? ZipDirectory.reading(
          tail: damaged, fileSize: damaged.count)
        {
          for entry in directory.entries {
            _ = try? entry.contents(in: Array(damaged[entry.range]), limit: 1 << 20)
          }
        }
        count += 1
      }
    }
    #expect(count > 8000)
  }
}
