import LoopbackServer
import SampleWheels

// Responses that differ from those of a good server.
extension SampleIndex {
  /// Returns the response to a request for a file, as `reply=` describes it.
  func file(_ script: String, _ bytes: [UInt8]) -> ScriptedResponse {
    let parts = script.split(separator: "@").map(String.init)
    let count = Int(parts[parts.count - 1]) ?? 0
    return switch parts[0] {
    case "cut": .file(bytes).cut(after: count)
    case "stalled": .file(bytes).stalled(after: count)
    case "longer": .file(bytes + [0])
    // The central directory at the end stays intact, so a reader of only that part cannot detect
    // the difference.
    case "other": .file([bytes[0] ^ 1] + bytes.dropFirst())
    case "secret": .file(bytes).requiring(user: "me", password: "s3cret")
    case "page": .text("<html>log in</html>", type: "text/html")
    case "loop", "ftp": page("", parts[0])
    default: .status(Int(parts[0]) ?? 500)
    }
  }

  /// Returns the response to a request for a page, as `page NAME RESPONSE` describes it.
  func page(_ name: String, _ script: String) -> ScriptedResponse {
    for (form, prefix) in [(SimpleIndex.Form.html, "html@"), (.json, "json@")]
    where script.hasPrefix(prefix) {
      return index.page(of: name, as: form).shortened(to: Int(script.dropFirst(5)) ?? 0)
    }
    for (type, prefix) in [("text/html", "html="), ("application/json", "json=")]
    where script.hasPrefix(prefix) {
      return .text(String(script.dropFirst(5)), type: type)
    }
    if script.hasPrefix("bytes=") {
      return .file(Transcript.bytes(of: [String(script.dropFirst(6))]), type: "text/html")
    }
    if script.hasPrefix("type=") { return .text("hello\n", type: String(script.dropFirst(5))) }
    return switch script {
    case "endless": .endless(of: Array(repeating: 0x20, count: 65_536))
    // The first redirect adds the query to the address. The address with the query redirects to
    // itself.
    case "loop": .redirect(to: "?again")
    case "moved": index.page(of: name, as: .json)
    case "ftp": .redirect(to: "ftp://example.org/simple/\(name)/")
    case "stalled": .text("<html>", type: "text/html").stalled(after: 0)
    case "secret": index.page(of: name, as: .json).requiring(user: "me", password: "s3cret")
    default: .status(Int(script) ?? 500)
    }
  }
}
