package import Diagnostics
package import Manifests
internal import Transport
package import Vocabulary

extension SourceProvider {
  /// Returns an attestation of a locked tool from the mirrors that serve files by their digests, or
  /// `nil` if none has it.
  ///
  /// - Throws: ``Problem/sources(_:)`` if a mirror does not respond, or serves something else.
  package func mirroredAttestation(
    _ digest: SHA256Digest, of tool: LockedTool
  ) async throws(Problem) -> [UInt8]? {
    do {
      return try await access.client.mirroredFile(digest, limit: PublishedAttestation.maximumSize)
    } catch {
      let subject = ProblemSubject(
        source: tool.declaration.source, tool: tool.name, version: tool.version.text)
      throw Problem(subject.error(error))
    }
  }
}
