internal import Cryptography
internal import Diagnostics
internal import Filesystem
package import Manifests
internal import SourceKinds
internal import Transport
internal import Vocabulary

extension SourceProvider {
  /// Returns the digest of a locked file that minisign signs (``BLAKE2b``), or `nil` if this
  /// machine cannot compute it. Requires the whole file, so downloads it unless it is kept.
  ///
  /// - Throws: ``SourceError`` if the file cannot be obtained, or is not the locked one.
  package func signedDigest(
    of file: AttestableFile, in tool: LockedTool
  ) async throws(SourceError) -> [UInt8]? {
    let source = tool.declaration.source
    let size =
      tool.artifacts.first { $0.digest == file.digest }?.size
      ?? tool.parts.first { $0.digest == file.digest }?.size ?? 0
    let subject = ProblemSubject(
      source: source, catalog[source], tool: tool.name, version: tool.version.text,
      part: file.part?.text, size: size)
    guard let url = file.urls.first else {
      throw subject.error(.declaration(.badAddress(.notLocal)))
    }
    if let local = FileAddress.path(of: url.text) {
      return try await signedDigest(ofLocal: access.folder.resolving(local), tool, subject)
    }
    let address: WebAddress
    do {
      address = try WebAddress(url.text)
    } catch {
      throw subject.error(.declaration(.badAddress(AddressFault(error))))
    }
    guard permits(address.site) else { throw subject.error(unencrypted: address, listedBy: nil) }
    let remote = RemoteFile(
      name: file.name, address: address, hadQuery: false,
      credentials: credentials(for: address.site), digest: file.digest, size: size, published: nil,
      access: await fileAccess(to: address, for: tool.declaration))
    let transport = access.transport
    let measured = try await transport.fetch(remote, subject)
    let path = transport.downloads.path(of: measured.digest)
    return try await BlockingThread.result { () throws(SourceError) in
      try mappingToSourceErrors { () throws(FileError) in
        try BLAKE2b.digest(of: FileDescriptor.open(path, .read))
      }
    }
  }

  private func signedDigest(
    ofLocal path: FilePath, _ tool: LockedTool, _ subject: ProblemSubject
  ) async throws(SourceError) -> [UInt8]? {
    let index = tool.declaration[LockedDeclaration.addressKey].flatMap(FileAddress.path)
    let boundary = FileBoundary(
      project: access.folder, index: index.map { access.folder.resolving($0) })
    do {
      return try await BlockingThread.result { () throws(FileBoundary.Failure) in
        try boundary.read(path) { (file) throws(FileError) in try BLAKE2b.digest(of: file) }
      }
    } catch {
      switch error {
      case .fault(let fault): throw subject.error(fault)
      case .file(let error): throw .file(error)
      }
    }
  }
}
