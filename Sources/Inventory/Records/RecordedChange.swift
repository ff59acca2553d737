package import Filesystem
package import Layout
internal import Vocabulary

/// A recorded change to the installations of a root.
package struct RecordedChange: Hashable, RecordedValue {
  /// An installation that the change added or removed.
  package struct Part: Hashable, Sendable {
    package let installed: InstalledVersion
    /// The total size of all files in bytes.
    package let size: Int
    /// The text of ``origin``. Parsed on demand, because a history is long and few callers need the
    /// receipts.
    private let originText: String?

    /// The receipt of a removed installation, without files and links. `nil` for an added
    /// installation, or if the receipt is unknown.
    package var origin: Receipt? { originText.flatMap { Receipt(text: Array($0.utf8)) } }

    /// Creates a part of a change.
    package init(_ installed: InstalledVersion, size: Int) {
      self.init(installed, size: size, originText: nil)
    }

    /// Creates a part with the text of its origin, or `nil` if the origin is unknown.
    init(_ installed: InstalledVersion, size: Int, originText: String?) {
      self.installed = installed
      self.size = size
      self.originText = originText
    }
  }

  /// The facts about a change that its command provides.
  package struct Draft: Hashable, Sendable {
    /// The name of the command.
    package let command: String
    /// The folder for which the command ran, or `nil` if it concerned the whole root.
    package let folder: FilePath?
    /// The installations that the command added, in any order.
    package let added: [Part]
    /// The installations that the command removed, in any order.
    package let removed: [Part]

    /// Creates a draft.
    package init(command: String, folder: FilePath?, added: [Part], removed: [Part]) {
      self.command = command
      self.folder = folder
      self.added = added
      self.removed = removed
    }

    /// Whether the command changed nothing.
    var isEmpty: Bool { added.isEmpty && removed.isEmpty }
  }

  /// The maximum number of recorded changes. Beyond it, each new change replaces the oldest.
  package static let maximumCount = 10_000

  /// The number of the change. Later changes have greater numbers.
  package let number: Int
  /// The time of the change, in seconds since 1970.
  package let time: Int64
  /// The name of the command.
  package let command: String
  /// The folder for which the command ran, or `nil` if it concerned the whole root.
  package let folder: FilePath?
  /// The installations that the change added, sorted by tool and version.
  package let added: [Part]
  /// The installations that the change removed, sorted by tool and version.
  package let removed: [Part]

  package var id: Int { number }
}

extension [RecordedChange.Part] {
  /// The parts, sorted by tool and version.
  var sorted: [RecordedChange.Part] {
    VersionText.sorted(self) { $0.installed.version }
      .sorted { $0.installed.tool < $1.installed.tool }
  }
}

extension Receipt {
  /// The text of the receipt without files and links.
  var originText: String { String(decoding: withoutFiles.text, as: UTF8.self) }
}
