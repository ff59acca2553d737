internal import CShim

/// The Toolfile in the user's home directory, if it is a symbolic link, such as one into the user's
/// dotfiles. The lock is next to the link's target.
package enum LinkedToolfile {
  /// The kind of entry at the path of a Toolfile.
  package enum Entry {
    case missing, file, link
  }

  /// Returns the kind of entry at `path`.
  ///
  /// - Throws: ``PinReadFault/unreadable(code:)`` if the system cannot determine this.
  package static func entry(at path: PathText) throws(PinReadFault) -> Entry {
    var byte: CChar = 0
    let length = unsafe path.withCString {
      unsafe shim_link_target(path.directory, $0, &byte, 1)
    }
    if length >= 0 { return .link }
    if length == -Int(EINVAL) { return .file }
    guard shim_is_absent(Int32(length)) else { throw .unreadable(code: Int32(-length)) }
    return .missing
  }

  /// Returns the path of the lock next to the target of the link at `path`, or `nil` if there is no
  /// target. Can change `path` after its last slash.
  package static func lock(ofLinkAt path: PathText) -> PathText? {
    var current = path
    // The system has the same limit.
    for _ in 0...40 {
      guard let target = target(of: current) else {
        guard let isThere = try? PinFile.exists(current), isThere else { return nil }
        current.truncate(to: current.folderCount)
        current.append(PinFileKind.lock.name)
        return current
      }
      if target.first == UInt8(ascii: "/") {
        current = PathText(target)
      } else {
        current.truncate(to: current.folderCount)
        current.append(target)
      }
    }
    return nil
  }

  /// Returns the target of the link at `path`, or `nil` if there is no link.
  private static func target(of path: PathText) -> [UInt8]? {
    let capacity = 4096
    var length = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      unsafe buffer.withMemoryRebound(to: CChar.self) { buffer in
        guard let base = buffer.baseAddress else { return }
        length = unsafe path.withCString {
          unsafe shim_link_target(path.directory, $0, base, capacity)
        }
      }
      count = max(length, 0)
    }
    return length > 0 ? bytes : nil
  }
}
