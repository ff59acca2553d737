package import Diagnostics

extension EntryKind {
  /// Creates the type of an entry from its status.
  package init(_ kind: FileStatus.Kind) {
    self =
      switch kind {
      case .file: .file
      case .directory: .directory
      case .link: .link
      case .pipe: .pipe
      case .device: .device
      case .other: .other
      }
  }
}
