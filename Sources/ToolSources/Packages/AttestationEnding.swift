internal import Diagnostics
internal import JSONText
internal import Manifests
internal import Versions
internal import Vocabulary

/// The ending of a file that attests another one: `mytool.zip.sigstore.json` attests `mytool.zip`.
enum AttestationEnding: String, Sendable {
  case bundle = ".sigstore.json"
  /// The ending of bundles that earlier clients of Sigstore wrote.
  case earlierBundle = ".sigstore"
  case minisign = ".minisig"

  /// Returns the endings to look for, best first. If the definition of the tool names a minisign
  /// key, only a signature by that key counts.
  static func all(isMinisigned: Bool) -> [AttestationEnding] {
    isMinisigned ? [.minisign] : [.bundle, .earlierBundle]
  }

  /// The start of every signature file of minisign.
  private static let comment = Array("untrusted comment:".utf8)

  /// Reads the contents of a file with this ending. Returns `nil` if the file is of another kind,
  /// because many servers respond with a page of their own if a file is missing.
  ///
  /// - Throws: ``UnreadableResponse`` if the file is empty, or if it begins like a bundle but is
  ///   not one JSON object.
  func attestation(in bytes: [UInt8]) throws(UnreadableResponse) -> PublishedAttestation? {
    if bytes.isEmpty { throw .empty }
    if self == .minisign {
      return bytes.starts(with: Self.comment) ? PublishedAttestation(.minisign, bytes) : nil
    }
    var reader = JSONReader(bytes)
    do {
      guard try reader.peek() == UInt8(ascii: "{") else { return nil }
      let bundle = try reader.value()
      try reader.expectEnd()
      return PublishedAttestation(.bundle, CompactJSON.compact(bundle))
    } catch {
      throw UnreadableResponse(error, of: bytes)
    }
  }
}

extension PackageRequest {
  /// Returns the endings of the files that may attest files of `version`, best first.
  func attestationEndings(for version: Version) -> [AttestationEnding] {
    AttestationEnding.all(isMinisigned: isMinisigned(version))
  }

  /// Returns whether the definition that is in effect for `version` names a minisign key.
  func isMinisigned(_ version: Version) -> Bool { declaration(for: version)["minisign"] != nil }
}

extension [AttestationEnding] {
  /// Returns the attestations of `files`, by the digests of the files. Stops after the first file
  /// without one.
  ///
  /// - Parameters:
  ///   - known: The attestations that are known already. Only files without any are looked for.
  ///   - find: Returns the attestation of a file with an ending, or `nil` if there is none.
  func attestations(
    of files: [AttestableFile], known: [SHA256Digest: [PublishedAttestation]] = [:],
    _ find: (AttestableFile, AttestationEnding) async throws(SourceError) -> PublishedAttestation?
  ) async throws(SourceError) -> [SHA256Digest: [PublishedAttestation]] {
    var found = known
    for file in files where found[file.digest, default: []].isEmpty {
      found[file.digest] = []
      for ending in self {
        guard let attestation = try await find(file, ending) else { continue }
        found[file.digest] = [attestation]
        break
      }
      if found[file.digest] == [] { break }
    }
    return found
  }
}
