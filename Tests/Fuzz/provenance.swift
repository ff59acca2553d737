@testable import ToolSources

/// Parses the provenance object of a file, and the same text as a page of GitHub's attestations. No
/// input crashes a parser, and each publisher fits on a line of a lock.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? [GitHubAttestation](response: bytes, on: "https://github.com")
  guard let provenance = try? FileProvenance(json: bytes) else { return 0 }
  for publisher in provenance.publishers {
    precondition(publisher.description.utf8.allSatisfy { (0x20...0x7E).contains($0) })
  }
  return 0
}
