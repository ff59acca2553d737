internal import CShim

/// What tells one state of a lock from every other: where it is, its size and when it was changed.
///
/// A lock that the main program has read, that is written as `lock` writes it, and all of whose executables the routes know is
/// sealed: an empty file by this name in `shims/.locks` says so. In a sealed lock the shim bisects for the tools that the routes
/// name, and need not look through all of it for others.
package struct LockIdentity: Equatable {
  private let words: [UInt64]
  /// When it was changed last, in nanoseconds since 1970.
  package let changed: Int64

  init(_ status: shim_status) {
    changed = status.changed
    words = [
      status.device, status.inode, UInt64(status.size), UInt64(bitPattern: status.modified),
      UInt64(bitPattern: status.changed),
    ]
  }

  /// That of the file at `path`. nil where there is none.
  package init?(of path: PathText) {
    var status = shim_status()
    guard unsafe path.withCString({ unsafe shim_status_of(path.directory, $0, &status) }) == 0
    else { return nil }
    self.init(status)
  }

  /// The numbers in hexadecimal digits, with a dash between them.
  package var name: [UInt8] {
    var name: [UInt8] = []
    name.reserveCapacity(words.count * 17)
    for word in words {
      if !name.isEmpty { name.append(UInt8(ascii: "-")) }
      var shift = (63 - word.leadingZeroBitCount) & ~3
      while shift >= 0 {
        let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 15
        name.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        shift -= 4
      }
    }
    return name
  }
}
