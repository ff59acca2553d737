internal import Filesystem
internal import ObjectStore

/// The process that is writing to a store, while others wait.
struct StoreWriter {
  private let process: Int32?

  /// Finds the process that is writing to the store at `path`.
  init(of path: String) { process = Store.writingProcess(at: path) }

  /// The process in the form of a lock file (``FileLock``): its id and its command, as in
  /// `17 install`. For another program than bootstrap, its name in parentheses. Empty if the
  /// process is unknown.
  var description: String {
    guard let process else { return "" }
    let bytes = try? FilePath("/proc/\(process)/cmdline").contents(limit: 1 << 16)
    let words = (bytes ?? []).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    guard let program = words.first.map({ FilePath($0).lastComponent }) else { return "\(process)" }
    guard ["bootstrap", "bootstrap-change"].contains(program) else {
      return "\(process) (\(program))"
    }
    let command = words.dropFirst().first { !$0.hasPrefix("-") }
    return command.map { "\(process) \($0)" } ?? "\(process)"
  }
}
