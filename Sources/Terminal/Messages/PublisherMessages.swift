internal import Diagnostics
internal import Vocabulary

extension PublisherChange {
  /// Returns the message for the publishers that differ from those in the lock.
  static func message(_ changes: [PublisherChange]) -> Message {
    let tools = Set(changes.map(\.tool)).sorted()
    let options = tools.map { "--accept-publisher \(shellWord($0.text))" }.joined(separator: " ")
    var message = Message(
      "publisher-changed",
      changes.count == 1 ? changes[0].sentence : "the publishers of \(changes.count) tools changed")
    for change in changes {
      message =
        message.detail("tool", changes.count == 1 ? nil : change.sentence)
        .detail("asked by", change.origin?.description)
        .detail("locked", change.lockedWords)
        .detail("published", change.publishedWords)
        .column("files", change.files + UnverifiedFile.lines(change.unverified))
    }
    return
      message
      .detail("because", "a stolen account or an abandoned name looks the same")
      .detail("try", "if the project announces this, run the command again with `\(options)`")
      .fact("changes", .array(changes.map(\.json)))
  }

  private var sentence: String {
    if wasVerified, !isVerified {
      return "the publisher of \(tool) \(version) is not verified, but the one in the lock is"
    }
    return published == nil
      ? "\(tool) \(version) has no publisher, but the lock has one"
      : "the publisher of \(tool) \(version) differs from the one in the lock"
  }

  private var lockedWords: String {
    "\(locked)\(wasVerified ? ", verified" : "") (\(lockedVersion))"
  }

  private var publishedWords: String {
    let assurance = wasVerified && published != nil ? (isVerified ? ", verified" : ", stated") : ""
    return "\(published ?? "none stated")\(assurance) (\(version))"
  }

  private var json: JSON {
    .object([
      "tool": .string(tool.text), "locked_version": .string(lockedVersion.text),
      "version": .string(version.text),
      "locked": .string(locked), "published": .optional(published), "files": .strings(files),
      "was_verified": .bool(wasVerified), "is_verified": .bool(isVerified),
      "unverified": .array(unverified.map(\.json)), "origin": .optional(origin),
    ])
  }
}
