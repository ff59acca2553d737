internal import CPosix
internal import LibC

/// The environment variables of a process, kept byte for byte, so that the programs it starts
/// receive them unchanged.
package struct Environment: Sendable {
  /// The entries `NAME=value`, without terminators. An entry without `=` is kept, but has
  /// no name.
  package private(set) var entries: [[UInt8]]

  /// Creates an environment from entries `NAME=value`, which are not checked.
  package init(entries: [[UInt8]]) { self.entries = entries }

  /// Creates an environment from variables, sorted by name.
  package init(_ variables: [String: String]) {
    entries = variables.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)".utf8) }
  }

  /// The environment of this process (environ(7)).
  package static var current: Environment {
    var entries: [[UInt8]] = []
    var index = 0
    while let entry = unsafe bootstrap_environment()?[index] {
      let characters = unsafe UnsafeBufferPointer(start: entry, count: strlen(entry))
      unsafe entries.append(characters.map { UInt8(bitPattern: $0) })
      index += 1
    }
    return Environment(entries: entries)
  }

  /// The value of `name`, with bytes that are not UTF-8 replaced, or `nil` if it is unset.
  /// Assigning `nil` unsets it.
  package subscript(name: String) -> String? {
    get { bytes(of: name).map { String(decoding: $0, as: UTF8.self) } }
    set {
      let prefix = Array(name.utf8) + [UInt8(ascii: "=")]
      entries.removeAll { $0.starts(with: prefix) }
      if let newValue { entries.append(prefix + Array(newValue.utf8)) }
    }
  }

  /// Returns the value of `name`, or `nil` if it is unset or empty.
  package func nonEmpty(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the bytes of the value of `name`, or `nil` if it is unset.
  package func bytes(of name: String) -> ArraySlice<UInt8>? {
    let prefix = Array(name.utf8) + [UInt8(ascii: "=")]
    return entries.first { $0.starts(with: prefix) }?.dropFirst(prefix.count)
  }

  /// Sets `name` to bytes, which need not be UTF-8.
  package mutating func set(_ name: String, to bytes: some Sequence<UInt8>) {
    self[name] = nil
    entries.append(Array(name.utf8) + [UInt8(ascii: "=")] + Array(bytes))
  }

  /// Returns the value of `name` as a path, or `nil` if it is unset or empty.
  package func path(_ name: String) -> FilePath? {
    guard let bytes = bytes(of: name), !bytes.isEmpty else { return nil }
    return FilePath(bytes: bytes)
  }
}

/// The arguments that this process was started with, byte for byte, the program's name first.
package enum ProcessArguments {
  package static var current: [[UInt8]] {
    if let words = unsafe bootstrap_arguments() { return unsafe Self.words(words) }
    return unsafe CommandLine.unsafeArgv.withMemoryRebound(
      to: UnsafeMutablePointer<CChar>?.self, capacity: Int(CommandLine.argc) + 1
    ) { unsafe words(UnsafePointer($0)) }
  }

  private static func words(_ start: UnsafePointer<UnsafeMutablePointer<CChar>?>) -> [[UInt8]] {
    var words: [[UInt8]] = []
    while let word = unsafe start[words.count] {
      words.append(
        unsafe UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) })
    }
    return words
  }
}
