internal import LibC

extension FilePath {
  /// Makes a symbolic link here that says `target` (symlink(2)). EEXIST where something stands.
  package func makeLink(to target: FilePath) throws(FileError) {
    try check(.symlink, self) {
      unsafe target.withCString { text in unsafe withCString { unsafe symlink(text, $0) } }
    }
  }

  /// Puts a symbolic link here in one step, whatever file or link stood here before: no moment is without one.
  package func replaceLink(to target: FilePath) throws(FileError) {
    let temporary = temporarySibling()
    try temporary.makeLink(to: target)
    do throws(FileError) {
      try temporary.rename(to: self)
    } catch {
      try? temporary.removeFile()
      throw error
    }
  }

  /// What the symbolic link here says (readlink(2)). nil when there is none.
  package func linkTarget() throws(FileError) -> FilePath? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    do throws(FileError) {
      let count = try check(.readlink, self) {
        unsafe withCString { path in
          unsafe buffer.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return -1 }
            return unsafe readlink(path, base.assumingMemoryBound(to: CChar.self), bytes.count)
          }
        }
      }
      return FilePath(bytes: buffer[..<count])
    } catch {
      if error.isMissing || error.code == EINVAL { return nil }
      throw error
    }
  }
}
