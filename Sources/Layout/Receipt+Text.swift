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
