import Filesystem
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An HTTP server on 127.0.0.1 that does what a script says, good or bad.
final class LoopbackServer: Sendable {
  /// A request as it came.
  struct Received: Sendable {
    var method = ""
    var path = ""
    /// Names in lower case.
    var headers: [String: String] = [:]
    /// How many requests came before this one.
    var number = 0
  }

  enum Step: Sendable {
    case send([UInt8])
    /// Sends nothing more, and waits for the client to go.
    case hang
    /// Sends these bytes again and again until the client goes.
    case sendForever([UInt8])
    /// Closes in good order.
    case close
    /// Closes so that the client sees a reset.
    case reset
  }

  let port: Int
  private let listener: Int32
  private let state = Mutex(State())

  private struct State {
    var received: [Received] = []
    var isStopped = false
    var connections = 0
  }

  init(_ script: @escaping @Sendable (Received) -> [Step]) {
    listener = socket(AF_INET, streamSocket, 0)
    var address = Self.loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(listener, generic, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, generic, &length) == 0
      }
    }
    precondition(bound, "no loopback")
    port = Int(UInt16(bigEndian: address.sin_port))
    _ = Thread.start { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let self, !self.state.withLock({ $0.isStopped }) else {
          if connection >= 0 { close(connection) }
          break
        }
        self.state.withLock { $0.connections += 1 }
        _ = Thread.start { self.serve(connection, script) }
      }
      close(listener)
    }
  }

  deinit { stop() }

  func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    guard isFirst else { return }
    // The thread waits in accept(2): a last guest wakes it.
    let guest = socket(AF_INET, streamSocket, 0)
    var address = Self.loopback(port: port)
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        _ = unsafe connect(guest, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    close(guest)
  }

  var received: [Received] { state.withLock { $0.received } }

  var connectionCount: Int { state.withLock { $0.connections } }

  func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  private func serve(_ connection: Int32, _ script: @Sendable (Received) -> [Step]) {
    defer { close(connection) }
    while let request = read(connection) {
      let numbered = state.withLock { state in
        var numbered = request
        numbered.number = state.received.count
        state.received.append(numbered)
        return numbered
      }
      for step in script(numbered) {
        switch step {
        case .send(let bytes):
          if !send(bytes, connection) { return }
        case .sendForever(let bytes):
          while send(bytes, connection) {}
          return
        case .hang:
          var byte: UInt8 = 0
          while unsafe recv(connection, &byte, 1, 0) > 0 {}
          return
        case .close:
          return
        case .reset:
          var option = linger(l_onoff: 1, l_linger: 0)
          unsafe setsockopt(
            connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
          return
        }
      }
    }
  }

  private func read(_ connection: Int32) -> Received? {
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while !text.suffix(4).elementsEqual([13, 10, 13, 10]) {
      guard unsafe recv(connection, &byte, 1, 0) == 1 else { return nil }
      text.append(byte)
    }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\r\n")
    guard let words = lines.first?.split(separator: " "), words.count == 3 else { return nil }
    var request = Received(method: String(words[0]), path: String(words[1]))
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      request.headers[line[..<colon].lowercased()] = String(value)
    }
    return request
  }

  private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(connection, buffer.baseAddress.map { unsafe $0 + sent }, buffer.count - sent)
      }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  private static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }
}

#if canImport(Glibc)
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  private let streamSocket = SOCK_STREAM
#endif

extension [LoopbackServer.Step] {
  /// A whole answer with its length; the connection stays open.
  static func answer(
    _ status: Int = 200, _ headers: [String] = [], _ body: [UInt8] = []
  ) -> [LoopbackServer.Step] {
    head(status, headers + ["Content-Length: \(body.count)"]) + [.send(body)]
  }

  static func head(_ status: Int, _ headers: [String]) -> [LoopbackServer.Step] {
    let lines = ["HTTP/1.1 \(status) Said"] + headers + ["", ""]
    return [.send([UInt8](lines.joined(separator: "\r\n").utf8))]
  }
}
