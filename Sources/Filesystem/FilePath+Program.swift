internal import CPosix
internal import LibC

extension FilePath {
  /// Returns the path of the running program, with symbolic links resolved (`/proc/self/exe`, or
  /// `_NSGetExecutablePath` on macOS, then realpath(3)).
  package static func runningProgram() throws(FileError) -> FilePath {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = try check(.readlink, "/proc/self/exe") {
      unsafe buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return -1 }
        return unsafe bootstrap_executable_path(
          base.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    return try FilePath(bytes: buffer[..<count]).resolvingLinks()
  }
}
