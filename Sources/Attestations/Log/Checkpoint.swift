internal import Cryptography
internal import Diagnostics
internal import Vocabulary

/// The signed state of a log: its name, the number of its entries, and the root of their tree
/// (C2SP tlog-checkpoint, in a C2SP signed-note).
///
/// ```
/// rekor.example.org
/// 736
/// rs1YPY0ydAV0lxgfrq5pE4oRpUJwo3syeps5+eGUTDI=
///
/// — rekor.example.org 8w1amdbj1mjNN674dHAkD92…
/// ```
struct Checkpoint {
  /// The name of the log.
  let origin: String
  let size: Int
  let root: SHA256Digest
  /// The signed lines, each with its newline.
  private let signedText: [UInt8]
  private let signatures: [Signature]

  /// A line with a signature. Its first four bytes identify the key that made it.
  private struct Signature {
    let name: String
    let hint: [UInt8]
    let signature: [UInt8]
  }

  /// The maximum number of signatures.
  private static let maximumSignatureCount = 100

  /// Reads a signed state. Returns `nil` if the text has a different form.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    // The signatures follow the last blank line.
    guard
      let blank = bytes.indices.dropLast().last(where: {
        bytes[$0] == 0x0A && bytes[$0 + 1] == 0x0A
      })
    else { return nil }
    signedText = Array(bytes[...blank])
    let lines = Self.lines(bytes[..<blank])
    guard lines.count >= 3, !lines[0].isEmpty, !lines.contains(""),
      let size = Int(lines[1]), size >= 0, String(size) == lines[1],
      let root = Base64.standard.decode(lines[2]).flatMap({ SHA256Digest(bytes: $0) })
    else { return nil }
    origin = lines[0]
    self.size = size
    self.root = root
    guard bytes.last == 0x0A, blank + 2 < bytes.count,
      let signatures = Self.signatures(Self.lines(bytes[(blank + 2)...].dropLast()))
    else { return nil }
    self.signatures = signatures
  }

  /// Returns the lines of a text in UTF-8, without their newlines.
  private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Reads the lines after the blank one. Returns `nil` if one of them is not a signature.
  private static func signatures(_ lines: [String]) -> [Signature]? {
    guard lines.count <= maximumSignatureCount else { return nil }
    var signatures: [Signature] = []
    for line in lines {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3, words[0] == "—", !words[1].isEmpty,
        let bytes = Base64.standard.decode(String(words[2])), bytes.count > 4
      else { return nil }
      signatures.append(
        Signature(
          name: String(words[1]), hint: Array(bytes[..<4]), signature: Array(bytes[4...])))
    }
    return signatures
  }

  /// Returns whether the log signed this state. Ignores the signatures of others, such as
  /// witnesses. Every signature that claims to be the log's must be valid.
  func isSigned(by log: TransparencyLog) -> Bool {
    let hint = Array(log.checkpointID.prefix(4))
    // The first version of Rekor appends a number to its name.
    let own = signatures.filter {
      $0.hint == hint && (origin == $0.name || origin.hasPrefix($0.name + " - "))
    }
    return !own.isEmpty && own.allSatisfy { log.hasSigned(signedText, $0.signature) }
  }
}
