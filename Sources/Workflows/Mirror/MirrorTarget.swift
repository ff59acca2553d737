internal import Cryptography
internal import Diagnostics
package import Filesystem
internal import ToolSources
package import Transport
internal import Vocabulary

/// A mirror by digest that can be written: a repository of a registry, or a folder that a web
/// server serves.
package enum MirrorTarget: Sendable, CustomStringConvertible {
  case registry(OCIRepository)
  /// A folder with a file for each digest, whose name is the digest in hexadecimal.
  ///
  /// - Parameter name: The path as messages show it.
  case folder(FilePath, name: String)

  package var description: String {
    switch self {
    case .registry(let repository): repository.description
    case .folder(_, let name): name
    }
  }

  /// Returns the size of a file on the mirror in bytes, or `nil` if the mirror does not have the
  /// file. A registry states the size. A file in a folder is read.
  func size(of file: MirroredFile, over client: HTTPClient) async throws(Problem) -> Int? {
    let size: Int?
    switch self {
    case .registry(let repository):
      do throws(TransportError) {
        size = try await client.size(of: file.digest, stated: file.size, in: repository)
      } catch {
        throw Self.problem(error, of: file, in: repository)
      }
    case .folder(let folder, _):
      let path = folder.appending(file.digest.hexadecimal)
      size = try await BlockingThread.mappingFileErrors { () throws(FileError) in
        guard try path.status()?.kind == .file else { return nil }
        let found = try SHA256.digest(ofFile: path)
        return found.digest == file.digest ? found.size : nil
      }
    }
    // A registry that has lost a part of a file does not have it.
    return file.size == nil || size == file.size ? size : nil
  }

  /// Copies the verified content of a file to the mirror.
  func store(
    _ file: MirroredFile, _ content: HTTPRequest.Upload, over client: HTTPClient
  ) async throws(Problem) {
    switch self {
    case .registry(let repository):
      do throws(TransportError) {
        try await client.upload(content, as: file.digest, to: repository)
      } catch {
        throw Self.problem(error, of: file, in: repository, isUpload: true)
      }
    case .folder(let folder, _):
      try await BlockingThread.mappingFileErrors { () throws(FileError) in
        try folder.makeDirectories()
        let copy = folder.appending(file.digest.hexadecimal)
        switch content {
        case .bytes(let bytes): try copy.replaceContents(with: bytes)
        case .file(let path, _): try path.copyFile(replacing: copy)
        }
      }
    }
  }

  /// Returns whether the mirror lacks the manifest of a lock, or has one that differs from
  /// `manifest`. A folder needs none.
  func lacks(
    _ manifest: [UInt8], of lock: MirroredLock, over client: HTTPClient
  ) async throws(Problem) -> Bool {
    guard case .registry(let repository) = self else { return false }
    do throws(TransportError) {
      return try await client.manifest(lock.tag, in: repository) != manifest
    } catch {
      throw Self.problem(error, of: nil, in: repository)
    }
  }

  /// Writes the manifest of a lock whose files the registry has. Does nothing for a folder.
  func write(
    _ manifest: [UInt8], of lock: MirroredLock, over client: HTTPClient
  ) async throws(Problem) {
    guard case .registry(let repository) = self else { return }
    do throws(TransportError) {
      for bytes in [MirroredLock.configuration, lock.bytes] {
        try await client.upload(.bytes(bytes), as: SHA256.digest(of: bytes), to: repository)
      }
      try await client.write(manifest: manifest, lock.tag, to: repository)
    } catch {
      throw Self.problem(error, of: nil, in: repository, isUpload: true)
    }
  }

  /// Returns the problem to report for a failed request to a registry.
  ///
  /// - Parameter isUpload: Whether the request was an upload, rather than a question about a file
  ///   or a manifest.
  private static func problem(
    _ error: TransportError, of file: MirroredFile?, in repository: OCIRepository,
    isUpload: Bool = false
  ) -> Problem {
    let subject = ProblemSubject(
      upload: repository.site, tool: file?.tool, version: file?.version.text, part: file?.part)
    guard isUpload, case .connection(let failure) = error, failure.kind != .tls,
      !failure.lacksCertificates
    else {
      return Problem(subject.error(error))
    }
    return Problem(
      subject.error(
        .answer(
          .uploadFailed(
            address: failure.address.text,
            reason: failure.detail.isEmpty ? failure.reason : failure.detail))))
  }
}
