internal import CShim

/// The few messages that the shim writes itself. All others come from the main program.
enum ShimMessage {
  /// Writes a line that begins with `error: the shim NAME` and ends the process with `status`.
  static func end(_ text: StaticString, about name: [UInt8] = [], status: Int32) -> Never {
    let line = PathText()
    line.append("error: the shim ")
    if !name.isEmpty {
      line.append("`")
      line.append(name)
      line.append("` ")
    }
    line.append(text)
    line.append("\n")
    unsafe line.withCString { unsafe shim_write_error($0, line.count) }
    shim_exit(status)
  }
}
