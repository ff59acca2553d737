internal import Manifests
internal import Vocabulary

/// A reader of a receipt, which collects the values of its lines.
struct ReceiptReader {
  /// The values of the `tool` line.
  private var tool: (ToolName, VersionText, ContentID)?
  /// The values of the `from` line.
  private var from: (source: String, Platform, ArtifactFormat, SHA256Digest, size: Int)?
  /// The values of the `built` line.
  private(set) var built: (system: String, prefix: String)?
  /// The values of the `ruby` line.
  private(set) var ruby: RubyInterface?
  private var steps: [String] = []
  private var dependencies: [BuildDependency] = []
  private var parts: [Receipt.Part] = []
  private var executables: [Receipt.Executable] = []
  private var files: [Receipt.File] = []
  private var links: [Receipt.Link] = []
  /// Whether no line has been read yet.
  private var isFirst = true

  /// The receipt, or `nil` if a `tool` or `from` line is missing, or one of `built` and `step`. For
  /// gems, `ruby` replaces `step`.
  var receipt: Receipt? {
    guard let tool, let from, (from.2 == .gem && steps.isEmpty) == (ruby != nil),
      (built == nil) == (steps.isEmpty && ruby == nil), built != nil || dependencies.isEmpty
    else { return nil }
    return Receipt(
      tool: tool.0, version: tool.1, id: tool.2, source: from.source, platform: from.1,
      format: from.2, digest: from.3, size: from.size,
      build: built.map {
        .init(
          steps: steps, dependencies: dependencies, prefix: $0.prefix, system: $0.system,
          ruby: ruby)
      }, parts: parts, executables: executables, files: files, links: links)
  }

  /// Reads a line and returns whether it is valid in a receipt.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> Bool {
    var line = ReceiptLine(bytes)
    let kind = line.word()
    if isFirst {
      isFirst = false
      return kind == "receipt" && line.word() == String(Receipt.formatNumber)
    }
    switch kind {
    case "tool": return Self.set(&tool, to: line.tool())
    case "from": return Self.set(&from, to: line.origin())
    case "built": return Self.set(&built, to: line.built())
    case "ruby": return Self.set(&ruby, to: line.ruby())
    case "step": return Self.append(line.remainder(), to: &steps)
    case "with": return Self.append(line.dependency(), to: &dependencies)
    case "part": return Self.append(line.part(), to: &parts)
    case "provides": return Self.append(line.executable(isDeclared: false), to: &executables)
    case "declares": return Self.append(line.executable(isDeclared: true), to: &executables)
    case "file": return Self.append(line.file(), to: &files)
    case "link": return Self.append(line.link(), to: &links)
    default: return false
    }
  }

  /// Stores the value of a line, and returns whether there is one.
  private static func set<Value>(_ property: inout Value?, to value: Value?) -> Bool {
    property = value
    return value != nil
  }

  /// Appends the value of a line, and returns whether there is one.
  private static func append<Value>(_ value: Value?, to list: inout [Value]) -> Bool {
    guard let value else { return false }
    list.append(value)
    return true
  }
}
