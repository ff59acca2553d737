@testable import ToolSources

/// A page of an index as JSON: no text crashes, and what it lists are file names with addresses.
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
