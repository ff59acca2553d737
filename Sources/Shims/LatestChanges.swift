internal import Selection

/// The last changes of files that are about to be read. For a short time after a change, another
/// one could leave the state of the file (``FileIdentity``) as it is.
///
/// File-system timestamps advance in steps of up to ten milliseconds on most file systems, and of
/// up to two seconds on those that store whole seconds. If a file is read after two such steps, any
/// later change gives it another time.
struct LatestChanges: Sendable {
  /// The last change of a file with a fine time, in nanoseconds since 1970.
  private var fine = Int64.min
  /// The last change of any other file.
  private var coarse = Int64.min

  /// Creates the changes of no file.
  init() {}

  /// Creates the changes of one file (see ``add(_:isComparable:)``).
  init(_ identity: FileIdentity, isComparable: Bool) { add(identity, isComparable: isComparable) }

  /// Adds a file.
  ///
  /// - Parameter isComparable: Whether the same clock dates the file and the current time. The
  ///   clock of another file system may differ by more than a fine step.
  mutating func add(_ identity: FileIdentity, isComparable: Bool) {
    if isComparable, identity.changed % 1_000_000_000 != 0 {
      fine = max(fine, identity.changed)
    } else {
      coarse = max(coarse, identity.changed)
    }
  }

  /// Returns the time until the files may be read, in microseconds: 0 if the last change is long
  /// enough ago. Returns `nil` if that takes too long.
  ///
  /// - Parameter now: The current time, in nanoseconds since 1970, or up to a fine step earlier.
  func settlingTime(now: Int64) -> Int64? {
    guard let old = Self.rest(of: coarse, 4_000_000_000, now), old == 0 else { return nil }
    return Self.rest(of: fine, 2 * Self.fineStep, now).map { $0 == 0 ? 0 : $0 / 1000 + 1 }
  }

  /// The longest fine step, in nanoseconds.
  private static let fineStep: Int64 = 10_000_000

  /// Returns the part of `required` nanoseconds that is left after a change, or `nil` if the change
  /// is in the future.
  private static func rest(of changed: Int64, _ required: Int64, _ now: Int64) -> Int64? {
    if changed == .min { return 0 }
    // A time after 2262 does not fit 64 bits, so the difference may not either.
    let (age, isOverflow) = now.subtractingReportingOverflow(changed)
    guard !isOverflow, age >= -fineStep else { return nil }
    return max(0, required - age)
  }
}
