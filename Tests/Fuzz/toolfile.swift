import Manifests

/// Parses a `Toolfile`. No input crashes the parser. Each tool can be found and has groups and, if
/// limited to platforms, at least one platform.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let file = try? Toolfile(parsing: bytes, path: "Toolfile") else { return 0 }
  precondition(file.bytes == bytes)
  for tool in file.tools {
    precondition(file[tool.name] == tool)
    precondition(!tool.groups.isEmpty)
    precondition(tool.platforms.map { !$0.isEmpty } ?? true)
  }
  return 0
}
