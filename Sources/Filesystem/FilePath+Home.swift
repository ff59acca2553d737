internal import LibC

extension FilePath {
  /// The effective user's home directory in the user database (getpwuid(3)), or `nil` if there is
  /// none. Unlike `HOME`, no variable can change it.
  package static var homeOfUser: FilePath? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>? = nil
    // The strings of the entry point into this buffer.
    var buffer = [CChar](repeating: 0, count: 16 * 1024)
    return unsafe buffer.withUnsafeMutableBufferPointer { buffer -> FilePath? in
      guard let start = buffer.baseAddress,
        unsafe getpwuid_r(geteuid(), &entry, start, buffer.count, &found) == 0,
        unsafe found != nil, let home = unsafe entry.pw_dir
      else { return nil }
      let bytes = unsafe UnsafeBufferPointer(start: home, count: strlen(home))
        .map { UInt8(bitPattern: $0) }
      let path = FilePath(bytes: bytes)
      return path.isAbsolute ? path : nil
    }
  }
}
