import Attestations
import Corpora
import Cryptography
import Diagnostics

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A case of the Sigstore conformance suite: a folder with a bundle, and with the expected content,
/// signer, and root. Most of its files have a default.
struct ConformanceCase: CustomStringConvertible, Sendable {
  static let kind = "sigstore/bundle-verify"

  static let all = Corpora.names(of: kind)
    .filter { (try? Corpora.contents(of: "\(kind)/\($0)", "bundle.sigstore.json")) != nil }
    .map { ConformanceCase(description: $0) }

  /// The name of the folder.
  let description: String

  var mustFail: Bool { description.hasSuffix("_fail") }

  func file(_ name: String) -> [UInt8]? {
    (try? Corpora.contents(of: "\(Self.kind)/\(description)", name)).map { Array($0) }
  }

  private func text(_ name: String, default text: String) -> String {
    let found = file(name).map { String(decoding: $0, as: UTF8.self) }
    return found?.split(whereSeparator: \.isWhitespace).joined() ?? text
  }

  private var identity: CertificateIdentity {
    let repository = "sigstore-conformance/extremely-dangerous-public-oidc-beacon"
    return CertificateIdentity(
      subject: text(
        "identity",
        default: "https://github.com/\(repository)/.github/workflows/"
          + "extremely-dangerous-oidc-beacon.yml@refs/heads/main"),
      issuer: text("issuer", default: "https://token.actions.githubusercontent.com"))
  }

  /// The file as it is, or only its digest.
  func artifact(isDigestOnly: Bool) throws -> AttestedArtifact {
    let contents = try file("artifact") ?? Array(Corpora.contents(of: Self.kind, "a.txt"))
    let artifact = AttestedArtifact(contents: contents)
    return isDigestOnly ? AttestedArtifact(digest: artifact.digest) : artifact
  }

  func verify(isDigestOnly: Bool) throws -> VerifiedAttestation {
    var roots: [TrustedRoot] = []
    if let text = file("trusted_root.json") {
      roots.append(try TrustedRoot(parsing: text, issuer: identity.issuer))
    } else if let root = TrustedRoot.publicInstance {
      roots.append(root)
    }
    let signer: ExpectedSigner
    if let key = file("key.pub") {
      // The wrong key of one case cannot even be read.
      guard let key = PublicKey(pem: key) else { throw AttestationFault.signature }
      signer = .key(key)
    } else {
      signer = .identity(identity)
    }
    let bundle = try SigstoreBundle(parsing: file("bundle.sigstore.json") ?? [])
    return try AttestationVerifier(roots: roots)
      .verify(bundle, of: artifact(isDigestOnly: isDigestOnly), by: signer)
  }
}
