import Importing

/// The files whose readers are tested.
private let paths = [
  "go.mod", ".tool-versions", ".sdkmanrc", "Mintfile", "Gemfile.lock", ".xcode-version", ".nvmrc",
]

/// Reads other tools' manifests that consist of lines. No input crashes a reader, and the line of
/// each statement is in the text.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let lineCount = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
  for path in paths {
    let format = ImportableFile(at: path)?.format
    guard let statements = try? format?.statements(in: bytes, path: path) else { continue }
    for statement in statements {
      precondition((1...lineCount).contains(statement.line))
    }
  }
  return 0
}
