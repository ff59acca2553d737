package import Filesystem
internal import Manifests
internal import Vocabulary

extension Receipt {
  /// The content of the receipt file, in the format that ``Receipt`` describes.
  package var text: [UInt8] {
    var text: [UInt8] = []
    // A `file` line has about 90 bytes in addition to the path.
    text.reserveCapacity(files.reduce(1024) { $0 + $1.path.utf8.count + 96 })
    func line(_ words: String...) {
      for (index, word) in words.enumerated() {
        if index > 0 { text.append(UInt8(ascii: " ")) }
        text.append(contentsOf: word.utf8)
      }
      text.append(UInt8(ascii: "\n"))
    }
    line("receipt", String(Self.formatNumber))
    line("tool", tool.text, version.text, id.description)
    line("from", source, platform.rawValue, format.text, digest.description, String(size))
    if let build {
      line("built", build.system, Self.escaped(build.prefix))
      if let ruby = build.ruby {
        line(
          "ruby", ruby.abi, ruby.platform, Self.escaped(ruby.program, isWord: true),
          Self.escaped(ruby.file))
      }
      for step in build.steps { line("step", Self.escaped(step)) }
      for dependency in build.dependencies {
        line("with", dependency.tool.text, dependency.version.text, dependency.id.description)
      }
    }
    for part in parts {
      line(
        "part", part.name.text, part.version.text, part.format.text, part.digest.description,
        String(part.size))
    }
    for executable in executables {
      line(
        executable.isDeclared ? "declares" : "provides", executable.name.text,
        Self.escaped(executable.path))
    }
    for file in files { file.appendLine(to: &text) }
    for link in links {
      line("link", Self.escaped(link.path, isWord: true), Self.escaped(link.target))
    }
    return text
  }

  /// Reads the receipt in the folder `installation`.
  ///
  /// - Returns: The receipt, or `nil` if the file is missing or its text is not a valid receipt in
  ///   the format of this bootstrap.
  /// - Throws: ``FileError`` if the file exists but cannot be read.
  package static func read(in installation: FilePath) throws(FileError) -> Receipt? {
    let path = installation.appending(fileName)
    guard let bytes = try path.contentsIfPresent(limit: maximumByteCount) else { return nil }
    return Receipt(text: bytes)
  }

  /// Parses the content of a receipt file, or returns `nil` if `text` is not a valid receipt.
  package init?(text: [UInt8]) {
    var reader = ReceiptReader()
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard reader.take(line) else { return nil }
    }
    guard let receipt = reader.receipt else { return nil }
    self = receipt
  }

  /// Returns `text` with backslashes and newlines escaped. Also escapes spaces if `isWord` is true,
  /// because a space ends a word.
  ///
  /// Works on bytes, because a Swift character may combine a newline or space with its neighbor.
  fileprivate static func escaped(_ text: String, isWord: Bool = false) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\n") && !(isWord && $0 == UInt8(ascii: " "))
    }
    if isPlain { return text }
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): result += "\\\\".utf8
      case UInt8(ascii: "\n"): result += "\\n".utf8
      case UInt8(ascii: " ") where isWord: result += "\\s".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension Receipt {
  /// A size in bytes that the first lines of a receipt, up to `built`, do not exceed.
  private static let headSize = 16 << 10

  /// Returns the system, the path, and for gems the Ruby that the installation in a folder was
  /// built for, or `nil` if its receipt does not state them. Reads only the first lines of the
  /// receipt.
  ///
  /// - Throws: ``FileError`` if the receipt is missing or cannot be read.
  static func built(
    in installation: FilePath
  ) throws(FileError) -> (system: String, prefix: String, ruby: RubyInterface?)? {
    let receipt = installation.appending(fileName)
    var reader = ReceiptReader()
    // The `built` line is the fourth, and the `ruby` line the fifth. Any other fifth line does not
    // matter here.
    let lines = try receipt.bytes(0..<headSize).split(separator: UInt8(ascii: "\n"))
    for (index, line) in lines.prefix(5).enumerated() {
      guard reader.take(line) || index == 4 else { return nil }
    }
    return reader.built.map { ($0.system, $0.prefix, reader.ruby) }
  }
}

extension Receipt.File {
  /// Appends the `file` line to `text`.
  ///
  /// Does not build a string for the line, because an installation may have 10,000 files.
  fileprivate func appendLine(to text: inout [UInt8]) {
    text.append(contentsOf: "file ".utf8)
    text.append(contentsOf: String(mode, radix: 8).utf8)
    text.append(UInt8(ascii: " "))
    text.append(contentsOf: String(size).utf8)
    text.append(contentsOf: " sha256:".utf8)
    digest.appendHexadecimal(to: &text)
    text.append(UInt8(ascii: " "))
    text.append(contentsOf: Receipt.escaped(path).utf8)
    text.append(UInt8(ascii: "\n"))
  }
}

/// A reader of a receipt, which collects the values of its lines.
private struct ReceiptReader {
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
  mutating func take(_ line: ArraySlice<UInt8>) -> Bool {
    var rest = line
    func word() -> String? {
      guard !rest.isEmpty else { return nil }
      let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
      defer { rest = rest[min(end + 1, rest.endIndex)...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    func remainder() -> String? {
      rest.isEmpty ? nil : Self.unescaped(String(decoding: rest, as: UTF8.self))
    }

    let kind = word()
    if isFirst {
      isFirst = false
      return kind == "receipt" && word() == String(Receipt.formatNumber)
    }
    switch kind {
    case "tool":
      guard let name = word().flatMap(ToolName.init),
        let version = word().flatMap(VersionText.init),
        let id = word().flatMap(ContentID.init)
      else { return false }
      tool = (name, version, id)
    case "from":
      guard let source = word(), let platform = word().flatMap(Platform.init(rawValue:)),
        let format = word().flatMap(ArtifactFormat.init), let digest = Self.digest(word()),
        let size = Self.size(word())
      else { return false }
      from = (source, platform, format, digest, size)
    case "built":
      guard let system = word(), let prefix = remainder() else { return false }
      built = (system, prefix)
    case "ruby":
      guard let abi = word(), let platform = word(), let program = word(),
        let file = remainder()
      else { return false }
      ruby = RubyInterface(
        abi: abi, platform: platform, program: Self.unescaped(program), file: file)
    case "step":
      guard let step = remainder() else { return false }
      steps.append(step)
    case "with":
      guard let name = word().flatMap(ToolName.init),
        let version = word().flatMap(VersionText.init), let id = word().flatMap(ContentID.init)
      else { return false }
      dependencies.append(BuildDependency(tool: name, version: version, id: id))
    case "part":
      guard let name = word().flatMap(PartName.init),
        let version = word().flatMap(VersionText.init),
        let format = word().flatMap(ArtifactFormat.init), let digest = Self.digest(word()),
        let size = Self.size(word())
      else { return false }
      parts.append(.init(name: name, version: version, format: format, digest: digest, size: size))
    case "provides", "declares":
      guard let name = word().flatMap(ExecutableName.init), let path = remainder() else {
        return false
      }
      executables.append(.init(name: name, path: path, isDeclared: kind == "declares"))
    case "file":
      guard let mode = word().flatMap({ UInt16($0, radix: 8) }),
        let size = Self.size(word()),
        let digest = Self.digest(word()), let path = remainder()
      else { return false }
      files.append(.init(path: path, mode: mode, size: size, digest: digest))
    case "link":
      guard let path = word(), let target = remainder() else { return false }
      links.append(.init(path: Self.unescaped(path), target: target))
    default:
      return false
    }
    return true
  }

  /// Parses a size in bytes, or returns `nil` if no artifact has such a size or such a file. A
  /// damaged receipt can contain any number, and sizes are added up.
  private static func size(_ word: String?) -> Int? {
    word.flatMap { Int($0) }.flatMap { (0...Artifact.maximumSize).contains($0) ? $0 : nil }
  }

  /// Parses a word such as `sha256:1f00…`, or returns `nil` if it has another form.
  private static func digest(_ word: String?) -> SHA256Digest? {
    guard let word, word.hasPrefix("sha256:") else { return nil }
    return SHA256Digest(hexadecimal: word.dropFirst(7))
  }

  /// Reverses ``Receipt/escaped(_:isWord:)``.
  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      if isEscaped {
        switch byte {
        case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "s"): result.append(UInt8(ascii: " "))
        default: result.append(byte)
        }
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
