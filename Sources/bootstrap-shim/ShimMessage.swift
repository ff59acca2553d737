internal import CShim

/// The few messages of the shim itself: all others are the main program's.
enum ShimMessage {
  /// Writes `error: shim of NAME: TEXT` and ends the program.
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
