#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A minimal HTTP client. It sends a request over a new socket and reads the response to the
/// end, without the retries, redirects, and caches of a real client.
enum RawClient {
  /// A response of the server.
  struct Response: Equatable {
    let status: Int
    /// The status line and the header lines.
    let headers: [String]
    let body: String

    /// Returns the value of a header, or `nil` if it is missing. `name` must have the case that
    /// the server uses.
    func header(_ name: String) -> String? {
      headers.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
    }
  }

  /// Returns the response to one request, or `nil` if the port is closed or the head is incomplete.
  static func fetch(
    _ port: Int, _ path: String, _ headers: [String: String] = [:], method: String = "GET"
  ) -> Response? {
    guard let descriptor = connection(to: port) else { return nil }
    defer { close(descriptor) }
    let fields = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
    let request = Array("\(method) \(path) HTTP/1.1\r\nConnection: close\r\n\(fields)\r\n".utf8)
    guard unsafe write(descriptor, request, request.count) == request.count else { return nil }

    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count <= 0 { break }
      received += buffer[..<count]
    }
    let text = String(decoding: received, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].split(separator: "\r\n").map(String.init)
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return Response(status: status, headers: lines, body: String(text[end.upperBound...]))
  }

  /// Returns the descriptor of a new connection, or `nil` if the port is closed.
  private static func connection(to port: Int) -> Int32? {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if connected == 0 { return descriptor }
    close(descriptor)
    return nil
  }
}
