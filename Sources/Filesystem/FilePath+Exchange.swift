internal import CPosix
internal import LibC

extension FilePath {
  /// Exchanges this entry and `other` in one step, so that neither path is ever missing
  /// (renameat2(2) with RENAME_EXCHANGE; renamex_np(2) with RENAME_SWAP on macOS).
  ///
  /// - Returns: Whether the entries were exchanged. Not every file system can do this.
  package func exchange(with other: FilePath) throws(FileError) -> Bool {
    do {
      try check(.rename, other) {
        unsafe withCString { one in unsafe other.withCString { unsafe bootstrap_exchange(one, $0) }
        }
      }
      return true
    } catch {
      if [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(error.code) { return false }
      throw error
    }
  }
}
