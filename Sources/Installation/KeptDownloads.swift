internal import Archives
internal import Cryptography
package import Diagnostics
package import Filesystem
package import Layout
internal import Transport
package import Vocabulary

/// The kept downloads, from which the contents of installations follow.
package struct KeptDownloads: Sendable {
  package let root: Root
  private let unpacker: Unpacker

  /// Creates access to the downloads of `root`, which are read on the threads of `workers`.
  package init(in root: Root, workers: WorkerPool) {
    self.root = root
    unpacker = Unpacker(workers: workers)
  }

  /// Returns the contents that an install would make from the kept downloads, or the reason why
  /// they do not show these. Every download is verified first. Writes nothing.
  ///
  /// - Throws: ``Problem/interrupted`` if the task is canceled, or ``SystemProblem`` if the process
  ///   or the system has no descriptors or no memory left.
  package func contents(
    of specification: InstallationSpecification
  ) async throws(Problem) -> Result<ExpectedContents, KeptDownloadFault> {
    do throws(Failure) {
      guard specification.followsFromDownloads else {
        try await verifyKept(specification.files)
        return .failure(.built)
      }
      var unpacked: [InstallationContents.Unpacked] = []
      for file in specification.files {
        let size = try await verifiedSize(of: file)
        let members = try await examine(file)
        unpacked.append(.init(folder: file.folder, size: size, members: members))
      }
      let contents = try await contents(of: specification, unpacked)
      if let fault = contents.fault { throw .fault(.unusable(fault)) }
      return .success(ExpectedContents(contents, unpacked))
    } catch {
      if Task.isCancelled { throw .interrupted }
      switch error {
      case .fault(let fault): return .failure(fault)
      case .exhaustion(let error): throw Problem(error)
      }
    }
  }

  /// A reason why a download was not examined.
  private enum Failure: Error {
    case fault(KeptDownloadFault)
    /// The process or the system has no descriptors or no memory left, or permissions that the user
    /// can change forbid reading. This says nothing about the download.
    case exhaustion(FileError)

    init(_ error: FileError, _ path: FilePath) {
      self =
        error.isExhaustion || error.isOwnRefusal
        ? .exhaustion(error)
        : .fault(
          error.isMissing ? .missing : .unreadable(path: path.string, reason: error.reason))
    }

    init(_ error: ArchiveError, _ path: FilePath) {
      if let fault = error.fault {
        self = .fault(.unusable(.archive(fault)))
      } else if case .file(let error) = error {
        self.init(error, path)
      } else {
        self = .fault(.unreadable(path: path.string, reason: "interrupted"))
      }
    }
  }

  /// Verifies those of the downloads that are still kept.
  private func verifyKept(_ files: [InstallationSpecification.File]) async throws(Failure) {
    for file in files where root.download(file.digest).exists {
      _ = try await verifiedSize(of: file)
    }
  }

  /// Verifies a kept download and returns its size.
  private func verifiedSize(
    of file: InstallationSpecification.File
  ) async throws(Failure) -> Int {
    let path = root.download(file.digest)
    let found: (digest: SHA256Digest, size: Int)?
    do {
      found = try await unpacker.workers.result(size: .max) { () throws(FileError) in
        // A device may have no end, so only files are read.
        guard let status = try path.status(), status.kind != .file, status.kind != .directory
        else { return try SHA256.digest(ofFile: path) }
        return nil
      }
    } catch {
      throw Failure(error, path)
    }
    guard let found, found.digest == file.digest else {
      throw .fault(.altered(path: path.string))
    }
    if let size = file.size, size != found.size {
      throw .fault(.otherSize(locked: size, actual: found.size))
    }
    return found.size
  }

  /// Returns the files in a verified download.
  private func examine(
    _ file: InstallationSpecification.File
  ) async throws(Failure) -> [ExtractedFile] {
    guard let format = ArchiveFormat(rawValue: file.format.text) else {
      throw .fault(.unusable(.unknownFormat(file.format.text, known: ArchiveFormat.names)))
    }
    let path = root.download(file.digest)
    do {
      return try await unpacker.examine(path, format, naming: try? MemberPath(file.rawName))
    } catch {
      throw Failure(error, path)
    }
  }

  /// Determines the contents of an installation from the files in its downloads.
  private func contents(
    of specification: InstallationSpecification, _ unpacked: [InstallationContents.Unpacked]
  ) async throws(Failure) -> InstallationContents {
    let path = root.download(specification.files[0].digest)
    do {
      return try await unpacker.workers.result(size: .max) { () throws(ArchiveError) in
        // Only the layout of a wheel reads files, so other formats are not opened as a zip.
        var zip: ZipContents?
        return try InstallationContents(of: specification, unpacked) {
          (name, _) throws(ArchiveError) in
          let opened = if let zip { zip } else { try ZipContents(of: path) }
          zip = opened
          guard let member = try? MemberPath(name) else { return [] }
          return try opened.contents(of: member) ?? []
        }
      }
    } catch {
      throw Failure(error, path)
    }
  }
}

/// The contents that an installation must have.
package struct ExpectedContents: Sendable {
  /// The receipt of an intact installation.
  package let receipt: Receipt
  /// The digests of files, by path, for which the receipt of an intact installation states another
  /// digest, because the record in the wheel is wrong.
  private let actualDigests: [FilePath: SHA256Digest]

  /// Creates contents that are exactly those in a receipt.
  package init(_ receipt: Receipt) {
    self.receipt = receipt
    actualDigests = [:]
  }

  fileprivate init(
    _ contents: InstallationContents, _ unpacked: [InstallationContents.Unpacked]
  ) {
    receipt = contents.receipt
    var digests: [FilePath: SHA256Digest] = [:]
    for one in unpacked {
      for member in one.members {
        guard let digest = member.actualDigest else { continue }
        digests[FilePath(one.folder).appending(member.path.text)] = digest
      }
    }
    actualDigests = digests
  }

  /// Returns the digest that a file of ``receipt`` must have.
  package func digest(of file: Receipt.File) -> SHA256Digest {
    actualDigests.isEmpty ? file.digest : actualDigests[FilePath(file.path)] ?? file.digest
  }
}
