import Diagnostics
import Filesystem
import Importing
import Manifests
import Sandboxes
import Snapshots
import SourceKinds
import Terminal
import Testing
import Vocabulary

/// Whole folders with the files of other tools, and what becomes of each entry.
///
/// A fixture contains the files, and after `--- result` a line for each entry: the tool to write,
/// or the reason to leave the entry out.
@Suite struct ForeignCorpusTests {
  static let names = ((try? FilePath.fixtures.appending("Importing").entries()) ?? []).sorted()

  @Test func `there are twenty folders with sixty files`() throws {
    #expect(Self.names.count >= 20)
    #expect(try Self.names.reduce(0) { try $0 + Folder($1).files.count } >= 60)
  }

  @Test(arguments: names)
  func `every entry is a tool or left out`(_ name: String) throws {
    let folder = try Folder(name)
    let (manifests, entryCount) = try folder.imported()
    let report = manifests.report
    #expect(report.entryCount == entryCount)
    // The texts that no message may show contain this word.
    #expect(!Self.result(of: manifests).contains("hush"))
    Snapshot("Importing/\(name)").expect(folder.fileText + Self.result(of: manifests))
  }

  /// Finds what each file asks for without its reader.
  @Test(arguments: names)
  func `every line that asks for something is an entry`(_ name: String) throws {
    for file in try Folder(name).files {
      let (path, text) = (file.path, Folder.contents(of: file.text))
      guard let format = ImportableFile(at: path)?.format, !format.isNameOnly else { continue }
      let statements = try format.statements(in: Array(text.utf8), path: path)
      let missed = AskingLines(path, text).numbers.subtracting(statements.compactMap(\.line))
      #expect(missed.isEmpty, "\(path)")
    }
  }

  /// What is written can be looked up by name or repository, and no tool occurs twice.
  @Test(arguments: names)
  func `what is taken makes a valid Toolfile`(_ name: String) throws {
    let statements = try Folder(name).imported().manifests.proposals.map(\.tool.statement)
    let text = statements.joined(separator: "\n") + "\n"
    let toolfile = try Toolfile(parsing: Array(text.utf8), path: "Toolfile")
    #expect(UnlockableTools(in: toolfile, .shipped).problems.isEmpty)
  }

  private static func result(of manifests: ManifestImport) -> String {
    let report = manifests.report
    var lines: [(origin: Origin, text: String)] = manifests.proposals.map { proposal in
      (proposal.origin, "\(proposal.text) => \(proposal.tool.statement)")
    }
    lines += report.leftOut.map {
      ($0.origin, "\($0.text) => \($0.reason.code): \($0.reason.sentence)")
    }
    var notes = report.notes.map { "note \($0.origin): \($0.text): \($0.reason.sentence)" }
    notes.append(
      "\(report.entryCount) entries: \(report.toolCount) tools, \(report.leftOut.count) left out")
    let sorted = lines.enumerated().sorted { left, right in
      left.element.origin.sortKey == right.element.origin.sortKey
        ? left.offset < right.offset
        : left.element.origin.sortKey < right.element.origin.sortKey
    }
    return (["--- result"] + sorted.map { "\($0.element.origin): \($0.element.text)" } + notes)
      .map { $0 + "\n" }.joined()
  }

  /// A folder of the corpus.
  private struct Folder {
    let files: [(path: String, text: String)]

    /// The fixture without its result.
    var fileText: String { files.map { "--- file \($0.path)\n\($0.text)" }.joined() }

    init(_ name: String) throws {
      let path = FilePath.fixtures.appending("Importing/\(name)")
      let text = String(decoding: try path.contents(limit: 1 << 20), as: UTF8.self)
      var files: [(path: String, text: String)] = []
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        if line == "--- result" { break }
        if line.hasPrefix("--- file ") {
          files.append((String(line.dropFirst(9)), ""))
        } else {
          files[files.count - 1].text += line + "\n"
        }
      }
      self.files = files
    }

    /// Returns the text of a file. Its fixture contains escapes for some characters.
    static func contents(of text: String) -> String {
      text.replacing("\\r", with: "\r").replacing("\\u{FEFF}", with: "\u{FEFF}")
    }

    /// Writes the files, and imports them in the order of precedence.
    ///
    /// - Returns: The import, and the number of entries that the readers return.
    func imported() throws -> (manifests: ManifestImport, entryCount: Int) {
      let directory = try TemporaryDirectory()
      for (path, text) in files {
        try directory.file(path, Self.contents(of: text))
      }
      var manifests = ManifestImport(.shipped)
      var entryCount = 0
      for file in ImportableFile.all {
        for path in try file.paths(in: directory.path) {
          if file.isOptional {
            entryCount += 1
            manifests.leaveOut(path, because: .onRequest)
            continue
          }
          let contents = try file.contents(at: directory.path.appending(path), named: path)
          for contents in contents ?? [] {
            entryCount += contents.statements.count { statement in
              if case .part = statement.content { false } else { true }
            }
            manifests.add(contents)
          }
        }
      }
      return (manifests, entryCount)
    }
  }
}

extension Origin {
  /// The path and the line.
  fileprivate var sortKey: String {
    let line = String(line)
    return "\(path ?? "") \(String(repeating: "0", count: 6 - line.count))\(line)"
  }
}
