extension ExecutableName {
  /// Whether only an explicit request may make this name an executable that people and programs
  /// find on `PATH`.
  ///
  /// Other programs start the reserved names without a user's request: scripts start shells and
  /// `env`, and a password typed at a prompt goes to `sudo`, `su`, or `ssh`. Only this program is
  /// `bootstrap`. A name with a character that a shell reads, such as `$(id)`, can turn into a
  /// command where a script uses it.
  ///
  /// `SUDO` is reserved, too, because on a file system that folds case, as on macOS, `sudo` is
  /// another name for it.
  package var isReserved: Bool {
    if !text.utf8.allSatisfy(Self.isPlain) { return true }
    return switch caseFolded {
    case "sh", "bash", "env", "sudo", "su", "ssh", "test", "bootstrap": true
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
