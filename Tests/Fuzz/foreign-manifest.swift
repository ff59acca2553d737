import Filesystem
import Importing
import SourceKinds

/// Imports a text in the format of every manifest, also as a file that another one includes. No
/// input crashes the import, which accounts for every statement, and the line of each statement is
/// in the text.
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
    }
    entryCount += add(ImportableFile.Contents(path: path, statements: statements), to: &manifests)
  }
  for (name, included) in includers {
    guard let file = ImportableFile(at: name) else { fatalError("no kind of file") }
    try? folder.appending(included).replaceContents(with: bytes, isDurable: false)
    for contents in (try? file.contents(at: folder.appending(name), named: name)) ?? [] {
      entryCount += add(contents, to: &manifests)
    }
  }
  let report = manifests.report
  precondition(report.entryCount == entryCount)
  return 0
}

/// Adds the contents of a file, and returns the number of its entries.
private func add(
  _ contents: ImportableFile.Contents, to manifests: inout ManifestImport
) -> Int {
  manifests.add(contents)
  return contents.statements.count { statement in
    if case .part = statement.content { false } else { true }
  }
}

/// An empty import, created once because its creation reads all definitions.
private let empty = ManifestImport(.shipped)

/// The manifests that include the text, each with the file that it includes.
private let includers = [("Gemfile", "included.rb"), ("aqua.yaml", "included.yaml")]

/// A folder with the manifests that include the text.
private let folder: FilePath = {
  let folder = FilePath(".build/fuzz/foreign-manifest-files")
  let gemfile = "group :a do\n  eval_gemfile \"included.rb\"\nend\n"
  let aqua = "packages:\n- import: included.yaml\n"
  do {
    try folder.makeDirectories()
    try folder.appending("Gemfile").replaceContents(with: gemfile.utf8, isDurable: false)
    try folder.appending("aqua.yaml").replaceContents(with: aqua.utf8, isDurable: false)
  } catch {
    fatalError("cannot write the files: \(error)")
  }
  return folder
}()
