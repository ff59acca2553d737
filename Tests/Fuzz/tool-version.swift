import Manifests

/// Parses and edits a `.tool-version` file. No input crashes the parser. Pinning the pinned version
/// again changes no byte, and removing all pins leaves none.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let file = try? ToolVersionFile(parsing: bytes, path: ".tool-version") else { return 0 }
  precondition(file.bytes == bytes)
  var edited = file
  for pin in file.pins {
    try? edited.pin(pin.tool, to: pin.version)
    precondition(edited == file)
  }
  for pin in file.pins {
    try? edited.unpin(pin.tool)
    precondition(edited.pin(of: pin.tool) == nil)
  }
  precondition(edited.pins.isEmpty)
  return 0
}
