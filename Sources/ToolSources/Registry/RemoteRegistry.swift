internal import Cryptography
package import Diagnostics
internal import Filesystem
internal import Layout
package import Manifests
internal import SourceKinds
internal import Transport
package import Vocabulary

/// A registry on a server: one file of definitions, or an archive of such files.
///
/// The lock pins the content by its digest, and the file is kept with the downloads under that
/// digest. The server is therefore asked only for a new registry or for an update.
package struct RemoteRegistry: Sendable {
  /// The address as a lock states it, without user name and password.
  package let address: String
  /// The address for requests.
  private let requestAddress: String
  private let access: SourceAccess
  private let origin: Origin
  /// The archive, or `nil` if the registry is a single file.
  private let archive: RegistryArchive?

  /// Creates the registry that a Toolfile names: an address on a server, or a repository, of which
  /// the file `registry.rb` counts. Sends no request.
  package init(_ reference: Toolfile.RegistryReference, _ access: SourceAccess) {
    address = reference.address
    switch reference.place {
    case .address(let address):
      requestAddress = address
      archive = RegistryArchive(named: reference.address)
    case .repository(_, let name):
      requestAddress = "https://raw.githubusercontent.com/\(name)/HEAD/registry.rb"
      archive = nil
    }
    self.access = access
    origin = reference.origin
  }

  /// Returns the definitions and their digest: the content with the digest `locked`, or the current
  /// content of the server if `locked` is `nil`.
  ///
  /// - Throws: ``Problem/sources(_:)`` if the server cannot be asked, or its content is no longer
  ///   that of the lock, ``Problem/syntax(_:)`` if a text is invalid, or ``Problem`` if an
  ///   archive cannot be kept or unpacked.
  package func content(
    locked: SHA256Digest?
  ) async throws(Problem) -> (definitions: [Definition], digest: SHA256Digest) {
    if let locked, let bytes = kept(locked) {
      return (try await parsed(bytes, locked), locked)
    }
    let bytes = try await mappingSourceErrors { () async throws(SourceError) in
      try await fetched(expecting: locked)
    }
    let digest = SHA256.digest(of: bytes)
    do {
      let file = try access.downloads.make().appending(digest.hexadecimal)
      try file.replaceContents(with: bytes, isDurable: false)
    } catch {
      // Without the copy, the next lock asks the server again. An archive, however, is read from
      // the copy.
      if archive != nil { throw Problem(error) }
    }
    return (try await parsed(bytes, digest), digest)
  }

  /// Returns the definitions of the kept content with the digest `locked`, or `nil` if there is
  /// none, or it is invalid.
  package func keptDefinitions(_ locked: SHA256Digest?) async -> [Definition]? {
    guard let locked, let bytes = kept(locked) else { return nil }
    return try? await parsed(bytes, locked)
  }

  private func kept(_ digest: SHA256Digest) -> [UInt8]? {
    let path = access.downloads.path(of: digest)
    guard let bytes = try? path.contents(limit: maximumByteCount),
      SHA256.digest(of: bytes) == digest
    else { return nil }
    return bytes
  }

  private func fetched(expecting locked: SHA256Digest?) async throws(SourceError) -> [UInt8] {
    func error(_ fault: SourceProblem.Fault) -> SourceError {
      .problems([SourceProblem(source: "registry", origin: origin, fault: fault)])
    }
    if access.isOffline { throw error(.answer(.offline(address: address))) }
    let location: WebAddress.Parts
    do {
      location = try WebAddress.parts(of: requestAddress)
    } catch {
      throw .problems([
        SourceProblem(
          source: "registry", origin: origin, fault: .declaration(.badAddress(AddressFault(error))))
      ])
    }
    guard location.address.site.isProtected else {
      throw error(.answer(.unencrypted(address: location.address.text, listedBy: nil, advice: nil)))
    }
    var request = HTTPRequest(location.address)
    request.credentials = location.credentials
    let subject = ProblemSubject(source: "registry", origin: origin)
    let response: HTTPResponse
    do {
      response = try await access.client.fetch(request, limit: maximumByteCount)
    } catch {
      throw subject.error(error)
    }
    let digest = SHA256.digest(of: response.body)
    if let locked, digest != locked {
      throw error(
        .answer(
          .registryChanged(
            address: address, locked: locked.hexadecimal, found: digest.hexadecimal)))
    }
    return response.body
  }

  private var maximumByteCount: Int {
    archive == nil ? RegistryText.maximumByteCount : RegistryArchive.maximumByteCount
  }

  /// Returns the definitions in the content with the given digest.
  private func parsed(
    _ bytes: [UInt8], _ digest: SHA256Digest
  ) async throws(Problem) -> [Definition] {
    var texts = RegistryTexts()
    if let archive {
      texts = try await archive.texts(in: access.downloads.path(of: digest), origin: origin)
    } else {
      texts.add(bytes, path: address)
    }
    return try texts.definitions(in: address, origin: origin)
  }
}
