import Diagnostics
import Testing
import Transport

@Suite struct OCIRepositoryTests {
  private static let tools = "oci://r.example/tools"

  @Test(
    arguments: [
      ("oci://r.example/Tools", .capitals(corrected: tools)),
      ("oci://r.example/tools:latest", .tag("latest", corrected: tools)),
      ("oci://R.example/Tools:Latest", .tag("Latest", corrected: tools)),
      ("oci://r.example/tools@sha256:00", .tag("sha256:00", corrected: tools)),
      ("oci://r.example/tools:latest?token=s3cret", .tag("latest", corrected: tools)),
      ("oci://r.example/tools?token=s3cret", .query(corrected: tools)),
      ("oci://r.example/tools#part", .query(corrected: tools)),
      ("oci://r.example:99999/tools", .badHost), ("oci:///tools", .badHost),
      ("oci://r.example?a=b/tools", .badHost), ("oci://", .badHost),
      ("oci://r.example", .noName), ("oci://r.example/", .noName),
      ("oci://r.example/:latest", .noName), ("oci://me:s3cret@r.example/tools", .credentials),
      ("oci+http://r.example/a//b", .badName("a//b")), ("oci://r.example/a%20b", .badName("a%20b")),
      (tools, nil), ("https://r.example/Tools", nil),
    ] as [(String, RepositoryFault?)])
  func `the first fault of an address is named`(_ text: String, _ fault: RepositoryFault?) {
    #expect(OCIRepository.fault(in: text) == fault)
  }
}
