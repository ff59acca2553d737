internal import LibC

extension FilePath {
  /// Returns the target of this symbolic link if nothing exists there. Returns `nil` if this is not
  /// a link, or leads somewhere.
  package func danglingTarget() throws(FileError) -> FilePath? {
    guard let target = try linkTarget(), try status() == nil else { return nil }
    return target
  }

  /// Returns this path without symbolic links and `..`. If there is nothing at this path, only
  /// those in the path of its folder are resolved, and if that is missing too, none.
  ///
  /// - Throws: ``FileError`` if the system cannot tell.
  package func withoutLinks() throws(FileError) -> FilePath {
    do {
      return try resolvingLinks()
    } catch  where !error.isSystemFailure {
      do {
        return try parentDirectory.resolvingLinks().appending(lastComponent)
      } catch  where !error.isSystemFailure {
        return self
      }
    }
  }

  /// Creates a symbolic link to `target` at this path (symlink(2)).
  ///
  /// - Throws: ``FileError`` with EEXIST if the path exists.
  package func makeLink(to target: FilePath) throws(FileError) {
    try check(.symlink, self) {
      unsafe target.withCString { text in unsafe withCString { unsafe symlink(text, $0) } }
    }
  }

  /// Creates a symbolic link at this path. An existing file or link is replaced in one step, so
  /// the path is never missing.
  package func replaceLink(to target: FilePath) throws(FileError) {
    let temporary = temporarySibling()
    try temporary.makeLink(to: target)
    do {
      try temporary.rename(to: self)
    } catch {
      try? temporary.removeFile()
      throw error
    }
  }

  /// Returns the target of the symbolic link at this path (readlink(2)), or `nil` if there
  /// is none.
  package func linkTarget() throws(FileError) -> FilePath? {
    try unsafe Self.linkTarget(self) { buffer, size in
      unsafe withCString { unsafe readlink($0, buffer, size) }
    }
  }

  /// Returns the target that `read` writes to a buffer of a given size, or `nil` if it fails
  /// because `path` is missing or is not a link.
  static func linkTarget(
    _ path: FilePath, _ read: (UnsafeMutablePointer<CChar>, Int) -> Int
  ) throws(FileError) -> FilePath? {
    // Most targets are short, and a command may read thousands of them.
    var buffer = [UInt8](repeating: 0, count: 256)
    do {
      var count = try unsafe readLink(path, into: &buffer, read)
      if count == buffer.count {
        buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        count = try unsafe readLink(path, into: &buffer, read)
      }
      return FilePath(bytes: buffer[..<count])
    } catch {
      if error.isMissing || error.code == EINVAL { return nil }
      throw error
    }
  }

  /// Fills a buffer with the start of a link's target, and returns its length.
  private static func readLink(
    _ path: FilePath, into buffer: inout [UInt8],
    _ read: (UnsafeMutablePointer<CChar>, Int) -> Int
  ) throws(FileError) -> Int {
    try check(.readlink, path) {
      unsafe buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return -1 }
        return unsafe read(base.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
  }
}
