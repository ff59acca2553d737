internal import CShim

/// The few messages that the shim writes itself. All others come from the main program.
enum ShimMessage {
  /// Writes a line that begins with `error: the shim NAME` and ends the process with `status`.
  static func end(_ text: StaticString, about name: [UInt8] = [], status: Int32) -> Never {
    let line = PathText()
    line.append("error: the shim ")
    if !name.isEmpty {
      line.append("`")
      append(name, to: line)
      line.append("` ")
    }
    line.append(text)
    line.append("\n")
    unsafe line.withCString { unsafe shim_write_error($0, line.count) }
    shim_exit(status)
  }

  /// Appends a name without bytes that a terminal could interpret.
  private static func append(_ name: [UInt8], to line: PathText) {
    for byte in name {
      if (0x20..<0x7F).contains(byte) {
        line.append(CollectionOfOne(byte))
      } else {
        line.append("?")
      }
    }
  }
}
