import Importing

/// Reads the manifests of other tools. No input crashes a reader, and each statement has a line of
/// the text.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let lineCount = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
  for kind in ForeignManifest.allCases {
    guard let statements = try? kind.statements(in: bytes, path: "x") else { continue }
    for statement in statements {
      precondition((1...lineCount).contains(statement.line))
    }
  }
  return 0
}
