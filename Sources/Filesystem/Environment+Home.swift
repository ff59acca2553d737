extension Environment {
  /// Returns whether `folder` is the user's home directory, however its path is spelled.
  package func isHome(_ folder: FilePath) -> Bool {
    guard let home = path("HOME"), home.isAbsolute else { return false }
    if home == folder { return true }
    guard let own = (try? home.status()) ?? nil, let other = (try? folder.status()) ?? nil else {
      return false
    }
    return own.device == other.device && own.inode == other.inode
  }
}
