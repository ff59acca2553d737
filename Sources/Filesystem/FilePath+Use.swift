internal import CShim

extension FilePath {
  /// Sets the time of the last change of the contents to now, unless that is less than a day ago.
  /// An error in doing so is ignored, such as that of a user who may not change the file.
  ///
  /// - Returns: Whether the file is executable, or `nil` if it does not exist.
  @discardableResult
  package func recordUse() -> Bool? {
    let now = WallClock.now
    var status = shim_status()
    guard unsafe withCString({ unsafe shim_record_use($0, now, &status) }) == 0 else { return nil }
    return status.permissions & 0o111 != 0
  }
}
