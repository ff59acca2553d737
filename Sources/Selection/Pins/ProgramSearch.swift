internal import CShim

/// The search for a program that is no shim on `PATH`, as execvp(3) searches: an empty entry is the working directory.
package struct ProgramSearch {
  /// What the running program is: any other path to it is a shim as well.
  private let ownDevice: UInt64
  private let ownInode: UInt64

  /// - Parameter program: a path of the running program.
  package init(besides program: PathText?) {
    var status = shim_status()
    if let program {
      _ = unsafe program.withCString { unsafe shim_status_of(program.directory, $0, &status) }
    }
    ownDevice = status.device
    ownInode = status.inode
  }

  /// The path of the first program `name` on `path`. nil where there is none.
  ///
  /// A folder of shims is passed over, also that of another root, and so is the running program under whatever name.
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

  private func isProgram(_ path: PathText) -> Bool {
    var status = shim_status()
    let directory = path.directory
    return unsafe path.withCString { path in
      unsafe shim_status_of(directory, path, &status) == 0 && status.is_regular
        && (status.device != ownDevice || status.inode != ownInode) && shim_executable(path) == 0
    }
  }
}
