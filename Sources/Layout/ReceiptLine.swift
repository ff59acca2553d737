internal import Manifests
internal import Vocabulary

/// The words of a line of a receipt. A method reads all values of one kind of line, or returns
/// `nil` if one of them is missing or malformed.
struct ReceiptLine {
  private var rest: ArraySlice<UInt8>

  /// Creates a line from its bytes, without the newline.
  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// Reads the next word, or returns `nil` at the end of the line.
  mutating func word() -> String? {
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
    defer { rest = rest[min(end + 1, rest.endIndex)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// Returns the unescaped rest of the line, or `nil` at its end.
  func remainder() -> String? {
    rest.isEmpty ? nil : Self.unescaped(String(decoding: rest, as: UTF8.self))
  }

  mutating func tool() -> (ToolName, VersionText, ContentID)? {
    guard let name = word().flatMap(ToolName.init), let version = word().flatMap(VersionText.init),
      let id = word().flatMap(ContentID.init)
    else { return nil }
    return (name, version, id)
  }

  mutating func origin() -> (
    source: String, Platform, ArtifactFormat, SHA256Digest, size: Int
  )? {
    guard let source = word(), let platform = word().flatMap(Platform.init(rawValue:)),
      let format = word().flatMap(ArtifactFormat.init), let digest = digest(), let size = size()
    else { return nil }
    return (source, platform, format, digest, size)
  }

  mutating func built() -> (system: String, prefix: String)? {
    guard let system = word(), let prefix = remainder() else { return nil }
    return (system, prefix)
  }

  mutating func ruby() -> RubyInterface? {
    guard let abi = word(), let platform = word(), let program = word(), let file = remainder()
    else { return nil }
    return RubyInterface(
      abi: abi, platform: platform, program: Self.unescaped(program), file: file)
  }

  mutating func dependency() -> BuildDependency? {
    tool().map { BuildDependency(tool: $0, version: $1, id: $2) }
  }

  mutating func part() -> Receipt.Part? {
    guard let name = word().flatMap(PartName.init), let version = word().flatMap(VersionText.init),
      let format = word().flatMap(ArtifactFormat.init), let digest = digest(), let size = size()
    else { return nil }
    return .init(name: name, version: version, format: format, digest: digest, size: size)
  }

  mutating func executable(isDeclared: Bool) -> Receipt.Executable? {
    guard let name = word().flatMap(ExecutableName.init), let path = remainder() else {
      return nil
    }
    return .init(name: name, path: path, isDeclared: isDeclared)
  }

  mutating func file() -> Receipt.File? {
    guard let mode = word().flatMap({ UInt16($0, radix: 8) }), let size = size(),
      let digest = digest(), let path = remainder()
    else { return nil }
    return .init(path: path, mode: mode, size: size, digest: digest)
  }

  mutating func link() -> Receipt.Link? {
    guard let path = word(), let target = remainder() else { return nil }
    return .init(path: Self.unescaped(path), target: target)
  }

  /// Parses a size in bytes, or returns `nil` if no artifact has such a size or such a file. A
  /// damaged receipt can contain any number, and sizes are added up.
  private mutating func size() -> Int? {
    word().flatMap { Int($0) }.flatMap { (0...Artifact.maximumSize).contains($0) ? $0 : nil }
  }

  /// Parses a word such as `sha256:1f00…`, or returns `nil` if it has another form.
  private mutating func digest() -> SHA256Digest? {
    guard let word = word(), word.hasPrefix("sha256:") else { return nil }
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
