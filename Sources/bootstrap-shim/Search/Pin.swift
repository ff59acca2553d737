/// A tool and the version that was chosen for it.
package struct Pin {
  package let tool: [UInt8]
  package let version: [UInt8]
  /// What a lock says is installed. nil for a pin without a lock.
  package var contentID: [UInt8]?

  /// Whether the version is the word that stands for the program which the system has.
  package var isSystem: Bool { version.spells("system") }
}

/// What a search for the pin of an executable ends with.
package enum PinChoice {
  case pin(Pin)
  /// Pinned nowhere: the program of the system runs.
  case nowhere
  /// Several tools that provide the executable are pinned equally near.
  case tie([Pin])
}

/// A search met what the main program reads, or has words for: another version manager's file, a Toolfile without a lock, a file
/// that cannot be read.
package struct Undecided: Error {}
