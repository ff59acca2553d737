import Cryptography
import Diagnostics
import Filesystem
import Manifests
import SampleWheels
import Sandboxes
import Testing

@testable import Archives

@Suite struct WheelRecordTests {
  /// The digest of an empty file, in the encoding that a record uses.
  private static let empty = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"

  /// Creates the directory entries of empty files.
  private func entries(_ names: [String]) throws -> [ZipEntry] {
    var writer = ZipWriter()
    for name in names { writer.add(name, "") }
    let bytes = writer.bytes
    guard
      case .complete(let directory) = try ZipDirectory.reading(tail: bytes, fileSize: bytes.count)
    else { throw ArchiveError.zip(.noDirectory) }
    return directory.entries
  }

  @Test(arguments: [
    ("a,sha256=\(empty),0", true),
    ("a,sha256=\(empty),0\r\n", true),
    ("b,,\na,sha256=\(empty),0\n", true),
    // A different file, a different size, and missing fields.
    ("b,sha256=\(empty),0", false), ("a,sha256=\(empty),1", false), ("a,,", false), ("", false),
    ("a,sha256=\(empty),", false), ("a,sha256=\(empty)", false), ("a,sha256=\(empty),0,", false),
    ("\"a\",sha256=\(empty),0", false),
    // A weak digest, and malformed ones.
    ("a,md5=1B2M2Y8AsgTpgAmY7PhCfg,0", false), ("a,sha256=,0", false),
    ("a,sha256=\(empty.dropLast()),0", false), ("a,sha256=\(empty)=,0", false),
    ("a,sha256=\(empty.dropLast())V,0", false), ("a,sha256=\(empty.dropLast())!,0", false),
    ("a,sha256=\(empty.replacing("-", with: "+")),0", false),
  ])
  func `a line gives the digest of the file with its name and size`(
    text: String, tells: Bool
  ) throws {
    let digest = try WheelRecord(Array(text.utf8), limit: 10).digest(of: entries(["a"])[0])
    #expect(digest == (tells ? Cryptography.SHA256.digest(of: []) : nil))
  }

  @Test(arguments: [
    ("plain", ["a-1.data/scripts/a", "a-1.dist-info/METADATA"]), ("crlf", ["a"]), ("odd", []),
  ])
  func `readable lines of the fuzzing seeds are parsed`(name: String, paths: [String]) throws {
    let seed = FilePath.fixtures.appending("Fuzz/wheel-record/\(name)")
    let record = WheelRecord(try seed.contents(limit: 1 << 16), limit: 100)
    #expect(record.lines.keys.map(\.text).sorted() == paths)
  }

  @Test func `lines beyond the number of files are ignored`() throws {
    let text = ["x", "a", "b"].map { "\($0),sha256=\(Self.empty),0\n" }.joined()
    let record = WheelRecord(Array(text.utf8), limit: 2)
    #expect(try entries(["a", "b"]).map { record.digest(of: $0) != nil } == [true, false])
  }

  @Test(arguments: [
    ("a-1.dist-info/RECORD", true), ("RECORD", false), ("x/a-1.dist-info/RECORD", false),
    ("a-1.dist-info/RECORD.jws", false), ("a-1.dist-infos/RECORD", false),
  ])
  func `the record is in the top-level dist-info folder`(path: String, isRecord: Bool) throws {
    #expect(WheelRecord.isRecord(try MemberPath(path)) == isRecord)
  }

  @Test func `recorded digests are used for a wheel and computed for a zip`() async throws {
    var writer = ZipWriter()
    for name in ["told", "untold"] { writer.add(name, name) }
    writer.add(
      "a-1.dist-info/RECORD", "told,sha256=\(Self.empty),4\nuntold,sha256=\(Self.empty),5\n")
    let zip = writer.bytes
    for format in [ArchiveFormat.wheel, .zip] {
      try await withScratch { scratch in
        let archive = scratch.appending("archive")
        try archive.replaceContents(with: zip, isDurable: false)
        let unpacked = try await unpack(archive, format, in: scratch) { _ in }
        #expect(unpacked.error == nil)
        let told = Cryptography.SHA256.digest(of: format == .wheel ? [] : Array("told".utf8))
        #expect(unpacked["told"]?.digest == told)
        #expect(unpacked["untold"]?.digest == Cryptography.SHA256.digest(of: Array("untold".utf8)))
        #expect(unpacked.files.allSatisfy { $0.checksum != nil })

        #expect(unpacked.files.allSatisfy { $0.actualDigest == nil })

        // An examination also computes the digests that the record states.
        let examined = try await ArchiveExtraction(of: archive, as: format, foldsCase: false)
          .examine { MemberPlacement($0) }
        let wrong = examined.filter { $0.actualDigest != nil }
        #expect(wrong.map(\.path.text) == (format == .wheel ? ["told"] : []))
        #expect(
          wrong.allSatisfy { $0.actualDigest == Cryptography.SHA256.digest(of: Array("told".utf8)) }
        )

        let contents = try ZipContents(of: archive)
        #expect(try contents.contents(of: MemberPath("told")) == Array("told".utf8))
        #expect(try contents.contents(of: MemberPath("other")) == nil)
      }
    }
  }
}
