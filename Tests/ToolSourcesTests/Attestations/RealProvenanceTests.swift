import Corpora
import JSONText
import Manifests
import Testing

@testable import ToolSources

/// The provenance object of a real file in a Python index.
@Suite(.enabled(if: Corpora.has("sigstore/real"), "\(Corpora.absence)"))
struct RealProvenanceTests {
  @Test func `A provenance object has the publisher and the attestation of its file`() throws {
    let name = "pypi_attestations-0.0.19.tar.gz"
    func contents(_ ending: String) throws -> [UInt8] {
      Array(try Corpora.contents(of: "sigstore/real", name + ending))
    }
    let provenance = try FileProvenance(json: contents(".provenance"))
    #expect(
      provenance.publishers.map(\.description)
        == ["github:trailofbits/pypi-attestations workflow release.yml"])
    let attestation = CompactJSON.compact(try contents(".publish.attestation")[...])
    #expect(provenance.attestations.map(\.text) == [attestation])
  }
}
