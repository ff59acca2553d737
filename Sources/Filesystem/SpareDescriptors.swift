internal import LibC

/// File descriptors that are held in reserve. A process may open only a limited number of files
/// (`ulimit -n`), and the cleanup after a failure needs some, too.
package struct SpareDescriptors: ~Copyable, Sendable {
  private let numbers: [Int32]

  /// Opens `count` descriptors, which are closed at the end of this value's lifetime.
  ///
  /// - Throws: ``FileError`` if the process or the system permits no more.
  package init(_ count: Int) throws(FileError) {
    var numbers: [Int32] = []
    while numbers.count < count {
      // Standard error is always open; see ``StandardStreams``.
      let number = fcntl(2, F_DUPFD_CLOEXEC, 3)
      if number == -1 {
        let code = errno
        for number in numbers { close(number) }
        throw FileError(.dup, "/dev/stderr", code: code)
      }
      numbers.append(number)
    }
    self.numbers = numbers
  }

  /// Closes the descriptors, so that the same number of files can be opened.
  package static func release(_ descriptors: consuming SpareDescriptors?) {}

  deinit { for number in numbers { close(number) } }
}
