internal import Archives
internal import Diagnostics
internal import Transport

/// The parts of a wheel that determine its executables: its central directory, its entry
/// points, and the first bytes of small files.
struct WheelContents: Sendable {
  let layout: WheelLayout
  /// The first ``WheelLayout/headSize`` bytes of the inspected members, by path.
  let heads: [String: [UInt8]]

  /// The maximum size of an `entry_points.txt` in bytes.
  private static let maximumEntryPointsSize = 1 << 20

  /// The maximum number of members to inspect, each with a request. A lock cannot contain more
  /// executables of one tool.
  private static let maximumInspectedCount = 1000

  /// The maximum number of bytes by which a member in the file may exceed its content: those of its
  /// header, and of the overhead if it does not compress.
  private static let maximumOverhead = 256 << 10

  /// Reads the central directory of a wheel, its entry points, and the members to inspect.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if a request fails or the wheel is not a valid
  ///   zip file.
  init(
    _ bytes: ArtifactBytes, at address: WebAddress, _ subject: ProblemSubject
  ) async throws(SourceError) {
    let entries = try await Self.entries(bytes, address, subject)
    let files = entries.filter { $0.kind == .file }
    let entryPoints = files.filter { Self.isEntryPoints($0.path.text) }
      .min { $0.path < $1.path }
    var entryPointsText: [UInt8]?
    if let entryPoints {
      entryPointsText = try await Self.contents(
        of: entryPoints, limit: Self.maximumEntryPointsSize, bytes, address, subject)
    }
    layout = WheelLayout(
      members: files.map { entry in
        ArchiveFile(
          path: entry.path.text, isExecutable: entry.isExecutable, size: entry.size,
          checksum: entry.checksum)
      }, entryPoints: entryPointsText)

    let wanted = Set(layout.membersToInspect)
    if wanted.count > Self.maximumInspectedCount {
      throw Self.unreadable(
        .limit(.members(limit: Self.maximumInspectedCount)), address, subject)
    }
    var heads: [String: [UInt8]] = [:]
    for entry in files where wanted.contains(entry.path.text) {
      let contents = try await Self.contents(
        of: entry, limit: WheelLayout.maximumScriptSize, bytes, address, subject)
      heads[entry.path.text] = Array(contents.prefix(WheelLayout.headSize))
    }
    self.heads = heads
  }

  /// Returns whether `path` has the form `NAME-VERSION.dist-info/entry_points.txt`.
  static func isEntryPoints(_ path: String) -> Bool {
    path.hasSuffix(".dist-info/entry_points.txt")
      && path.utf8.count { $0 == UInt8(ascii: "/") } == 1
  }

  /// Reads the members from the central directory at the end of the file. Requests earlier
  /// bytes until the directory is complete.
  private static func entries(
    _ bytes: ArtifactBytes, _ address: WebAddress, _ subject: ProblemSubject
  ) async throws(SourceError) -> [ZipEntry] {
    var tail = bytes.tail
    while true {
      let reading: ZipDirectory.ParseResult
      do throws(ArchiveError) {
        reading = try ZipDirectory.reading(tail: tail, fileSize: bytes.size)
      } catch {
        throw unreadable(error, address, subject)
      }
      switch reading {
      case .complete(let directory): return directory.entries
      case .needs(let range):
        let missing = range.lowerBound..<(bytes.size - tail.count)
        guard !missing.isEmpty else {
          preconditionFailure("a reader that has all bytes needs no more")
        }
        tail = try await bytes.bytes(missing) + tail
      }
    }
  }

  /// Returns the uncompressed content of a member.
  ///
  /// - Throws: ``SourceError`` if the member is larger than `limit` bytes, damaged, or unreachable.
  private static func contents(
    of entry: ZipEntry, limit: Int, _ bytes: ArtifactBytes, _ address: WebAddress,
    _ subject: ProblemSubject
  ) async throws(SourceError) -> [UInt8] {
    // The range extends to the next member, so its length is not limited by that of the content.
    let end = min(entry.range.upperBound, entry.range.lowerBound + limit + maximumOverhead)
    let packed = try await bytes.bytes(entry.range.lowerBound..<end)
    do throws(ArchiveError) {
      return try entry.contents(in: packed, limit: limit)
    } catch {
      throw unreadable(error, address, subject)
    }
  }

  /// Returns the source error for an archive that cannot be read.
  private static func unreadable(
    _ error: ArchiveError, _ address: WebAddress, _ subject: ProblemSubject
  ) -> SourceError {
    if let fault = error.fault {
      return subject.error(.unreadableArchive(address: address.text, fault))
    }
    if case .file(let error) = error { return .file(error) }
    return .cancelled
  }
}
