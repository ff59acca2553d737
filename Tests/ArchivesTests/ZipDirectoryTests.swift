import Archives
import Diagnostics
import SampleWheels
import Testing

@Suite struct ZipDirectoryTests {
  /// Parses the directory of a complete zip.
  private func read(
    _ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> ZipDirectory {
    switch try ZipDirectory.reading(tail: bytes, fileSize: bytes.count, limits: limits) {
    case .complete(let directory): return directory
    case .needs(let range):
      Issue.record("the whole file is there, and \(range) is wanted")
      throw ArchiveError.cancelled
    }
  }

  /// Returns the error of parsing a zip that `change` writes, or `nil` if it is valid.
  private func error(_ change: (inout ZipWriter) -> Void) -> ArchiveError? {
    var writer = ZipWriter()
    change(&writer)
    do {
      _ = try read(writer.bytes)
      return nil
    } catch {
      return error as? ArchiveError
    }
  }

  @Test(arguments: [false, true])
  func `names, kinds, sizes and offsets are read`(isWide: Bool) throws {
    var writer = ZipWriter()
    writer.isZip64 = isWide
    writer.add("bin/") { $0.mode = 0o040755 }
    writer.add("bin/tool", "program", mode: 0o100755) { $0.isZip64 = isWide }
    writer.add("README", "read me")
    writer.add("link", "bin/tool", mode: 0o120777)
    writer.comment = Array("said PK\u{5}\u{6} somebody".utf8)
    let bytes = writer.bytes
    let directory = try read(bytes)
    #expect(directory.entries.map(\.path.text) == ["bin", "bin/tool", "README", "link"])
    #expect(directory.entries.map(\.kind) == [.directory, .file, .file, .link])
    #expect(directory.entries.map(\.size) == [0, 7, 7, 8])
    #expect(directory.entries.map(\.isExecutable) == [false, true, false, false])
    #expect(directory.entries.first?.offset == 0)
    for entry in directory.entries where entry.kind != .directory {
      let contents = try entry.contents(in: Array(bytes[entry.range]), limit: 100)
      #expect(contents.count == entry.size)
    }
    let tool = directory.entries[1]
    #expect(try tool.contents(in: Array(bytes[tool.range]), limit: 7) == Array("program".utf8))
    #expect(throws: ArchiveError.limit(.size(limit: 6))) {
      try tool.contents(in: Array(bytes[tool.range]), limit: 6)
    }
    #expect(throws: ArchiveError.member(name: "bin/tool", .truncated)) {
      try tool.contents(in: Array(bytes[tool.range].dropLast()), limit: 7)
    }
  }

  @Test func `an empty zip has no members`() throws {
    #expect(try read(ZipWriter().bytes).entries.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a tail that is too short asks for the missing range`(isWide: Bool) throws {
    var writer = ZipWriter()
    writer.isZip64 = isWide
    for index in 0..<5 { writer.add("\(index)", "content") }
    writer.comment = Array(repeating: 32, count: 30)
    let bytes = writer.bytes
    let whole = try read(bytes)
    // Starting with any tail, supplying the missing bytes eventually completes the directory.
    for length in 0...bytes.count {
      var tail = Array(bytes.suffix(length))
      var steps = 0
      while true {
        let reading = try ZipDirectory.reading(tail: tail, fileSize: bytes.count)
        if case .complete(let directory) = reading {
          #expect(directory == whole)
          break
        }
        guard case .needs(let range) = reading, range.upperBound == bytes.count,
          range.count > tail.count
        else {
          Issue.record("no progress from \(length)")
          break
        }
        tail = Array(bytes[range])
        steps += 1
      }
      #expect(steps <= 3)
    }
  }

  @Test func `a distant zip64 end record is not asked for`() throws {
    var writer = ZipWriter()
    writer.isZip64 = true
    writer.add("a", "program")
    let tail = Array(writer.bytes.suffix(60))
    #expect(throws: ArchiveError.limit(.directory(limit: 128_000_000))) {
      try ZipDirectory.reading(tail: tail, fileSize: 1 << 40)
    }
  }

  @Test func `a file that is not a zip has no directory`() {
    #expect(throws: ArchiveError.zip(.noDirectory)) { try read([]) }
    #expect(throws: ArchiveError.zip(.noDirectory)) { try read(Array("<html>".utf8)) }
    #expect(throws: ArchiveError.zip(.noDirectory)) {
      try read([UInt8](repeating: 0, count: 200_000))
    }
  }

  @Test func `a truncated zip is rejected`() {
    var writer = ZipWriter()
    for index in 0..<4 { writer.add("member-\(index)", "content") }
    let bytes = writer.bytes
    for length in 0..<bytes.count {
      #expect(throws: ArchiveError.self) { try read(Array(bytes.prefix(length))) }
    }
  }

  @Test func `inconsistent directory records are rejected`() {
    #expect(error { $0.claimedCount = 7 } == .zip(.contradiction))
    #expect(
      error {
        $0.add("a", "x")
        $0.claimedCount = 0
      } == .zip(.contradiction))
    #expect(
      error {
        $0.add("a", "x")
        $0.claimedDirectoryOffset = 1
      } == .zip(.contradiction))
    #expect(error { $0.gap = [0] } == .zip(.contradiction))
    #expect(error { $0.disk = 1 } == .zip(.severalParts))
    #expect(
      error {
        $0.isZip64 = true
        $0.claimedCount = .max
      } == .limit(.members(limit: 500_000)))
    #expect(
      error {
        $0.isZip64 = true
        $0.claimedDirectoryOffset = .max
      } == .zip(.contradiction))
    #expect(
      error {
        $0.add("a", "x")
        $0.claimedDirectorySize = 10
        $0.claimedDirectoryOffset = 69
      } != nil)
  }

  @Test func `a duplicate name is rejected`() {
    let error = error {
      $0.add("a", "x")
      $0.add("b", "x")
      $0.add("a", "y")
    }
    #expect(error == .member(name: "a", .duplicate))
  }

  @Test func `a folder may be listed twice, as in a tar archive`() {
    let error = error {
      $0.add("a/", "")
      $0.add("a/b", "x")
      $0.add("a/", "")
    }
    #expect(error == nil)
  }

  @Test(arguments: [1 << 0, 1 << 6, 1 << 13] as [UInt16])
  func `an encrypted member is rejected`(flag: UInt16) {
    #expect(error { $0.add("a", "x") { $0.flags = flag } } == .member(name: "a", .encrypted))
  }

  @Test func `overlapping members are rejected`() {
    let overlap = ArchiveError.member(name: "a", .overlap)
    #expect(
      error {
        $0.add("a", "same")
        $0.add("b", "same") { $0.claimedOffset = 0 }
      } != nil)
    #expect(error { $0.add("a", "x") { $0.claimedOffset = 1 << 20 } } == overlap)
    #expect(
      error {
        $0.add("a", "x") {
          $0.claimedSize = 1 << 30
          $0.claimedPackedSize = 1 << 30
        }
      } == overlap)
    #expect(
      error {
        $0.add("a", "x") {
          $0.isZip64 = true
          $0.claimedSize = .max
          $0.claimedPackedSize = .max
        }
      } == overlap)
  }

  @Test(
    arguments: [
      ("../a", .path(.dots)), ("/a", .path(.absolute)), ("a\\b", .path(.backslash)),
      ("a//b", .path(.emptyComponent)), ("a\0b", .path(.nul)),
    ] as [(String, MemberFailure)])
  func `a name that escapes the directory is rejected`(name: String, failure: MemberFailure) {
    #expect(error { $0.add(name, "x") } == .member(name: name, failure))
  }

  @Test func `a name that is not UTF-8 is rejected`() {
    let error = error { $0.add("", "x") { $0.claimedName = [0x66, 0xff] } }
    #expect(error == .member(name: "f\u{fffd}", .path(.notUTF8)))
  }

  @Test(arguments: [0o010644, 0o020644, 0o060644, 0o140644] as [UInt32])
  func `devices, pipes and sockets are rejected`(mode: UInt32) {
    #expect(error { $0.add("a", "", mode: mode) } == .member(name: "a", .kind))
  }

  @Test(arguments: [1, 9, 12, 14, 93, 99] as [UInt16])
  func `only stored and deflated members are read`(method: UInt16) {
    #expect(
      error { $0.add("a", "x") { $0.method = .other(method) } }
        == .member(name: "a", .method(Int(method))))
  }

  @Test func `a Unicode name that differs from the name is rejected`() {
    let field: [UInt8] = [0x75, 0x70, 6, 0, 1, 0, 0, 0, 0, UInt8(ascii: "b")]
    #expect(error { $0.add("a", "x") { $0.extra = field } } == .member(name: "a", .headersDisagree))
  }

  @Test func `an extra field that overruns its space is rejected`() {
    #expect(error { $0.add("a", "x") { $0.extra = [9, 0, 5, 0] } } != nil)
    #expect(error { $0.add("a", "x") { $0.extra = [9, 0, 1, 0, 7] } } == nil)
    #expect(error { $0.add("a", "x") { $0.extra = [0, 0, 0] } } == nil)
  }

  @Test func `a name ending in a slash must be an empty directory`() {
    #expect(
      error { $0.add("a/", "b", mode: 0o120777) } == .member(name: "a/", .headersDisagree))
    #expect(
      error { $0.add("a/", "b", mode: 0o040755) }
        == .member(name: "a/", .size(expected: 0, actual: 1)))
  }

  @Test func `local headers and contents must match the directory`() throws {
    func contents(_ change: (inout ZipMember) -> Void) throws -> [UInt8] {
      var writer = ZipWriter()
      writer.add("a", "content", change: change)
      let bytes = writer.bytes
      let entry = try read(bytes).entries[0]
      return try entry.contents(in: Array(bytes[entry.range]), limit: 100)
    }
    let disagree = ArchiveError.member(name: "a", .headersDisagree)
    #expect(try contents { _ in } == Array("content".utf8))
    #expect(throws: disagree) { try contents { $0.localName = Array("b".utf8) } }
    #expect(throws: disagree) { try contents { $0.localMethod = 8 } }
    #expect(
      throws: ArchiveError.member(
        name: "a", .checksum(expected: 1, actual: CRC32.of(Array("content".utf8))))
    ) { try contents { $0.claimedChecksum = 1 } }
  }
}
