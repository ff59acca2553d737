#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The system calls for TCP sockets on 127.0.0.1. They return `nil` or `false` on failure,
/// because tests check only the received data, not the cause of an error.
enum Socket {
  /// Opens a socket that listens on a port chosen by the system. Returns `nil` on failure.
  static func listen() -> (descriptor: Int32, port: Int)? {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard bound, listenOn(descriptor) else {
      close(descriptor)
      return nil
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Calls listen(2) and returns whether it succeeded. The module name is spelled out because
  /// ``listen()`` hides the C function.
  private static func listenOn(_ descriptor: Int32) -> Bool {
    #if canImport(Glibc)
      Glibc.listen(descriptor, 128) == 0
    #elseif canImport(Musl)
      Musl.listen(descriptor, 128) == 0
    #else
      Darwin.listen(descriptor, 128) == 0
    #endif
  }

  /// Waits for the next connection, and returns its descriptor. Returns `nil` once the pipe `stop`
  /// contains a byte.
  ///
  /// Shutting down a listening socket would wake this thread on Linux, but not on macOS.
  static func accept(_ listener: Int32, until stop: Int32) -> Int32? {
    while true {
      var events = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
      events.append(pollfd(fd: stop, events: Int16(POLLIN), revents: 0))
      if unsafe poll(&events, 2, -1) == -1 && errno != EINTR { return nil }
      if events[1].revents != 0 { return nil }
      if events[0].revents == 0 { continue }
      #if canImport(Glibc)
        let descriptor = Glibc.accept(listener, nil, nil)
      #elseif canImport(Musl)
        let descriptor = Musl.accept(listener, nil, nil)
      #else
        let descriptor = Darwin.accept(listener, nil, nil)
      #endif
      if descriptor >= 0 {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
          // Sending to a closed connection must fail instead of ending the process with SIGPIPE.
          var on: Int32 = 1
          unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, 4)
        #endif
        return descriptor
      }
      if errno != EINTR, errno != ECONNABORTED { return nil }
    }
  }

  /// Waits for data, and returns at most 16 KiB. Returns `nil` at the end of the connection or
  /// on an error.
  static func receive(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
      }
      if count > 0 { return Array(buffer[..<count]) }
      if count == 0 || errno != EINTR { return nil }
    }
  }

  /// Sends `bytes`. Returns whether all of them were sent.
  static func send(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        #if canImport(Glibc)
          unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
        #elseif canImport(Musl)
          unsafe Musl.send(descriptor, $0.baseAddress, $0.count, flags)
        #else
          unsafe Darwin.send(descriptor, $0.baseAddress, $0.count, flags)
        #endif
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Shuts down both directions, which wakes all threads that wait on the socket, at either
  /// end. The descriptor stays open.
  static func shutDown(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Configures the socket to send a reset to the other end when it is closed
  /// (socket(7), SO_LINGER).
  static func resetWhenClosed(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Closes a socket. A function named `close` would hide close(2).
  static func closeSocket(_ descriptor: Int32) {
    close(descriptor)
  }
}
