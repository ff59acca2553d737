/// A tool and its pinned version, as the bytes of a file or variable.
package struct Pin {
  package let tool: [UInt8]
  package let version: [UInt8]
  /// The locked content id. `nil` for a pin without a lock.
  package var contentID: [UInt8]?

  /// Whether the pin selects the system's own program.
  package var isSystem: Bool { version.spells("system") }
}

/// The result of searching for an executable's pin.
package enum PinChoice {
  case pin(Pin)
  /// Not pinned: the system's program runs.
  case notPinned
  /// Several tools that provide the executable are pinned equally near.
  case tie([Pin])
}

/// The search cannot decide and leaves the executable to the main program. It found another
/// version manager's file, a Toolfile without a lock, or a file that cannot be read.
package struct UndecidedPin: Error {}
