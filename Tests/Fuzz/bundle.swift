import Diagnostics
import Vocabulary

@testable import Attestations

/// Reads a text as each form of attestation, and verifies it. No input may crash a parser or be
/// verified with the keys of the public instance.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? TrustedRoot(parsing: bytes, issuer: "https://token.acme.example")
  _ = try? SignedStatement(parsing: bytes)
  _ = Checkpoint(String(decoding: bytes, as: UTF8.self))
  verify(bytes)
  return 0
}

/// Reads a bundle and all its parts.
private func verify(_ text: [UInt8]) {
  guard let bundle = try? SigstoreBundle(parsing: text) else { return }
  if let entry = bundle.entry {
    _ = try? EntryBody(parsing: entry.text, kind: entry.kind)
    _ = entry.proof?.includes(entry.text)
    _ = entry.proof?.checkpoint.flatMap { Checkpoint($0) }
  }
  if case .certificate(let certificate) = bundle.signer {
    _ = (try? SignerIdentity(certificate)).flatMap { WorkflowIdentity($0) }
  }
  guard let root = TrustedRoot.publicInstance else { fatalError("no public root") }
  let verified = try? AttestationVerifier(roots: [root]).verify(
    bundle, of: AttestedArtifact(digest: SHA256Digest(of: "tool"), name: "tool"), by: .anyone)
  precondition(verified == nil)
}
