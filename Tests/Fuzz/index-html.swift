@testable import ToolSources

/// Parses an index page in HTML. No input crashes the parser. Each listed file has a valid name and
/// an address without a fragment.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let page = try? IndexPage(html: bytes) else { return 0 }
  for file in page.files {
    precondition(DistributionName.isFile(file.name.utf8))
    precondition(!file.reference.utf8.contains(UInt8(ascii: "#")))
    precondition(file.size == nil && file.uploaded == nil)
  }
  return 0
}
