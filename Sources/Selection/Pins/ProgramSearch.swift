internal import CShim

/// A search of `PATH` for a program that is not a shim. As in execvp(3), an empty entry is the
/// working directory.
package struct ProgramSearch {
  /// The device of the shim program, or 0 if it is unknown. The device and the inode together
  /// identify the shim program under any name.
  private let ownDevice: UInt64
  private let ownInode: UInt64

  /// Creates a search that skips the shim program.
  ///
  /// - Parameter program: A path of the shim program under any name, or `nil` if it is unknown.
  package init(excluding program: PathText?) {
    var status = shim_status()
    if let program {
      _ = unsafe program.withCString { unsafe shim_status_of(program.directory, $0, &status) }
    }
    ownDevice = status.device
    ownInode = status.inode
  }

  /// Returns the path of the first program `name` on `path`, or `nil` if there is none.
  ///
  /// Skips folders of shims, which contain `.routes`, including those of other roots. Also skips
  /// the shim program under any name.
  package func find(_ name: [UInt8], on path: ArraySlice<UInt8>) -> PathText? {
    if path.isEmpty { return nil }
    for entry in path.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
      let candidate = PathText()
      candidate.append(entry)
      if !entry.isEmpty { candidate.append("/") }
      let folder = candidate.count
      candidate.append(name)
      guard isProgram(candidate) else { continue }
      candidate.truncate(to: folder)
      candidate.append(".routes")
      let isShims = (try? PinFile.exists(candidate)) ?? false
      candidate.truncate(to: folder)
      candidate.append(name)
      if !isShims { return candidate }
    }
    return nil
  }

  /// Returns whether `path` is an executable regular file other than the shim program.
  private func isProgram(_ path: PathText) -> Bool {
    var status = shim_status()
    let directory = path.directory
    return unsafe path.withCString { path in
      unsafe shim_status_of(directory, path, &status) == 0 && status.is_regular
        && (status.device != ownDevice || status.inode != ownInode) && shim_executable(path) == 0
    }
  }
}
