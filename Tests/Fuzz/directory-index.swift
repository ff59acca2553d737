@testable import ToolSources

/// Parses the index of a directory. No input crashes the parser, and the sizes of all files can be
/// added up.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let index = try? DirectoryIndex(parsing: bytes) else { return 0 }
  var sum = 0
  for tool in index.tools.values {
    for release in tool.releases {
      for artifact in release.artifacts {
        precondition(artifact.size >= 0)
        sum += artifact.size * 1000
      }
    }
  }
  return 0
}
