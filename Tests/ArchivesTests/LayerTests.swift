import Archives
import Cryptography
import Diagnostics
import Filesystem
import Sandboxes
import Testing
import Transport

/// The layer of compression around an archive or a single file.
@Suite struct LayerTests {
  private static let layers: [(ArchiveFormat, ArchiveFormat, ArchiveWriter.Format)] = [
    (.gzip, .tarGzip, .gzip), (.xz, .tarXZ, .xz), (.zstandard, .tarZstandard, .zstandard),
    (.bzip2, .tarBzip2, .bzip2),
  ]

  private static let content = (0..<100_000).map {
    UInt8(truncatingIfNeeded: $0 &* $0 / 7 ^ $0 >> 5)
  }

  /// Unpacks a file with these bytes.
  private func unpacked(
    _ bytes: [UInt8], _ format: ArchiveFormat, in scratch: FilePath,
    change: (inout ArchiveExtraction) -> Void = { _ in }
  ) async throws -> Unpacked {
    try scratch.appending("in").removeTree()
    let archive = scratch.appending("tool")
    try archive.replaceContents(with: bytes)
    return try await unpack(archive, format, in: scratch, change: change)
  }

  @Test(arguments: layers)
  func `a single compressed file is a program`(
    format: ArchiveFormat, _: ArchiveFormat, written: ArchiveWriter.Format
  ) async throws {
    try await withScratch { scratch in
      let bytes = try ArchiveWriter.compressed(Self.content, written, in: scratch)
      let result = try await unpacked(bytes, format, in: scratch)
      #expect(result.error == nil)
      #expect(result["tool"]?.digest == SHA256.digest(of: Self.content))
      #expect(result["tool"]?.permissions == 0o755)
    }
  }

  @Test(arguments: layers)
  func `data after the compressed data is rejected`(
    format: ArchiveFormat, tarFormat: ArchiveFormat, written: ArchiveWriter.Format
  ) async throws {
    try await withScratch { scratch in
      var tar = TarBytes()
      tar.add("tool", Self.content)
      for (content, format) in [(Self.content, format), (tar.archive, tarFormat)] {
        let bytes = try ArchiveWriter.compressed(content, written, in: scratch)
        for rest in [Array("garbage".utf8), [0], [UInt8](repeating: 1, count: 300_000)] {
          let error = try await unpacked(bytes + rest, format, in: scratch).error
          guard case .layer? = error else {
            Issue.record("\(rest.count) bytes after \(format): \(String(describing: error))")
            continue
          }
        }
        // Compressors for several processors write several streams.
        let twice = try await unpacked(bytes + bytes, format, in: scratch)
        #expect(twice.error == (format == tarFormat ? .tar(.trailingData) : nil))
      }
    }
  }

  @Test(arguments: layers)
  func `a changed bit is rejected`(
    format: ArchiveFormat, tarFormat: ArchiveFormat, written: ArchiveWriter.Format
  ) async throws {
    try await withScratch { scratch in
      var tar = TarBytes()
      tar.add("tool", Self.content)
      let bytes = try ArchiveWriter.compressed(tar.archive, written, in: scratch)
      // libarchive writes no checksums in zstd.
      if written == .zstandard { return }
      // The last bytes of gzip are the checksum and the length, and those of the others are
      // checksums or the end of an index.
      let offsets = [12, bytes.count / 2] + (1...8).map { bytes.count - $0 }
      for offset in offsets {
        var changed = bytes
        changed[offset] ^= 4
        let error = try await unpacked(changed, tarFormat, in: scratch).error
        if written == .bzip2, offset == bytes.count - 1 { continue }  // The last bits are padding.
        #expect(error != nil, "byte \(offset) of \(bytes.count)")
      }
    }
  }

  @Test func `a window that needs too much memory is not called damage`() async throws {
    // The header of a frame with a window of 2 GB, as `zstd --long=31` writes it (RFC 8878), and a
    // block of one byte.
    let bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0xA8, 0x09, 0x00, 0x00, 0x78]
    try await withScratch { scratch in
      let result = try await unpacked(bytes, .zstandard, in: scratch)
      #expect(result.error == .layer(.zstandard, .memory))
    }
  }

  @Test func `a wrong checksum or length of gzip is named`() async throws {
    try await withScratch { scratch in
      var bytes = try ArchiveWriter.compressed(Self.content, .gzip, in: scratch)
      for offset in [8, 1] {
        bytes[bytes.count - offset] ^= 1
        #expect(
          try await unpacked(bytes, .gzip, in: scratch).error == .layer(.gzip, .checksum))
        bytes[bytes.count - offset] ^= 1
      }
      #expect(
        try await unpacked(bytes.dropLast(), .gzip, in: scratch).error == .layer(.gzip, .truncated))
    }
  }

  @Test func `a second layer is rejected before it is unpacked`() async throws {
    try await withScratch { scratch in
      var tar = TarBytes()
      tar.add("a", [1])
      let inner = try ArchiveWriter.compressed(tar.archive, .xz, in: scratch)
      let bytes = try ArchiveWriter.compressed(inner, .gzip, in: scratch)
      let error = ArchiveError.layer(.gzip, .secondLayer("xz"))
      #expect(try await unpacked(bytes, .tarGzip, in: scratch).error == error)
      #expect(try await unpacked(bytes, .gzip, in: scratch).error == error)
      #expect(try await unpacked(inner, .tar, in: scratch).error == .tar(.compressed("xz")))
    }
  }

  @Test func `an archive that yields nothing is rejected`() async throws {
    try await withScratch { scratch in
      // Empty blocks of deflate, after the header of gzip.
      var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
      for _ in 0..<400_000 { bytes += [0, 0, 0, 0xFF, 0xFF] }
      let result = try await unpacked(bytes, .gzip, in: scratch) { $0.limits.idleSeconds = 0 }
      #expect(result.error == .limit(.idle(seconds: 0)))
    }
  }

  @Test func `a cancellation is heard within a member`() async throws {
    try await withScratch { scratch in
      // Gigabytes of content, at a ratio within the limit: members of gzip may follow one another.
      let pattern = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 % 5000 &* 31 / 7) }
      let part = try ArchiveWriter.compressed(pattern, .gzip, in: scratch)
      let archive = scratch.appending("a")
      let file = try FileDescriptor.open(archive, .create(permissions: 0o600))
      for _ in 0..<8000 { try file.write(part) }
      let extraction = ArchiveExtraction(of: archive, as: .gzip, foldsCase: false)
      let task = Task { () -> ArchiveError? in
        do throws(ArchiveError) {
          _ = try await extraction.examine { MemberPlacement($0) }
          return nil
        } catch {
          return error
        }
      }
      try await Task.sleep(for: .milliseconds(20))
      task.cancel()
      // Without a check inside the member, the extraction would read it to the end and succeed.
      #expect(await task.value == .cancelled)
    }
  }
}
