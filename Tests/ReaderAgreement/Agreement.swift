internal import Diagnostics
internal import Filesystem
internal import Manifests
internal import ShimSearch
internal import Vocabulary

/// The results of comparing the full parsers with the shared reader, which the shim and the main
/// program use to find pins.
package struct Agreement: CustomStringConvertible {
  /// The number of texts that both readers accept.
  package private(set) var accepted = 0
  /// The number of texts that both readers reject.
  package private(set) var refused = 0
  /// The number of locks that only the full parser rejects. The fault is in a line that the shared
  /// reader ignores because it does not affect the choice of a version.
  package private(set) var refusedElsewhere = 0
  /// The number of tools or pins compared.
  package private(set) var answers = 0
  /// The number of compared tools with a content id that also covers parts.
  package private(set) var answersWithParts = 0
  /// The first five differences, each with the text that causes it.
  package private(set) var differences: [String] = []

  /// Creates the results of no comparison.
  package init() {}

  package var description: String {
    """
    \(accepted) accepted by both, \(refused) refused by both, \
    \(refusedElsewhere) refused by the full parser alone, \(answers) answers compared, \
    \(answersWithParts) of them with parts, \(differences.count) differences
    """
  }

  /// Records a difference, unless there are five already.
  ///
  /// - Parameters:
  ///   - what: The property in which the readers differ.
  ///   - text: The text that causes the difference.
  private mutating func differ(_ what: String, _ text: [UInt8]) {
    if differences.count < 5 {
      differences.append("\(what): \(String(decoding: text, as: UTF8.self).debugDescription)")
    }
  }

  /// Compares the readers on a `.tool-version` file.
  ///
  /// They agree if both accept it with the same pins on the same lines, or if both reject it.
  package mutating func compareToolVersion(_ text: [UInt8]) {
    struct Entry: Equatable { let tool: String, version: String, line: Int? }
    let full: [Entry]? = try? ToolVersionFile(parsing: text, path: "x").pins.map { pin in
      guard case .file(path: _, let line, column: _) = pin.origin else {
        return Entry(tool: "", version: "", line: nil)
      }
      return Entry(tool: pin.tool.text, version: pin.version.description, line: line)
    }
    let shared: [Entry]? =
      text.count > ToolVersionText.maximumByteCount
      ? nil
      : text.withSpan { span in
        var entries: [Entry] = []
        do throws(PinReadFault) {
          var reader = try ToolVersionText(span)
          while let entry = try reader.next(in: span) {
            entries.append(
              Entry(
                tool: String(decoding: span.copy(entry.tool), as: UTF8.self),
                version: String(decoding: span.copy(entry.version), as: UTF8.self), line: entry.line
              ))
          }
          return entries
        } catch {
          return nil
        }
      }
    if full != shared { differ("pins", text) }
    if full == nil { refused += 1 } else { accepted += 1 }
    answers += full?.count ?? 0
  }

  /// Compares the readers on a lock.
  ///
  /// If the full parser accepts the lock, both must report the same tools and executables. If it
  /// rejects the lock because of conflict markers, the shared reader must reject it too. A lock
  /// with another fault may be accepted by the shared reader, which validates only the values that
  /// it uses.
  package mutating func compareLock(_ text: [UInt8]) {
    let full: Lockfile?
    var hasConflict = false
    do throws(SyntaxProblems) {
      full = try Lockfile(parsing: text, path: "x")
    } catch {
      full = nil
      hasConflict = error.problems.contains { problem in
        if case .strayMarker = problem.fault { true } else { problem.fault == .conflictMarkers }
      }
    }
    guard let full else {
      switch Reading(text, executables: []) {
      case nil: refused += 1
      case .some where hasConflict: differ("conflict", text)
      case .some: refusedElsewhere += 1
      }
      return
    }
    // The shared reader must reject content ids of 12 digits. The full parser accepts them, so that
    // `bootstrap lock` can replace them. Other lines of an older form do not decide what runs.
    if full.tools.contains(where: \.isOutdated) {
      if hasShortID(text), Reading(text, executables: []) != nil { differ("outdated", text) }
      return
    }
    accepted += 1
    let executables = Set(full.tools.flatMap { $0.provides.map(\.name.text) }).union(["", "other"])
    guard let shared = Reading(text, executables: executables) else {
      return differ("refused", text)
    }
    let expected = full.tools.map { tool in
      Reading.Tool(
        name: tool.name.text, version: tool.version.text,
        provides: Platform.allCases.map { tool.executables(for: $0).map(\.text) },
        ids: Platform.allCases.map { tool.contentID(for: $0)?.description })
    }
    answers += expected.count
    answersWithParts += full.tools.count { tool in
      tool.artifacts.contains { !tool.parts(for: $0.platform).isEmpty }
    }
    if shared.tools != expected { differ("tools", text) }
    // The shim uses binary search only in a sealed lock, which is always in canonical form.
    if full.bytes == text, !bisects(text, expected) { differ("bisection", text) }
  }
}

extension Agreement {
  /// Returns whether binary search in a file with `text` finds exactly the stanzas of `tools`.
  fileprivate func bisects(_ text: [UInt8], _ tools: [Reading.Tool]) -> Bool {
    let file = FilePath("/tmp/bootstrap-agreement").temporarySibling()
    defer { try? file.removeFile() }
    do {
      try file.replaceContents(with: text, isDurable: false)
      guard let lock = try OpenLock.open(PathText(file.bytes), .ignored) else { return false }
      for tool in tools {
        guard let lines = try lock.stanza(ofSealed: Array(tool.name.utf8)) else { return false }
        let words = try lines.withSpan { span throws(PinReadFault) in
          try LockText.words(at: 0, in: span).version.map { span[$0] }
        }
        if words != Array(tool.version.utf8) { return false }
        for (platform, id) in zip(Reading.platforms, tool.ids) {
          let found = try lines.withSpan { span throws(PinReadFault) in
            try LockText.contentID(forStanzaAt: 0, platform: platform, in: span)?.map { span[$0] }
          }
          if found != id.map({ Array($0.utf8) }) { return false }
        }
      }
      let others = ["0", "a0", "m", "zz"].filter { name in !tools.contains { $0.name == name } }
      return try others.allSatisfy { try lock.stanza(ofSealed: Array($0.utf8)) == nil }
    } catch {
      return false
    }
  }
}

/// The contents of a lock as the shared reader reports them.
private struct Reading {
  /// The properties of a tool that both readers report.
  struct Tool: Equatable {
    let name: String
    let version: String
    /// The names of the executables for each of ``platforms``, sorted.
    let provides: [[String]]
    /// The content id for each of ``platforms``, or `nil` without an artifact.
    let ids: [String?]
  }

  var tools: [Tool] = []

  /// The names of all platforms, in the order of `Platform.allCases`.
  static let platforms: [StaticString] = [
    "linux-x64", "linux-arm64", "linux-x64-musl", "linux-arm64-musl", "macos-x64", "macos-arm64",
  ]

  /// Reads a lock, or returns `nil` if the shared reader rejects it.
  ///
  /// - Parameters:
  ///   - bytes: The text of the lock.
  ///   - executables: The names of executables to search for in each tool.
  init?(_ bytes: [UInt8], executables: Set<String>) {
    let reading: Reading? = bytes.withSpan { text in
      try? Reading(text, executables: executables)
    }
    guard let reading else { return nil }
    self = reading
  }

  private init(_ text: Span<UInt8>, executables: Set<String>) throws(PinReadFault) {
    var lock = try LockText(text)
    var start: Int?
    let none = [Set<String>](repeating: [], count: Self.platforms.count)
    var provides = none
    func tool(at start: Int) throws(PinReadFault) -> Tool {
      let words = try LockText.words(at: start, in: text)
      var ids: [String?] = []
      for platform in Self.platforms {
        let id = try LockText.contentID(forStanzaAt: start, platform: platform, in: text)
        ids.append(id.map { String(decoding: text.copy($0), as: UTF8.self) })
      }
      return Tool(
        name: String(decoding: text.copy(words.tool), as: UTF8.self),
        version: String(decoding: text.copy(words.version), as: UTF8.self),
        provides: provides.map { $0.sorted() }, ids: ids)
    }
    while let heading = try lock.nextHeading(in: text) {
      switch heading {
      case .tool(let next):
        if let start { tools.append(try tool(at: start)) }
        start = next
        provides = none
      case .executables(let range):
        if start == nil { continue }
        for (index, platform) in Self.platforms.enumerated() {
          provides[index].formUnion(
            executables.filter {
              LockText.provides(Array($0.utf8), on: platform, in: range, of: text)
            })
        }
      case .other:
        if let last = start { tools.append(try tool(at: last)) }
        start = nil
      }
    }
    if let start { tools.append(try tool(at: start)) }
  }
}

/// Returns whether a lock has an artifact with a content id of 12 digits.
private func hasShortID(_ lock: [UInt8]) -> Bool {
  lock.split(separator: UInt8(ascii: "\n")).contains { line in
    let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
    return fields.count > 2 && fields[0].elementsEqual("artifact".utf8) && fields[2].count == 12
  }
}
