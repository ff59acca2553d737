extension ExecutableName {
  /// Whether only an explicit request may make this name an executable that people and programs
  /// find on `PATH`.
  ///
  /// Other programs start the reserved names without a user's request: scripts start shells and
  /// `env`, and a password typed at a prompt goes to `sudo`, `su`, or `ssh`. A name with a
  /// character that a shell reads, such as `$(id)`, can turn into a command where a script uses it.
  package var isReserved: Bool {
    if !text.utf8.allSatisfy(Self.isPlain) { return true }
    return switch text {
    case "sh", "bash", "env", "sudo", "su", "ssh", "test": true
    default: false
    }
  }

  /// Returns whether shells read the byte as itself, wherever it stands in a word.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "%"):
      true
    default: false
    }
  }
}

extension LockedDeclaration {
  /// Returns whether the tool `tool` with this declaration may provide an executable called `name`.
  ///
  /// A reserved name needs a request: the manifest lists it under `executables`, or it is the name
  /// of the tool, and the tool comes from a source that the user chose and not the manifest.
  package func permits(_ name: ExecutableName, of tool: ToolName) -> Bool {
    !name.isReserved || name.text == tool.text && self[Self.addressKey] == nil
      || executables?.contains { $0.name == name } ?? false
  }
}
