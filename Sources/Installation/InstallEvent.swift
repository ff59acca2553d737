/// What an install tells while it works, for whoever shows it. Titles are `ruff 0.17.5`.
package enum InstallEvent: Sendable {
  /// A download of `byteCount` bytes is due.
  case downloading(title: String, byteCount: Int)
  /// So many bytes of it have come.
  case received(title: String, byteCount: Int)
  case unpacking(title: String)
  /// It stands, staged; it becomes visible when all of them do.
  case staged(title: String)
  /// All is unpacked and goes to the disk.
  case synchronizing
}
