import Importing
import SourceKinds

/// Imports a text in the format of every manifest. No input crashes the import, which accounts for
/// every statement, and the line of each statement is in the text.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  let lineCount = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
  var manifests = empty
  var entryCount = 0
  for format in ForeignFormats.all {
    let path = format.paths[0].text
    guard let statements = try? format.statements(in: bytes, path: path) else { continue }
    for statement in statements {
      precondition(statement.line.map { 1...lineCount ~= $0 } ?? format.isNameOnly)
      if case .part = statement.content { continue }
      entryCount += 1
    }
    manifests.add(ImportableFile.Contents(path: path, statements: statements))
  }
  let report = manifests.report
  precondition(report.entryCount == entryCount)
  return 0
}

/// An empty import, created once because its creation reads all definitions.
private let empty = ManifestImport(.shipped)
