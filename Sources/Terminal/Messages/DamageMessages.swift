package import Diagnostics
internal import Vocabulary

extension DamageProblem {
  /// One message per installation or download. The last lists the commands that repair them all.
  var messages: [Message] {
    var messages = vanished.map {
      Message("vanished-installation", "\($0) was installed, but its folder is gone")
    }
    messages +=
      installations.map(\.message) + unanchored.map(\.message) + downloads.map(\.message)
    if let last = messages.popLast() { messages.append(last.column("run", repairs.map(\.command))) }
    return messages
  }
}

extension Repair {
  /// The command that makes this repair: `bootstrap install --force`.
  package var command: String {
    let install = "bootstrap install --force"
    return switch self {
    case .here(let groups):
      install + (groups.isEmpty ? "" : " --with \(groups.map(\.text).joined(separator: ","))")
    case .pins(let pins): "\(install) \(pins.joined(separator: " "))"
    case .folder(let folder): "\(install) -C \(folder)"
    case .records: "bootstrap rehash"
    }
  }
}

extension InstallationDamage {
  /// The maximum number of paths that a message lists as text for each kind of damage. JSON lists
  /// all paths.
  private static let mostPaths = 3

  fileprivate var message: Message {
    switch kind {
    case .receipt(let fault):
      Message("damaged-receipt", "\(tool) \(version) cannot be verified").detail(
        "because", fault.sentence)
    case .files(let files, let receipt):
      FileDamage.labels.reduce(
        Message("damaged-files", "\(tool) \(version) does not match what was installed")
          .detail("receipt", receipt?.words)
      ) { message, label in
        let lines = files.filter { $0.fault.label == label }.map(\.line)
        let rest = lines.count - Self.mostPaths
        return message.column(
          label,
          lines.prefix(Self.mostPaths)
            + (rest > 0 ? ["and \(QuantityFormat.number(rest)) more"] : []))
      }
    }
  }

  /// The complete damage, for programs.
  package var json: JSON {
    switch kind {
    case .receipt(let fault):
      .array([fault.json])
    case .files(let files, let receipt):
      .array((receipt.map { [$0.json] } ?? []) + files.map(\.json))
    }
  }
}

extension DamagedDownload {
  fileprivate var message: Message {
    let title = "\(tool) \(version)"
    return Message(
      "damaged-download",
      reason == nil
        ? "the kept download of \(title) has been changed"
        : "the kept download of \(title) cannot be read"
    )
    .detail("file", path)
    .detail("because", reason ?? "its size or SHA-256 digest is not that of the download")
  }
}

extension ReceiptFault {
  private var name: String {
    switch self {
    case .missing: "missing"
    case .unreadable: "unreadable"
    case .malformed: "malformed"
    case .foreign: "foreign"
    case .changed: "changed"
    }
  }

  fileprivate var words: String {
    switch self {
    case .missing: "missing"
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .malformed: "damaged"
    case .foreign(let tool, let version): "belongs to \(tool) \(version)"
    case .changed: "changed"
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .missing, .malformed: "its receipt is \(words)"
    case .unreadable, .foreign: "its receipt \(words)"
    case .changed: "its receipt was changed"
    }
  }

  fileprivate var json: JSON {
    .object(["path": ".receipt", "fault": .string(name), "because": .string(sentence)])
  }
}

extension UnanchoredInstallation {
  fileprivate var message: Message {
    let title = "\(tool) \(version)"
    let headline =
      record == nil
      ? "\(title) cannot be verified by the lock" : "\(title) agrees only with its own receipt"
    var message = Message("unanchored", headline).detail("because", sentence)
    if case .altered(let path) = download { message = message.detail("file", path) }
    return message
  }

  /// The reason the installation cannot be verified.
  package var sentence: String { download.sentence + (record.map { ", and \($0.sentence)" } ?? "") }
}

extension KeptDownloadFault {
  /// The word for the state of the download in JSON.
  package var name: String {
    switch self {
    case .missing: "missing"
    case .altered: "changed"
    case .otherSize: "other-size"
    case .unusable: "unusable"
    case .built: "built"
    case .unreadable: "unreadable"
    }
  }

  fileprivate var sentence: String {
    switch self {
    case .missing: "its download is no longer kept"
    case .altered: "its kept download has been changed"
    case .otherSize(let locked, let actual):
      "the lock states \(QuantityFormat.number(locked)) bytes, "
        + "but its download has \(QuantityFormat.number(actual))"
    case .unusable: "its kept download cannot be what was installed"
    case .built: "it was built on this machine"
    case .unreadable(_, let reason): "its kept download cannot be read (\(reason))"
    }
  }
}

extension RecordFault {
  fileprivate var sentence: String {
    switch self {
    case .missing: "bootstrap's database has no record of it"
    case .rebuilt: "its record may have been made from that receipt"
    case .unreadable: "bootstrap's database cannot be used"
    }
  }
}

extension FileDamage {
  /// The labels, in the order in which they are printed.
  fileprivate static let labels = ["missing", "changed", "mode", "link", "added", "unreadable"]

  fileprivate var line: String {
    switch fault {
    case .missing, .digest, .added: path
    case .size(let expected, let actual):
      "\(path): \(QuantityFormat.number(actual)) bytes instead of "
        + QuantityFormat.number(expected)
    case .mode(let expected, let actual):
      "\(path): \(String(actual, radix: 8)) instead of \(String(expected, radix: 8))"
    case .link(let expected, let actual): "\(path): \(actual) instead of \(expected)"
    case .kind: "\(path): different file type"
    case .unreadable(let reason): "\(path): \(reason)"
    }
  }

  fileprivate var json: JSON {
    let path = JSON.string(path)
    return switch fault {
    case .missing: .object(["path": path, "fault": "missing"])
    case .size(let expected, let actual):
      .object([
        "path": path, "fault": "size", "expected": .number(expected), "actual": .number(actual),
      ])
    case .digest: .object(["path": path, "fault": "digest"])
    case .mode(let expected, let actual):
      .object([
        "path": path, "fault": "mode", "expected": .string(String(expected, radix: 8)),
        "actual": .string(String(actual, radix: 8)),
      ])
    case .link(let expected, let actual):
      .object([
        "path": path, "fault": "link", "expected": .string(expected), "actual": .string(actual),
      ])
    case .kind: .object(["path": path, "fault": "kind"])
    case .added: .object(["path": path, "fault": "added"])
    case .unreadable(let reason):
      .object(["path": path, "fault": "unreadable", "because": .string(reason)])
    }
  }
}

extension FileDamage.Fault {
  fileprivate var label: String {
    switch self {
    case .missing: "missing"
    case .size, .digest, .kind: "changed"
    case .mode: "mode"
    case .link: "link"
    case .added: "added"
    case .unreadable: "unreadable"
    }
  }
}
