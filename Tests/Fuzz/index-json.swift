@testable import ToolSources

/// An index page in JSON: no input crashes the parser, and each listed file has a valid name
/// and an address.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let page = try? IndexPage(json: bytes) else { return 0 }
  precondition(page.base == nil)
  for file in page.files {
    precondition(DistributionName.isFile(file.name.utf8))
    precondition(!file.reference.utf8.contains(UInt8(ascii: "#")))
    precondition(file.size ?? 0 >= 0)
  }
  return 0
}
