import Cryptography
import Testing
import Vocabulary

@testable import ToolSources

@Suite struct ChecksumFilesTests {
  private static func files(_ names: String, for asset: String) -> [String] {
    ChecksumFiles(names.split(separator: " ").map(String.init)).files(for: asset).map(\.name)
  }

  @Test(arguments: [
    "checksums.txt", "SHA256SUMS", "sha256sum.txt", "SHASUMS256.txt", "tool_1.2.3_checksums.txt",
    "tool-linux-x64.zip.sha256", "tool-linux-x64.zip.sha256sum", "tool-linux-x64.sha256",
    "tool-linux-x64_checksums.txt", "hashes.sha256", "tool_SHA256SUMS", "SHA256SUMS.tool-1.2.3",
    "sha256sums.json", "tool-linux-x64.zip.sha512", "sha512sums.txt", "SHASUMS512.txt",
    "SHASUMS.txt",
  ])
  func `names of files with digests are known`(name: String) {
    #expect(Self.files("\(name) tool-linux-x64.zip", for: "tool-linux-x64.zip") == [name])
  }

  @Test(arguments: [
    "tool-linux-x64.zip.sha384", "MD5SUMS", "b2sums.txt", "checksums.txt.asc",
    "checksums.txt.sigstore.json", "tool-darwin-x64.zip.sha256", "src.tar.gz.sha256",
    "checksums-darwin.txt", "readme.txt", "tool-linux-x64.zip", "checksum-tool-linux-x64.zip",
  ])
  func `other files are passed over`(name: String) {
    #expect(Self.files("\(name)", for: "tool-linux-x64.zip") == [])
  }

  @Test(arguments: ["", ".", "-", "é", "sha256", ".sha256", "checksums"])
  func `odd names are read`(name: String) {
    #expect(Self.files(name, for: name) == [])
  }

  @Test func `a file's own digest is preferred`() {
    let names =
      "tool-linux-x64.zip.sha512 SHA256SUMS checksums.txt tool-linux-x64.zip.sha256 "
      + "other_checksums.txt"
    #expect(
      Self.files(names, for: "tool-linux-x64.zip") == [
        "tool-linux-x64.zip.sha256", "SHA256SUMS", "checksums.txt", "other_checksums.txt",
        "tool-linux-x64.zip.sha512",
      ])
  }
}

@Suite struct ChecksumTextTests {
  private static let one = String(repeating: "1f", count: 32)
  private static let two = String(repeating: "2e", count: 32)
  private static let long = String(repeating: "3d", count: 64)

  private static func sha256(_ text: String) throws -> ChecksumText.Answer {
    .digest(.sha256(try #require(SHA256Digest(hexadecimal: text))))
  }

  private static func sha512(_ text: String) throws -> ChecksumText.Answer {
    .digest(.sha512(try #require(SHA512Digest(hexadecimal: Array(text.utf8)[...]))))
  }

  private static func answer(
    _ text: String, _ name: String = "a.zip", isForOneFile: Bool = false
  ) throws -> ChecksumText.Answer {
    try #require(ChecksumText(Array(text.utf8))).digest(of: name, isForOneFile: isForOneFile)
  }

  @Test func `a table states the digest of the file at an address`() throws {
    let text =
      "name\turl\tsha1\tsha256\n"
      + "a-1.0\thttps://e.org/a-1.0.zip\t\(Self.one.prefix(40))\t\(Self.one)\n"
      + "a-1.0\thttps://e.org/a-1.0.tar.gz\t\(Self.two.prefix(40))\t\(Self.two)\n"
    #expect(try Self.answer(text, "a-1.0.zip") == Self.sha256(Self.one))
    #expect(try Self.answer(text, "a-1.0.tar.gz") == Self.sha256(Self.two))
    #expect(try Self.answer(text, "a-1.0") == .missing)
  }

  @Test(arguments: [
    "\(one)  a.zip\n", "\(one) *a.zip\r\n\(two)  b.zip\r\n", "\(one)\ta.zip",
    "\(one.uppercased())  ./dist/a.zip", "SHA256 (a.zip) = \(one)", "SHA2-256(dist/a.zip)= \(one)",
    "a.zip: \(one)", "a.zip  sha256:\(one)", "\u{FEFF}\(one)  a.zip", "# note\n\n\(one)  a.zip\n",
    "\(one)  a.zip\n\(one)  a.zip\n", "\\\(one)  a.zip",
    #"{"a.zip": "\#(one)", "b.zip": "\#(two)"}"#,
    #"{"files": [{"name": "a.zip", "size": 1, "sha256": "\#(one)"}]}"#,
    #"{"a.zip": {"digests": {"sha256": "\#(one)"}}}"#,
    #"[{"digest": "sha256:\#(one)", "path": "dist/a.zip"}]"#,
  ])
  func `forms of digests are read`(text: String) throws {
    #expect(try Self.answer(text) == Self.sha256(Self.one))
  }

  @Test(arguments: [
    "\(long)  a.zip\n", "\(long) *dist/build/a.zip\r\n", "SHA512 (a.zip) = \(long)",
    "sha512:\(long)  a.zip", #"{"a.zip": {"sha512": "\#(long)"}}"#,
    #"[{"name": "a.zip", "sha512": "\#(long.uppercased())"}]"#,
  ])
  func `a SHA-512 digest is read, but one of SHA-256 is preferred`(text: String) throws {
    #expect(try Self.answer(text) == Self.sha512(Self.long))
    if text.first == "{" || text.first == "[" { return }
    #expect(try Self.answer("\(text)\n\(Self.one)  a.zip") == Self.sha256(Self.one))
  }

  @Test func `one object may state the digests of both algorithms`() throws {
    for members in [
      #""sha512": "\#(Self.long)", "sha256": "\#(Self.one)""#,
      #""sha256": "\#(Self.one)", "sha512": "\#(Self.long)""#,
    ] {
      #expect(try Self.answer("[{\"name\": \"a.zip\", \(members)}]") == Self.sha256(Self.one))
    }
  }

  @Test(arguments: [false, true]) func `UTF-16 is read`(isBigEndian: Bool) throws {
    let text = "\u{FEFF}\(Self.one) *dist\\build\\a.zip\r\n\(Self.two)  é.zip\r\n"
    var bytes: [UInt8] = []
    for unit in text.utf16 {
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      bytes += isBigEndian ? [high, low] : [low, high]
    }
    for bytes in [bytes, bytes + [0]] {
      let sums = try #require(ChecksumText(bytes))
      #expect(try sums.digest(of: "a.zip") == Self.sha256(Self.one))
      #expect(try sums.digest(of: "é.zip") == Self.sha256(Self.two))
    }
  }

  @Test(arguments: [
    "", "\(one)  b.zip", "\(one)", "SHA512 (a.zip) = \(one)", "BLAKE3 (a.zip) = \(one)",
    "BLAKE2b (a.zip) = \(long)", "\(long.dropLast())  a.zip",
    "\(one.dropLast())  a.zip", #"{"a.zip": {"blake3": "\#(one)"}}"#,
    #"{"a.zip": "#, "[[[[[[[[[[[[[[[[", #"{"sha256": "\#(one)"}"#,
  ])
  func `a digest can be missing`(text: String) throws {
    #expect(try Self.answer(text) == .missing)
  }

  @Test func `two digests of a file contradict each other`() throws {
    #expect(try Self.answer("\(Self.one)  a.zip\n\(Self.two)  dist/a.zip") == .contradictory)
    let json = #"[{"name": "a.zip", "sha256": "\#(Self.one)"}, {"a.zip": "\#(Self.two)"}]"#
    #expect(try Self.answer(json) == .contradictory)
    let other = String(repeating: "4c", count: 64)
    #expect(
      try Self.answer("\(Self.one)  a.zip\n\(Self.long)  a.zip\n\(other)  a.zip") == .contradictory)
  }

  @Test func `a digest without a name is that of the only file`() throws {
    for text in ["\(Self.one)\n", "\(Self.one)  -"] {
      #expect(try Self.answer(text, isForOneFile: true) == Self.sha256(Self.one))
      #expect(try Self.answer(text) == .missing)
    }
    #expect(try Self.answer("\(Self.one)  b.zip", isForOneFile: true) == .missing)
  }

  @Test func `a text that is too large is refused`() {
    #expect(ChecksumText([UInt8](repeating: 0x20, count: ChecksumText.maximumSize)) != nil)
    #expect(ChecksumText([UInt8](repeating: 0x20, count: ChecksumText.maximumSize + 1)) == nil)
  }
}
