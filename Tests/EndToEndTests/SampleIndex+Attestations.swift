import LoopbackServer
import SampleAttestations
import SampleWheels
import Vocabulary

/// The signers of a transcript. Their identities are from a company's own server, and the root of
/// the `root` section vouches for them.
struct SampleSigner {
  /// The address of the company's server.
  private static let server = "https://git.acme.example"

  let authority = SampleAuthority()
  let minisignKey = SampleMinisignKey()

  /// Returns an attestation of files by a workflow, given as `OWNER/NAME:WORKFLOW`.
  ///
  /// - Parameters:
  ///   - files: The names and digests of the files.
  ///   - workflow: The workflow.
  ///   - form: The form of the attestation.
  func attestation(
    of files: [(name: String, digest: SHA256Digest)], by workflow: String,
    form: SampleAttestation.Form
  ) -> [UInt8] {
    let parts = workflow.split(separator: ":").map(String.init)
    let identity = SampleIdentity.gitHub(
      repository: parts[0], workflow: parts.count > 1 ? parts[1] : "release.yml",
      server: Self.server)
    var attestation = SampleAttestation(of: files[0].digest, name: files[0].name, by: identity)
    attestation.form = form
    for file in files.dropFirst() { attestation.others[file.name] = file.digest }
    return authority.text(of: attestation)
  }
}

extension SampleIndex {
  /// Serves a provenance object with a signed attestation of a wheel.
  ///
  /// - Parameters:
  ///   - wheel: The wheel.
  ///   - digest: The digest in the attestation.
  ///   - workflow: The workflow that signs, as `OWNER/NAME:WORKFLOW`.
  ///   - publisher: The members of the stated publisher, as JSON.
  func serveAttestation(
    of wheel: Wheel, _ digest: SHA256Digest, by workflow: String, publisher: String
  ) {
    let text = signer.attestation(
      of: [(wheel.fileName, digest)], by: workflow, form: .publishAttestation)
    index.serveProvenance(
      of: wheel, by: publisher, attestations: String(decoding: text, as: UTF8.self))
  }

  /// Serves a signed attestation of all files of a release, in response to a request for the
  /// attestations of any of them.
  func serveAttestation(
    of assets: [SampleRepository.Asset], in repository: SampleRepository, by workflow: String
  ) {
    let text = signer.attestation(
      of: assets.map { ($0.name, SHA256Digest(of: $0.bytes)) }, by: workflow, form: .version3)
    let page =
      #"{"attestations":[{"repository_id":1,"bundle":\#(String(decoding: text, as: UTF8.self))}]}"#
    for asset in assets {
      server.serve(
        repository.path(ofAttestationsFor: asset),
        .file(
          Array(page.utf8), type: "application/json; charset=utf-8",
          etag: SHA256Digest(of: page).hexadecimal))
    }
  }

  /// Serves a bundle beside a file with these bytes.
  func serveBundle(besidePath path: String, _ bytes: [UInt8], by workflow: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let text = signer.attestation(
      of: [(name, SHA256Digest(of: bytes))], by: workflow, form: .fileSignature)
    server.serve(path + ".sigstore.json", .file(text, type: "application/json"))
  }
}
