internal import CShim

extension FilePath {
  /// Sets the time of the last change of the contents to now, unless that is less than a day ago.
  /// Errors are ignored, such as that of a user who may not change the file.
  package func recordUse() { unsafe withCString { unsafe shim_record_use($0) } }
}
