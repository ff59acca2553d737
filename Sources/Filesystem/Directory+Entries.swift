internal import CPosix
internal import LibC

/// The names in a directory.
///
/// A listing moves the position of a descriptor, so each one opens the directory again. If this is
/// the only listing of a handle, `isOnlyListing` saves that.
extension Directory {
  /// Returns the names in this directory except `.` and `..`, sorted by bytes.
  ///
  /// - Parameter isOnlyListing: Whether nothing else lists the directory with this handle.
  package func entries(isOnlyListing: Bool = false) throws(FileError) -> [FilePath] {
    try entries(isOnlyListing) { _ in true }
  }

  /// Returns the names of the directories in this one, sorted by bytes. If the file system does not
  /// report the types of entries, the names of files are included.
  package func folders() throws(FileError) -> [FilePath] {
    try entries(false) { type in type == DT_DIR || type == DT_UNKNOWN }
  }

  /// Returns the names in this directory except `.` and `..`, sorted by bytes: the symbolic links
  /// and the others.
  ///
  /// - Parameter isOnlyListing: Whether nothing else lists the directory with this handle.
  package func linksAndOthers(
    isOnlyListing: Bool = false
  ) throws(FileError) -> (links: [FilePath], others: [FilePath]) {
    var links: [FilePath] = []
    var others: [FilePath] = []
    // Some file systems do not tell the types of entries.
    var unknown: [FilePath] = []
    try unsafe forEachEntry(isOnlyListing) { name, type in
      let name = unsafe FilePath(cString: name)
      switch type {
      case UInt8(DT_LNK): links.append(name)
      case UInt8(DT_UNKNOWN): unknown.append(name)
      default: others.append(name)
      }
    }
    for name in unknown {
      if try linkTarget(name.string) == nil { others.append(name) } else { links.append(name) }
    }
    return (links.sorted(), others.sorted())
  }

  /// Returns the names in this directory except `.` and `..`, in no order.
  package func names() throws(FileError) -> Set<String> {
    var names: Set<String> = []
    try unsafe forEachEntry(false) { name, _ in unsafe names.insert(String(cString: name)) }
    return names
  }

  /// Returns the names in this directory that begin with a period, except `.` and `..`, in no
  /// order.
  func hiddenNames() throws(FileError) -> [String] {
    var names: [String] = []
    try unsafe forEachEntry(false) { name, _ in
      if unsafe name[0] == CChar(UInt8(ascii: ".")) { unsafe names.append(String(cString: name)) }
    }
    return names
  }

  /// Returns the total size of the files in this directory and below it, in bytes. Links are not
  /// followed. What cannot be read counts as empty. Nothing else may list the directory with this
  /// handle.
  ///
  /// - Parameter isIncluded: Returns whether an entry of this directory counts.
  func sizeOfFiles(where isIncluded: (FilePath) -> Bool) -> Int {
    var entries: [(name: FilePath, type: UInt8)] = []
    do {
      try unsafe forEachEntry(true) { name, type in
        // A view consists of thousands of links.
        if type != DT_LNK { unsafe entries.append((FilePath(cString: name), type)) }
      }
    } catch {
      return 0
    }
    var size = 0
    for (name, type) in entries where isIncluded(name) {
      if type == DT_DIR {
        size += sizeOfFolder(name)
      } else if type == DT_REG || type == DT_UNKNOWN,
        let status = (try? linkStatus(of: name)) ?? nil
      {
        switch status.kind {
        case .file: size += status.size
        case .directory: size += sizeOfFolder(name)
        case .link, .pipe, .device, .other: break
        }
      }
    }
    return size
  }

  private func sizeOfFolder(_ name: FilePath) -> Int {
    guard let folder = try? directory(name.string) else { return 0 }
    return folder.sizeOfFiles { _ in true }
  }

  /// Returns the names of the entries whose types (`d_type` of readdir(3)) satisfy a condition.
  private func entries(
    _ isOnlyListing: Bool, where isIncluded: (UInt8) -> Bool
  ) throws(FileError) -> [FilePath] {
    var names: [FilePath] = []
    try unsafe forEachEntry(isOnlyListing) { name, type in
      if isIncluded(type) { unsafe names.append(FilePath(cString: name)) }
    }
    return names.sorted()
  }

  /// Calls `body` with the name and the type (`d_type` of readdir(3)) of each entry, except `.` and
  /// `..`.
  private func forEachEntry(
    _ isOnlyListing: Bool, _ body: (UnsafePointer<CChar>, UInt8) -> Void
  ) throws(FileError) {
    if isOnlyListing { return try unsafe Self.forEachEntry(of: descriptor.number, path, body) }
    let number = try check(.list, path) {
      unsafe bootstrap_openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY, 0)
    }
    let own = FileDescriptor(owning: number, path: path)
    try unsafe Self.forEachEntry(of: own.number, path, body)
  }

  private static func isSelfOrParent(_ name: UnsafePointer<CChar>) -> Bool {
    unsafe strcmp(name, ".") == 0 || strcmp(name, "..") == 0
  }

  #if os(Linux)
    /// Reads the entries from the position of a descriptor to the end.
    private static func forEachEntry(
      of number: Int32, _ path: FilePath, _ body: (UnsafePointer<CChar>, UInt8) -> Void
    ) throws(FileError) {
      var buffer = [UInt8](repeating: 0, count: 8192)
      while true {
        let count: Int
        do {
          count = try check(.list, path) {
            unsafe buffer.withUnsafeMutableBytes {
              unsafe bootstrap_read_entries(number, $0.baseAddress, $0.count)
            }
          }
        } catch  where error.code == ENOENT {
          // The directory was removed after it was opened.
          return
        }
        if count == 0 { return }
        unsafe buffer.withUnsafeBytes { bytes in
          unsafe forEachRecord(in: UnsafeRawBufferPointer(rebasing: bytes[..<count]), body)
        }
      }
    }

    /// Calls `body` for each record of getdents64(2): the inode and the offset with 8 bytes each,
    /// the length of the record with 2, the type with 1, and the name with its NUL.
    private static func forEachRecord(
      in bytes: UnsafeRawBufferPointer, _ body: (UnsafePointer<CChar>, UInt8) -> Void
    ) {
      guard let base = bytes.baseAddress else { return }
      var start = 0
      while start < bytes.count {
        let length = unsafe bytes.loadUnaligned(fromByteOffset: start + 16, as: UInt16.self)
        let name = unsafe (base + start + 19).assumingMemoryBound(to: CChar.self)
        if unsafe !isSelfOrParent(name) { unsafe body(name, bytes[start + 18]) }
        start += Int(length)
      }
    }
  #else
    /// Reads the entries from the position of a descriptor to the end.
    private static func forEachEntry(
      of number: Int32, _ path: FilePath, _ body: (UnsafePointer<CChar>, UInt8) -> Void
    ) throws(FileError) {
      // fdopendir(3) takes ownership of its descriptor.
      let own = try check(.list, path) { fcntl(number, F_DUPFD_CLOEXEC, 0) }
      guard let stream = unsafe fdopendir(own) else {
        let code = errno
        close(own)
        throw FileError(.list, path, code: code)
      }
      defer { unsafe closedir(stream) }
      errno = 0
      while let entry = unsafe readdir(stream) {
        let type = unsafe UInt8(entry.pointee.d_type)
        unsafe withUnsafePointer(to: &entry.pointee.d_name) {
          unsafe $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { name in
            if unsafe !isSelfOrParent(name) { unsafe body(name, type) }
          }
        }
        errno = 0
      }
      if errno != 0 { throw FileError(.list, path, code: errno) }
    }
  #endif
}
