import Attestations
import JSONText
import Testing

struct AttestationListTests {
  private func texts(_ list: AttestationList) -> [String] {
    list.texts.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `A provenance object has publishers and attestations in any order`() throws {
    let text = """
      {"version": 1, "attestation_bundles": [
        {"attestations": [{"a": "b c"}, {"d": 1}], "publisher": {"kind": "GitHub", "claims": {}}},
        {"publisher": {"kind": "Google"}, "attestations": []},
        {"attestations": [{"e": [1, 2]}]}
      ]}
      """
    let list = try AttestationList(provenance: Array(text.utf8))
    #expect(texts(list) == [#"{"a":"b c"}"#, #"{"d":1}"#, #"{"e":[1,2]}"#])
    #expect(list.elements.map { $0.publisher["kind"] } == ["GitHub", "GitHub", nil])
  }

  @Test func `A page of the API contains attestations, or only links to them`() throws {
    let text = """
      {"attestations": [
        {"repository_id": 1, "bundle": {"a": 1}, "bundle_url": "https://example.org"},
        {"bundle": null, "bundle_url": "https://example.org"}
      ]}
      """
    #expect(try texts(AttestationList(gitHubPage: Array(text.utf8))) == [#"{"a":1}"#])
    #expect(try texts(AttestationList(gitHubPage: Array("{}".utf8))) == [])
  }

  @Test(arguments: ["", "<html>", "[]", "{", "{\"attestations\":{}}", "{} x"])
  func `Another text is refused`(text: String) {
    #expect(throws: JSONReader.Failure.self) {
      try AttestationList(gitHubPage: Array(text.utf8))
    }
    let provenance = text.replacing("attestations", with: "attestation_bundles")
    #expect(throws: JSONReader.Failure.self) {
      try AttestationList(provenance: Array(provenance.utf8))
    }
  }

  @Test func `An endless list is refused`() {
    let text = "{\"attestations\":[" + String(repeating: "{\"bundle\":{}},", count: 1025) + "{}]}"
    #expect(throws: JSONReader.Failure.self) {
      try AttestationList(gitHubPage: Array(text.utf8))
    }
  }
}
