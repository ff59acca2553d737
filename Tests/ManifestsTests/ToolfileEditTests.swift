import Diagnostics
import Foundation
import Manifests
import Testing
import Versions
import Vocabulary

/// Edits of a hundred Toolfiles in many styles. Each test computes the expected text from the lines
/// of the file, without the parser and the editor.
@Suite struct ToolfileEditTests {
  private static let samples = (try? SampleToolfile.all()) ?? []

  private func editor(_ sample: SampleToolfile) throws -> ToolfileEditor {
    ToolfileEditor(try Toolfile(parsing: sample.marked(sample.bytes), path: "Toolfile"))
  }

  @Test func `the fixture has a hundred files`() throws {
    #expect(try SampleToolfile.all().count == 100)
  }

  @Test(arguments: samples)
  func `removing a tool removes its lines alone`(_ sample: SampleToolfile) throws {
    let original = try editor(sample)
    #expect(original.toolfile.tools.map(\.name.text) == sample.tools.map(sample.name))
    for tool in sample.tools {
      var editor = original
      try editor.remove(try #require(ToolName(sample.name(of: tool))))
      var lines = sample.lines
      lines.removeSubrange(tool.lines)
      #expect(editor.toolfile.bytes == sample.text(of: lines), "\(sample.name(of: tool))")
    }
  }

  @Test(arguments: samples)
  func `setting a requirement replaces its strings alone`(_ sample: SampleToolfile) throws {
    let original = try editor(sample)
    for requirement in [["1.2.3"], [">= 2", "< 4"]] {
      for tool in sample.tools {
        var editor = original
        let name = try #require(ToolName(sample.name(of: tool)))
        let edit = try #require(expectedEdit(of: tool, to: requirement))
        let parsed = try Requirement(parsing: requirement)
        if sample.comments.contains(where: edit.range.contains) {
          #expect(throws: StatementProblem.self) { try editor.setRequirement(of: name, to: parsed) }
          #expect(editor.toolfile.bytes == original.toolfile.bytes)
          continue
        }
        try editor.setRequirement(of: name, to: parsed)
        var bytes = sample.bytes
        bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
        #expect(editor.toolfile.bytes == sample.marked(bytes), "\(name)")
      }
    }
  }

  @Test(arguments: samples)
  func `adding a tool adds one line`(_ sample: SampleToolfile) throws {
    var editor = try editor(sample)
    let new = NewTool(try #require(ToolName("new")), try Requirement(parsing: ["~> 1.4"]))
    let quote = sample.quote
    let line = "tool \(quote)new\(quote), \(quote)~> 1.4\(quote)"
    try editor.add(new)
    let last = sample.tools.last { $0.depth == 0 }
    #expect(editor.toolfile.bytes == expected(line, after: last, in: sample))

    // In the block of a group, the indentation depends on the lines around it.
    editor = try self.editor(sample)
    try editor.add(new, to: GroupName("dev"))
    let text = String(decoding: editor.toolfile.bytes, as: UTF8.self)
    var lines = editor.toolfile.bytes.dropFirst(sample.hasMark ? 3 : 0).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let index = try #require(
      lines.firstIndex {
        String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespaces)
          .trimmingCharacters(in: .newlines) == line
      })
    if sample.statements.contains(where: isGroup) {
      lines.remove(at: index)
      #expect(sample.text(of: lines) == sample.marked(sample.bytes))
    } else {
      let block = ["group :dev do", "  " + line, "end"].joined(separator: sample.newline)
      #expect(text.utf8.starts(with: sample.marked(sample.bytes)))
      #expect(text.contains(block))
    }
  }

  // MARK: - Expectations

  private func isGroup(_ statement: SampleToolfile.Statement) -> Bool {
    let code = statement.code.trimmingCharacters(in: .whitespacesAndNewlines)
    return ["group :dev do", "group :dev, optional: true do"].contains(code)
      && statement.depth == 0
  }

  /// Returns the range of a tool's requirement, and the text that replaces it.
  private func expectedEdit(
    of tool: SampleToolfile.Statement, to requirement: [String]
  ) -> (range: Range<Int>, text: String)? {
    guard let name = tool.values.first else { return nil }
    // The new strings take the quotes of the old ones, or of the tool's name if there are none.
    func list(like model: SampleToolfile.Sign) -> String {
      let quote = String(model.character)
      return requirement.map { quote + $0 + quote }.joined(separator: ", ")
    }
    if let key = tool.code.firstRange(of: "version:") {
      let start = tool.code.distance(from: tool.code.startIndex, to: key.upperBound)
      let value = tool.signs[start...].drop { $0.character.isWhitespace }
      guard let first = value.first else { return nil }
      let last = first.character == "[" ? value.first { $0.character == "]" } : first
      let list = list(like: value.first(where: \.isString) ?? name)
      let text = requirement.count == 1 ? list : "[\(list)]"
      return (first.range.lowerBound..<(last?.range.upperBound ?? 0), text)
    }
    guard let first = tool.values.dropFirst().first, let last = tool.values.last else {
      return (name.range.upperBound..<name.range.upperBound, ", " + list(like: name))
    }
    return (first.range.lowerBound..<last.range.upperBound, list(like: first))
  }

  /// Returns the text with another line after a statement, or at the end if it is `nil`.
  private func expected(
    _ line: String, after last: SampleToolfile.Statement?, in sample: SampleToolfile
  ) -> [UInt8] {
    let ends = sample.bytes.indices.filter { sample.bytes[$0] == UInt8(ascii: "\n") }
    let end = last.map { $0.lines.upperBound } ?? ends.count
    var bytes = sample.bytes
    if end < ends.count {
      bytes.insert(contentsOf: Array((line + sample.newline).utf8), at: ends[end] + 1)
    } else if bytes.isEmpty || bytes.last == UInt8(ascii: "\n") {
      bytes += Array((line + sample.newline).utf8)
    } else {
      bytes += Array((sample.newline + line).utf8)
    }
    return sample.marked(bytes)
  }
}
