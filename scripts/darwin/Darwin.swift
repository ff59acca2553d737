// Apple's overlay of its C library, as far as bootstrap uses it: what the headers define as a
// macro that Swift cannot import, or as a variadic function. Nothing here is ever run.

@_exported public import DarwinC

/// The number of the last error of this thread.
public var errno: Int32 {
  get { unsafe __error().pointee }
  set { unsafe __error().pointee = newValue }
}

/// The clock of the system.
public var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }

/// The bits of a mode that state the type.
public var S_IFMT: mode_t { 0o170000 }
/// A pipe.
public var S_IFIFO: mode_t { 0o010000 }
/// A character device.
public var S_IFCHR: mode_t { 0o020000 }
/// A directory.
public var S_IFDIR: mode_t { 0o040000 }
/// A block device.
public var S_IFBLK: mode_t { 0o060000 }
/// A file.
public var S_IFREG: mode_t { 0o100000 }
/// A symbolic link.
public var S_IFLNK: mode_t { 0o120000 }

/// Opens a file (open(2)).
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
/// Opens a file, or creates it with a mode (open(2)).
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
/// Controls an open file (fcntl(2)).
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { -1 }
/// Controls an open file with a number (fcntl(2)).
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { -1 }
