internal import LibC

/// The system's database of users (getpwuid(3)).
package enum UserDatabase {
  #if canImport(Darwin)
    /// The effective user's home directory, or `nil` if the database has none. Unlike `HOME`, no
    /// variable can change it.
    package static var home: FilePath? {
      var entry = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>? = nil
      // getpwuid_r(3) stores the strings of the entry here.
      var buffer = [CChar](repeating: 0, count: 16 * 1024)
      return unsafe buffer.withUnsafeMutableBufferPointer { buffer -> FilePath? in
        guard let start = buffer.baseAddress,
          unsafe getpwuid_r(geteuid(), &entry, start, buffer.count, &found) == 0,
          unsafe found != nil, let home = unsafe entry.pw_dir
        else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: home, count: strlen(home))
          .map { UInt8(bitPattern: $0) }
        let path = FilePath(bytes: bytes)
        return path.isAbsolute ? path : nil
      }
    }
  #else
    /// The effective user's home directory, or `nil` if the database has none. Unlike `HOME`, no
    /// variable can change it.
    ///
    /// A static program cannot call getpwuid(3), which loads shared libraries for directory
    /// services. If `/etc/passwd` does not list the user, this runs the system's getent(1), which
    /// can load them.
    package static var home: FilePath? {
      home(of: FilePath.user, file: "/etc/passwd", program: "/usr/bin/getent")
    }

    /// The maximum size of a database in bytes.
    private static let maximumSize = 16 * 1024 * 1024

    /// Returns a user's home directory from a file in the format of passwd(5), or else from the
    /// output of a program such as getent(1).
    static func home(of user: UInt32, file: FilePath, program: FilePath) -> FilePath? {
      let listed = (try? file.contents(limit: maximumSize)) ?? []
      if let home = home(of: user, in: listed) { return home }
      let answer = try? ChildProcess.output(
        of: program, arguments: ["passwd", String(user)], environment: Environment(entries: []),
        limit: maximumSize)
      return (answer ?? nil).flatMap { home(of: user, in: $0) }
    }

    /// Returns the home directory in the first entry for a user, or `nil` if there is no entry, or
    /// its path is not absolute.
    private static func home(of user: UInt32, in entries: [UInt8]) -> FilePath? {
      for line in entries.split(separator: UInt8(ascii: "\n")) {
        let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard fields.count == 7, UInt32(String(decoding: fields[2], as: UTF8.self)) == user else {
          continue
        }
        let path = FilePath(bytes: Array(fields[5]))
        return path.isAbsolute ? path : nil
      }
      return nil
    }
  #endif
}
