package import Diagnostics

/// The address of a file or page as a manifest states it, possibly a template.
package struct TemplateAddress: Hashable, Sendable {
  package let template: Template

  /// A reason an address cannot be used.
  package enum Fault: Error, Hashable, Sendable {
    case template(TemplateFault)
    case address(AddressFault)
    /// The address contains a user name or password, which would be part of the lock.
    case credentials
    /// The name of the server contains a word.
    case wordInServer
  }

  /// Parses an address.
  ///
  /// - Parameter mayHaveQuery: Whether the address may contain a query. Those of locked files must
  ///   not, because a query often contains a token.
  /// - Throws: ``Fault`` if it does not have the form `https://host/path`, or its server is not
  ///   fixed.
  package init(_ text: String, mayHaveQuery: Bool = false) throws(Fault) {
    do {
      template = try Template(text)
    } catch {
      throw .template(error)
    }
    // `{url}` stands for a whole address, which is checked as such.
    if template.words.contains(.url), template.start.isEmpty { return }
    let fault = SourceAddress(text).webFault
    if let fault, fault != .query { throw .address(fault) }
    if fault == .query, !mayHaveQuery { throw .address(.queryOfFile) }
    let server = text.drop { $0 != ":" }.dropFirst("://".count).prefix { !"/?#".contains($0) }
    if server.contains("@") { throw .credentials }
    if server.contains("{") { throw .wordInServer }
    if text.split(separator: "/").contains(where: Self.isDots) { throw .address(.incomplete) }
  }

  /// Returns whether a component of a path leads to another folder, perhaps outside of
  /// ``fixedPart``.
  private static func isDots(_ component: Substring) -> Bool {
    var rest = component.lowercased()[...]
    var count = 0
    while !rest.isEmpty {
      guard let dot = [".", "%2e"].first(where: rest.hasPrefix) else { return false }
      rest = rest.dropFirst(dot.count)
      count += 1
    }
    return count == 1 || count == 2
  }

  /// Returns whether `part` is in the folder `other`, both of which are fixed parts of addresses.
  package static func isPart(_ part: String, in other: String) -> Bool {
    part == other || (other.hasSuffix("/") && part.hasPrefix(other))
  }

  /// The part that is the same for all versions: up to the last slash before the first word. The
  /// scheme and the server are in lowercase, so that two spellings of an address are equal.
  package var fixedPart: String {
    let start = template.start
    let end =
      template.text == start
      ? start.endIndex
      : start.lastIndex(of: "/").map {
        start.index(after: $0)
      }
    let fixed = start[..<(end ?? start.startIndex)].prefix { $0 != "?" }
    let server = fixed.drop { $0 != ":" }.dropFirst("://".count)
    let path = server.drop { $0 != "/" }
    return fixed[..<path.startIndex].lowercased() + (path.isEmpty ? "/" : path)
  }
}
