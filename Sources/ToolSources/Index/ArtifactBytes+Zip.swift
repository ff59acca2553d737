internal import Archives
internal import Diagnostics
internal import Transport

extension ArtifactBytes {
  /// The maximum number of bytes by which a member in the file may exceed its content: those of its
  /// header, and of the overhead if it does not compress.
  private static let maximumOverhead = 256 << 10

  /// Reads the members of a zip from the central directory at its end. Requests earlier bytes until
  /// the directory is complete.
  ///
  /// - Throws: ``SourceError/problems(_:)`` if a request fails or the file is not a valid zip.
  func zipEntries(
    at address: WebAddress, _ subject: ProblemSubject
  ) async throws(SourceError) -> [ZipEntry] {
    var tail = tail
    while true {
      let reading: ZipDirectory.ParseResult
      do {
        reading = try ZipDirectory.reading(tail: tail, fileSize: size)
      } catch {
        throw subject.error(error, at: address)
      }
      switch reading {
      case .complete(let directory): return directory.entries
      case .needs(let range):
        let missing = range.lowerBound..<(size - tail.count)
        guard !missing.isEmpty else {
          preconditionFailure("a reader that has all bytes needs no more")
        }
        tail = try await bytes(missing) + tail
      }
    }
  }

  /// Returns the uncompressed content of a member.
  ///
  /// - Throws: ``SourceError`` if the member is larger than `limit` bytes, damaged, or unreachable.
  func contents(
    of entry: ZipEntry, limit: Int, at address: WebAddress, _ subject: ProblemSubject
  ) async throws(SourceError) -> [UInt8] {
    // The range extends to the next member, so its length is not limited by that of the content.
    let end = min(entry.range.upperBound, entry.range.lowerBound + limit + Self.maximumOverhead)
    let packed = try await bytes(entry.range.lowerBound..<end)
    do {
      return try entry.contents(in: packed, limit: limit)
    } catch {
      throw subject.error(error, at: address)
    }
  }
}

extension ProblemSubject {
  /// Returns the error for an archive that cannot be read.
  func error(_ error: ArchiveError, at address: WebAddress) -> SourceError {
    self.error(error, in: address.text)
  }

  /// Returns the error for an archive that cannot be read. `name` is its path or address.
  func error(_ error: ArchiveError, in name: String) -> SourceError {
    if let fault = error.fault {
      return self.error(.answer(.unreadableArchive(address: name, fault)))
    }
    if case .file(let error) = error { return .file(error) }
    return .cancelled
  }
}
