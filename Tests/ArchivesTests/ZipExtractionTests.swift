import Archives
import Cryptography
import Diagnostics
import Filesystem
import SampleWheels
import Sandboxes
import Testing
import Transport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct ZipExtractionTests {
  @Test(arguments: [1, 3])
  func `members are extracted intact, with their digests`(threads: Int) async throws {
    try await withScratch { scratch in
      let archive = scratch.appending("a.zip")
      let large = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
      var entries = (0..<200).map { index in
        ArchiveWriter.Entry(
          name: "share/d\(index / 20)/f\(index)", content: Array("content \(index)".utf8))
      }
      entries.append(.init(name: "bin/tool", content: large, mode: 0o4755))
      entries.append(.init(name: "empty", content: []))
      entries.append(.init(name: "folder/", mode: 0o755, type: 0o040000))
      entries.append(.init(name: "share/link", type: 0o120000, linkTarget: "../bin/tool"))
      try ArchiveWriter.write(entries, .zip, to: archive)

      let unpacked = try await unpack(archive, .zip, in: scratch) {
        $0.workers = WorkerPool(threads: threads)
      }
      #expect(unpacked.error == nil)
      #expect(unpacked.files.count == 203)
      #expect(unpacked.files.map(\.path) == unpacked.files.map(\.path).sorted())
      let out = scratch.appending("in/out")
      let tool = try #require(unpacked["bin/tool"])
      #expect(tool.size == large.count)
      #expect(tool.digest == Cryptography.SHA256.digest(of: large))
      #expect(tool.kind == .file(isExecutable: true))
      #expect(tool.permissions == 0o755)
      #expect(try out.appending("bin/tool").contents(limit: 1 << 22) == large)
      let status = try #require(try out.appending("bin/tool").status())
      #expect(status.isExecutable)
      #expect(status.permissions & 0o7000 == 0)
      #expect(try out.appending("share/d3/f77").contents(limit: 99) == Array("content 77".utf8))
      #expect(try out.appending("empty").contents(limit: 1) == [])
      #expect(out.appending("folder").isDirectory)
      #expect(unpacked["share/link"]?.kind == .link(target: "../bin/tool"))
      #expect(try out.appending("share/link").linkTarget() == "../bin/tool")
      #expect(try out.appending("share/link").contents(limit: 1 << 22) == large)
    }
  }

  @Test func `members of any size are extracted intact in sequence`() async throws {
    // Sizes around that of the reader's buffer, with contents that cannot be compressed.
    let sizes = [1, 262_000, 144, 0, 262_144, 7, 300_000, 261_000, 1100, 262_145, 600_000, 3]
    let contents = sizes.enumerated().map { seed, size in
      Self.noise(byteCount: size, seed: UInt64(seed))
    }
    try await withScratch { scratch in
      let archive = scratch.appending("a.zip")
      let entries = contents.enumerated().map { index, content in
        ArchiveWriter.Entry(name: "f\(index)", content: content)
      }
      try ArchiveWriter.write(entries, .zip, to: archive)

      let unpacked = try await unpack(archive, .zip, in: scratch)
      #expect(unpacked.error == nil)
      for (index, content) in contents.enumerated() {
        #expect(unpacked["f\(index)"]?.digest == Cryptography.SHA256.digest(of: content))
        let file = scratch.appending("in/out/f\(index)")
        #expect(try file.contents(limit: 1 << 20) == content)
      }
    }
  }

  /// Returns bytes that cannot be compressed: the top bits of a linear congruential sequence.
  private static func noise(byteCount: Int, seed: UInt64) -> [UInt8] {
    var state = seed
    return (0..<byteCount).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }

  @Test func `a member is extracted where it is placed, or skipped`() async throws {
    var writer = ZipWriter()
    writer.add("x-1.0.data/scripts/x", "program")
    writer.add("x-1.0.dist-info/RECORD", "record")
    let bin = try MemberPath("bin/x")
    try await withScratch { scratch in
      let unpacked = try await unpack(
        zip: writer.bytes, in: scratch,
        placing: { member in
          member.path.text.hasSuffix("/x") ? MemberPlacement(path: bin, isExecutable: true) : nil
        })
      #expect(unpacked.files.map(\.path) == [bin])
      #expect(unpacked["bin/x"]?.permissions == 0o755)
      #expect(try scratch.appending("in/out").entries() == ["bin"])
    }
  }

  #if os(Linux)
    @Test func `names are distinguished by bytes, as the file system does`() async throws {
      var writer = ZipWriter()
      for name in ["\u{e9}/a", "e\u{301}/a", "\u{e9}/b"] { writer.add(name, name) }
      try await withScratch { scratch in
        let unpacked = try await unpack(zip: writer.bytes, in: scratch)
        #expect(unpacked.error == nil)
        let out = scratch.appending("in/out")
        #expect(try out.appending("\u{e9}").entries() == ["a", "b"])
        #expect(try out.appending("e\u{301}").entries() == ["a"])
        #expect(try out.appending("e\u{301}/a").contents(limit: 9) == Array("e\u{301}/a".utf8))
      }
    }
  #endif

  /// The names of members that would lead out of the directory.
  @Test(arguments: [
    "/etc/passwd", "../escape", "a/../../escape", "..", "a\\..\\b", "a//b", "C:/a",
  ])
  func `a name that escapes the directory creates nothing`(name: String) async throws {
    var writer = ZipWriter()
    writer.add("honest", "x")
    writer.add(name, "x")
    try await withScratch { scratch in
      let unpacked = try await unpack(zip: writer.bytes, in: scratch)
      guard case .member(name, .path) = unpacked.error else {
        Issue.record("\(String(describing: unpacked.error))")
        return
      }
      #expect(unpacked.siblings.isEmpty)
      #expect(try scratch.appending("in/out").entries().isEmpty)
    }
  }

  @Test(arguments: [
    ("link", "/etc"), ("link", ".."), ("a/link", "../../x"), ("link", "a/../.."),
    ("a/b/link", "../../../x"), ("link", "./../x"),
    // Swift treats a slash and a combining accent as one character. To the system, the slash is
    // still a separator.
    ("link", "../\u{301}x"), ("link", "/\u{301}x"),
  ])
  func `a link that escapes the directory is rejected`(name: String, target: String) async throws {
    var writer = ZipWriter()
    writer.add(name, target, mode: 0o120777)
    try await withScratch { scratch in
      let unpacked = try await unpack(zip: writer.bytes, in: scratch)
      #expect(unpacked.error == .member(name: name, .linkLeadsOut(target: target)))
      #expect(unpacked.siblings.isEmpty)
    }
  }

  @Test(arguments: [
    ("link", "a"), ("a/link", "../b"), ("a/b/link", "../../c/./d"), ("link", "."), ("a/link", ".."),
  ])
  func `a link that stays inside the directory is created`(
    name: String, target: String
  ) async throws {
    var writer = ZipWriter()
    writer.add(name, target, mode: 0o120777)
    try await withScratch { scratch in
      let unpacked = try await unpack(zip: writer.bytes, in: scratch)
      #expect(unpacked.error == nil)
      #expect(
        unpacked[name]
          == ExtractedFile(
            path: try MemberPath(name), kind: .link(target: target), size: target.utf8.count,
            digest: Cryptography.SHA256.digest(of: Array(target.utf8))))
    }
  }

  @Test func `a member below a link is rejected`() async throws {
    var writer = ZipWriter()
    writer.add("a", "b", mode: 0o120777)
    writer.add("a/file", "x")
    try await withScratch { scratch in
      let unpacked = try await unpack(zip: writer.bytes, in: scratch)
      #expect(
        unpacked.error == .member(name: "a", .fileAndDirectory)
          || unpacked.error == .member(name: "a/file", .fileAndDirectory))
    }
  }

  @Test func `existing links are neither followed nor replaced`() async throws {
    try await withScratch { scratch in
      let out = scratch.appending("in/out")
      let outside = scratch.appending("outside")
      try out.makeDirectories()
      try outside.makeDirectories()
      try out.appending("a").makeLink(to: outside)
      try outside.appending("kept").replaceContents(with: [1])
      try out.appending("b").makeLink(to: outside.appending("kept"))
      for (name, code) in [("a/file", "directory"), ("b", "exists")] {
        var writer = ZipWriter()
        writer.add(name, "x")
        let unpacked = try await unpack(zip: writer.bytes, in: scratch)
        guard case .file = unpacked.error else {
          Issue.record("\(code): \(String(describing: unpacked.error))")
          continue
        }
      }
      #expect(try outside.entries() == ["kept"])
      #expect(try outside.appending("kept").contents(limit: 9) == [1])
    }
  }

  @Test func `names that differ only in case are rejected if the file system folds case`()
    async throws
  {
    var writer = ZipWriter()
    writer.add("Lib/a", "x")
    writer.add("lib/b", "x")
    writer.add("caf\u{e9}", "x")
    let bytes = writer.bytes
    writer.add("cafe\u{301}", "x")
    try await withScratch { scratch in
      let unpacked = try await unpack(zip: bytes, in: scratch, foldsCase: true)
      #expect(unpacked.error == .member(name: "lib/b", .differsOnlyInCase(other: "Lib")))
    }
    try await withScratch { scratch in
      let unpacked = try await unpack(
        zip: writer.bytes, in: scratch, foldsCase: true,
        placing: { $0.path.text.hasPrefix("caf") ? MemberPlacement($0) : nil })
      guard case .member(_, .differsOnlyInCase) = unpacked.error else {
        Issue.record("\(String(describing: unpacked.error))")
        return
      }
    }
    try await withScratch { scratch in
      try scratch.appending("in/out").makeDirectories()
      let folds = try Directory.open(scratch.appending("in/out")).foldsCase()
      #expect(try scratch.appending("in/out").entries().isEmpty)
      guard !folds else { return }
      let unpacked = try await unpack(zip: bytes, in: scratch)
      #expect(unpacked.error == nil)
      #expect(unpacked.files.count == 3)
    }
  }

  @Test func `a folder may be listed twice`() async throws {
    var writer = ZipWriter()
    for (name, text) in [("a/", ""), ("a/x", "1"), ("a/", ""), ("a/y", "2")] {
      writer.add(name, text)
    }
    let bytes = writer.bytes
    try await withScratch { scratch in
      let unpacked = try await unpack(zip: bytes, in: scratch)
      #expect(unpacked.error == nil)
      #expect(unpacked.files.count == 2)
    }
  }

  @Test func `two members placed at the same path are rejected`() async throws {
    var writer = ZipWriter()
    writer.add("a/x", "1")
    writer.add("b/x", "2")
    let path = try MemberPath("x")
    try await withScratch { scratch in
      let unpacked = try await unpack(
        zip: writer.bytes, in: scratch,
        placing: { _ in MemberPlacement(path: path, isExecutable: false) })
      #expect(unpacked.error == .member(name: "b/x", .duplicate))
    }
  }

  @Test func `a path cannot be both a file and a directory`() async throws {
    for names in [["a", "a/b"], ["a/b", "a"]] {
      var writer = ZipWriter()
      for name in names { writer.add(name, "x") }
      try await withScratch { scratch in
        let unpacked = try await unpack(zip: writer.bytes, in: scratch)
        #expect(unpacked.error == .member(name: names[1], .fileAndDirectory))
      }
    }
  }

  @Test func `exceeded limits are reported before anything is created`() async throws {
    var writer = ZipWriter()
    for index in 0..<10 { writer.add("f\(index)", "0123456789") }
    let bytes = writer.bytes
    let cases: [(@Sendable (inout ArchiveLimits) -> Void, LimitFailure)] = [
      ({ $0.members = 9 }, .members(limit: 9)), ({ $0.size = 99 }, .size(limit: 99)),
    ]
    for (change, failure) in cases {
      try await withScratch { scratch in
        let unpacked = try await unpack(zip: bytes, in: scratch) { change(&$0.limits) }
        #expect(unpacked.error == .limit(failure))
        #expect(try scratch.appending("in/out").entries().isEmpty)
      }
    }
    // Zeros compress by a factor of a thousand.
    try await withScratch { scratch in
      let archive = scratch.appending("bomb.zip")
      let zeros = [UInt8](repeating: 0, count: 4 << 20)
      try ArchiveWriter.write([.init(name: "zeros", content: zeros)], .zip, to: archive)
      let bomb = try await unpack(archive, .zip, in: scratch) {
        $0.limits.sizeWithoutRatio = 1 << 20
      }
      #expect(bomb.error == .limit(.ratio(limit: 250)))
      #expect(try scratch.appending("in/out").entries().isEmpty)
      let harmless = try await unpack(archive, .zip, in: scratch)
      #expect(harmless.error == nil)
      #expect(harmless["zeros"]?.size == zeros.count)
    }
  }

  /// Creates a minimal deflated zip, after `change` has adjusted its member.
  private func deflated(_ change: (inout ZipMember) -> Void) -> [UInt8] {
    var writer = ZipWriter()
    // A final block with fixed codes for "aaaaaaaaaa" (RFC 1951, 3.2.6).
    let packed: [UInt8] = [0x4b, 0x4c, 0x84, 0x01, 0x00]
    writer.add("a") {
      $0.contents = packed
      $0.method = .other(8)
      $0.claimedSize = 10
      $0.claimedChecksum = CRC32.of(Array(repeating: UInt8(ascii: "a"), count: 10))
      change(&$0)
    }
    return writer.bytes
  }

  @Test func `a member must match its announced size and checksum`() async throws {
    let cases: [((inout ZipMember) -> Void, MemberFailure?)] = [
      ({ _ in }, nil),
      ({ $0.claimedSize = 9 }, .size(expected: 9, actual: 10)),
      ({ $0.claimedSize = 11 }, .size(expected: 11, actual: 10)),
      (
        { $0.claimedChecksum = 7 },
        .checksum(
          expected: 7, actual: CRC32.of(Array(repeating: UInt8(ascii: "a"), count: 10)))
      ),
      ({ $0.contents = [0x4b, 0x4c] }, .truncated),
      ({ $0.contents = [0x4b] }, .truncated),
      ({ $0.contents = [0xff, 0xff, 0xff, 0xff] }, .compression(code: -1)),
    ]
    for (change, failure) in cases {
      try await withScratch { scratch in
        let unpacked = try await unpack(zip: deflated(change), in: scratch)
        #expect(unpacked.error == failure.map { .member(name: "a", $0) })
      }
    }
  }

  @Test func `an archive damaged anywhere is rejected or extracted correctly`() async throws {
    let bytes = deflated { _ in }
    let expected = Cryptography.SHA256.digest(of: Array(repeating: UInt8(ascii: "a"), count: 10))
    var refused = 0
    try await withScratch { scratch in
      for index in bytes.indices {
        var damaged = bytes
        damaged[index] ^= 1 << (index % 8)
        try scratch.appending("in").removeTree()
        let unpacked = try await unpack(zip: damaged, in: scratch)
        if unpacked.error != nil {
          refused += 1
        } else {
          #expect(
            unpacked.files.allSatisfy {
              $0.kind != .file(isExecutable: false) || $0.digest == expected
            })
        }
        #expect(unpacked.siblings.isEmpty)
      }
    }
    // Changes to dates, versions, and comments are not detected.
    #expect(refused > bytes.count / 2)
  }

  @Test func `a cancelled extraction stops between members`() async throws {
    var writer = ZipWriter()
    for index in 0..<100 { writer.add("f\(index)", "x") }
    try await withScratch { scratch in
      let archive = scratch.appending("a.zip")
      try archive.replaceContents(with: writer.bytes)
      let out = scratch.appending("out")
      try out.makeDirectories()
      let extraction = ArchiveExtraction(of: archive, as: .zip, foldsCase: false)
      let (steps, report) = AsyncStream.makeStream(of: Void.self)
      let gate = Gate()
      let task = Task {
        do throws(ArchiveError) {
          let directory: Directory
          do throws(FileError) { directory = try Directory.open(out) } catch { throw .file(error) }
          _ = try await extraction.unpack(
            into: directory, progress: { _ in },
            placing: { member in
              report.yield()
              // Wait until the test has canceled the task, so that no member starts earlier.
              while !gate.isOpen { usleep(1000) }
              return MemberPlacement(member)
            })
          return ArchiveError?.none
        } catch {
          return error
        }
      }
      for await _ in steps { break }
      task.cancel()
      gate.open()
      #expect(await task.value == .cancelled)
      #expect(try out.entries().isEmpty)
    }
  }

  @Test func `a missing archive is a file error`() async throws {
    try await withScratch { scratch in
      let unpacked = try await unpack(scratch.appending("none"), .zip, in: scratch)
      guard case .file(let error) = unpacked.error else {
        Issue.record("\(String(describing: unpacked.error))")
        return
      }
      #expect(error.isMissing)
    }
  }

  @Test func `a raw artifact is copied`() async throws {
    let program = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let bin = try MemberPath("bin/jq")
    try await withScratch { scratch in
      let artifact = scratch.appending("0a1b2c")
      try artifact.replaceContents(with: program)
      let unpacked = try await unpack(
        artifact, .raw, in: scratch,
        placing: { MemberPlacement(path: bin, isExecutable: $0.isExecutable) })
      #expect(
        unpacked.files == [
          ExtractedFile(
            path: bin, kind: .file(isExecutable: true), size: program.count,
            digest: Cryptography.SHA256.digest(of: program))
        ])
      #expect(try scratch.appending("in/out/bin/jq").contents(limit: 1 << 20) == program)
    }
  }
}
