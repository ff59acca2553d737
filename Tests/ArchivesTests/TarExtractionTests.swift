import Archives
import Cryptography
import Diagnostics
import Filesystem
import Sandboxes
import Testing
import Transport

@Suite struct TarExtractionTests {
  @Test(arguments: [
    (ArchiveFormat.tar, ArchiveWriter.Format.tar), (.tar, .gnu), (.tarGzip, .gzip), (.tarXZ, .xz),
    (.tarZstandard, .zstandard), (.tarBzip2, .bzip2),
  ])
  func `members are extracted intact`(
    format: ArchiveFormat, written: ArchiveWriter.Format
  ) async throws {
    let large = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 11) }
    try await withScratch { scratch in
      let archive = scratch.appending("a.tar")
      try ArchiveWriter.write(
        [
          .init(name: "./", mode: 0o755, type: 0o040000),
          .init(name: "./bin/", mode: 0o755, type: 0o040000),
          .init(name: "./bin/tool", content: large, mode: 0o6755),
          .init(name: "share/grüße", content: [1, 2, 3]),
          .init(name: "bin/link", type: 0o120000, linkTarget: "tool"),
          .init(name: "._tool", content: [4]),
          .init(name: "empty", content: []),
        ], written, to: archive)
      let unpacked = try await unpack(archive, format, in: scratch)
      #expect(unpacked.error == nil)
      #expect(
        unpacked.files.map(\.path.text) == [
          "._tool", "bin/link", "bin/tool", "empty", "share/grüße",
        ])
      #expect(unpacked["bin/tool"]?.digest == SHA256.digest(of: large))
      #expect(unpacked["bin/tool"]?.permissions == 0o755)
      #expect(unpacked["bin/link"]?.kind == .link(target: "tool"))
      let out = scratch.appending("in/out")
      #expect(try out.appending("bin/link").contents(limit: 1 << 20) == large)
      let status = try #require(try out.appending("bin/tool").status())
      #expect(status.permissions & 0o7000 == 0)
      #expect(try out.appending("share/grüße").contents(limit: 9) == [1, 2, 3])
    }
  }

  /// Returns the error of unpacking an archive with these members, or `nil` if it succeeds.
  private func error(
    _ entries: [ArchiveWriter.Entry], change: (inout ArchiveExtraction) -> Void = { _ in }
  ) async throws -> ArchiveError? {
    try await withScratch { scratch in
      let archive = scratch.appending("a.tar.gz")
      try ArchiveWriter.write(entries, .gzip, to: archive)
      let unpacked = try await unpack(archive, .tarGzip, in: scratch, change: change)
      #expect(unpacked.siblings.isEmpty)
      return unpacked.error
    }
  }

  @Test(
    arguments: [
      ("../escape", .dots), ("/etc/passwd", .absolute), ("a/../../b", .dots), ("a\\b", .backslash),
      ("a//b", .emptyComponent),
    ] as [(String, MemberPath.Failure)])
  func `a name that escapes the directory is rejected`(
    name: String, failure: MemberPath.Failure
  ) async throws {
    let error = try await error([.init(name: name, content: [1])])
    #expect(error == .member(name: name, .path(failure)))
  }

  @Test func `a link that escapes the directory is rejected`() async throws {
    let error = try await error([.init(name: "a", type: 0o120000, linkTarget: "../x")])
    #expect(error == .member(name: "a", .linkLeadsOut(target: "../x")))
  }

  @Test func `a member below a link is rejected`() async throws {
    let error = try await error([
      .init(name: "a", type: 0o120000, linkTarget: "b"), .init(name: "a/f", content: [1]),
    ])
    #expect(error == .member(name: "a/f", .fileAndDirectory))
  }

  @Test(arguments: [0o010000, 0o020000, 0o060000] as [UInt32])
  func `devices and pipes are rejected`(type: UInt32) async throws {
    let error = try await error([.init(name: "a", type: type)])
    #expect(error == .member(name: "a", .kind))
  }

  @Test func `a sparse file is rejected`() async throws {
    let content = [UInt8](repeating: 0, count: 1 << 16)
    let error = try await error([.init(name: "a", content: content, sparse: (0, 4096))])
    #expect(error == .member(name: "a", .sparse))
  }

  @Test func `a duplicate name is rejected`() async throws {
    let error = try await error([.init(name: "a", content: [1]), .init(name: "./a", content: [2])])
    #expect(error == .member(name: "./a", .duplicate))
  }

  @Test func `limits on count, size and compression ratio are enforced`() async throws {
    let entries = (0..<10).map { ArchiveWriter.Entry(name: "f\($0)", content: [1, 2, 3]) }
    #expect(try await error(entries) { $0.limits.members = 9 } == .limit(.members(limit: 9)))
    #expect(try await error(entries) { $0.limits.size = 29 } == .limit(.size(limit: 29)))
    let zeros = ArchiveWriter.Entry(name: "z", content: [UInt8](repeating: 0, count: 4 << 20))
    let bomb = try await error([zeros]) { $0.limits.sizeWithoutRatio = 1 << 20 }
    #expect(bomb == .limit(.ratio(limit: 250)))
    #expect(try await error([zeros]) == nil)
  }

  @Test(arguments: [ArchiveWriter.Format.gzip, .xz, .zstandard, .bzip2, .tar])
  func `an archive truncated anywhere is rejected`(written: ArchiveWriter.Format) async throws {
    let format: ArchiveFormat =
      switch written {
      case .gzip: .tarGzip
      case .xz: .tarXZ
      case .zstandard: .tarZstandard
      case .bzip2: .tarBzip2
      case .tar, .gnu, .zip: .tar
      }
    try await withScratch { scratch in
      let archive = scratch.appending("a")
      let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7 ^ $0 >> 5) }
      try ArchiveWriter.write([.init(name: "a", content: content)], written, to: archive)
      let bytes = try archive.contents(limit: 1 << 20)
      for length in [0, 1, 100, bytes.count / 2, 90_000] where length < bytes.count {
        try scratch.appending("in").removeTree()
        let cut = scratch.appending("cut")
        try cut.replaceContents(with: bytes.prefix(length))
        let unpacked = try await unpack(cut, format, in: scratch)
        #expect(unpacked.error != nil, "cut at \(length) of \(bytes.count)")
      }
    }
  }

  @Test func `a file that is not an archive is rejected`() async throws {
    try await withScratch { scratch in
      let archive = scratch.appending("a")
      try archive.replaceContents(with: Array("<html>not found</html>".utf8))
      #expect(try await unpack(archive, .tarGzip, in: scratch).error == .layer(.gzip, .noHeader))
      #expect(try await unpack(archive, .tar, in: scratch).error == .tar(.noHeader))
    }
  }

  @Test func `only the named compression is tried`() async throws {
    try await withScratch { scratch in
      let archive = scratch.appending("a")
      try ArchiveWriter.write([.init(name: "a", content: [1])], .xz, to: archive)
      #expect(try await unpack(archive, .tarGzip, in: scratch).error != nil)
      #expect(try await unpack(archive, .tarXZ, in: scratch).error == nil)
    }
  }
}
