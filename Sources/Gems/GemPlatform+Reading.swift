internal import Vocabulary

extension GemPlatform {
  /// Parses a platform as RubyGems does. Any text is a platform. An unrecognized system becomes
  /// `unknown`, which matches nothing.
  package init(_ text: some StringProtocol) {
    var text = Array(text.utf8)
    while text.last == UInt8(ascii: "-") { text.removeLast() }
    if text.isEmpty || text.elementsEqual("ruby".utf8) {
      self = .ruby
      return
    }
    let first = text.prefix { $0 != UInt8(ascii: "-") }
    let system = SystemText(bytes: first.count < text.count ? text[(first.count + 1)...] : first)
    let (os, version) = system.parts
    // Old Rubies for Windows name no processor, because they ran on only one.
    let implied = os.hasPrefix("mswin") && os.hasSuffix("32") ? "x86" : nil
    self.init(
      cpu: first.count < text.count ? Self.processor(first) : implied, os: os, version: version)
  }

  /// Returns the name of a processor. `i386` to `i986` are `x86`.
  private static func processor(_ name: ArraySlice<UInt8>) -> String {
    let isIntel = name.indices.contains { index in
      let part = name[index...].prefix(4)
      return part.count == 4 && part.first == UInt8(ascii: "i")
        && part[index + 1].isDigit && part.suffix(2).elementsEqual("86".utf8)
    }
    return isIntel ? "x86" : String(decoding: name, as: UTF8.self)
  }
}

/// The part of a platform after the processor.
private struct SystemText {
  let bytes: ArraySlice<UInt8>

  /// The form of the version that can follow a system's name.
  private enum Form {
    case none, digits, twoNumbers, numbers, word
  }

  /// The systems whose name can occur anywhere in the text. RubyGems takes the first match in this
  /// order.
  private static let unixes: [(name: String, form: Form)] = [
    ("aix", .digits), ("cygwin", .none), ("darwin", .digits),
  ]
  private static let virtualMachines: [(name: String, form: Form)] = [
    ("java", .numbers), ("dotnet", .numbers),
  ]
  private static let others: [(name: String, form: Form)] = [
    ("linux", .word), ("mingw32", .none), ("mingw", .word),
  ]
  private static let rest: [(name: String, form: Form)] = [
    ("netbsdelf", .none), ("openbsd", .twoNumbers), ("solaris", .twoNumbers), ("wasi", .none),
  ]

  /// The name of the system and its version.
  var parts: (os: String, version: String?) {
    if let found = first(of: Self.unixes, anywhere: true) { return found }
    if let found = first(of: [("macruby", .numbers)], anywhere: false) { return found }
    if let found = first(of: [("freebsd", .digits)], anywhere: true) { return found }
    if bytes.elementsEqual("jruby".utf8) { return ("java", nil) }
    if let found = first(of: Self.virtualMachines, anywhere: false) { return found }
    if let found = dalvik { return found }
    if let found = first(of: Self.others, anywhere: true) { return found }
    if let found = windows { return found }
    return first(of: Self.rest, anywhere: true) ?? ("unknown", nil)
  }

  /// Returns the first system that the text names.
  private func first(
    of systems: [(name: String, form: Form)], anywhere: Bool
  ) -> (os: String, version: String?)? {
    for (name, form) in systems {
      guard let rest = rest(after: name, anywhere: anywhere) else { continue }
      let version = version(in: rest.first == UInt8(ascii: "-") ? rest.dropFirst() : rest, form)
      return (name, version)
    }
    return nil
  }

  /// Android's virtual machine. Only a number may follow its name.
  private var dalvik: (os: String, version: String?)? {
    guard let rest = rest(after: "dalvik", anywhere: false) else { return nil }
    let number = rest.first == UInt8(ascii: "-") ? rest.dropFirst() : rest
    guard number.allSatisfy(\.isDigit), rest.isEmpty || !number.isEmpty else { return nil }
    return ("dalvik", number.isEmpty ? nil : string(number))
  }

  /// Windows with Microsoft's compiler. The name contains a number: `mswin32-80`.
  private var windows: (os: String, version: String?)? {
    guard let rest = rest(after: "mswin", anywhere: true) else { return nil }
    let bits = rest.prefix(while: \.isDigit)
    guard !bits.isEmpty else { return nil }
    let end = rest[bits.endIndex...]
    let isDivided = end.first == UInt8(ascii: "-") || end.first == UInt8(ascii: "_")
    let version = isDivided ? end.dropFirst().prefix(while: \.isDigit) : end.prefix(0)
    return ("mswin" + string(bits), version.isEmpty ? nil : string(version))
  }

  /// Returns the text after a name, or `nil` if it does not occur.
  private func rest(after name: String, anywhere: Bool) -> ArraySlice<UInt8>? {
    let name = name.utf8
    var start = bytes.startIndex
    while bytes.endIndex - start >= name.count {
      if bytes[start...].starts(with: name) { return bytes[(start + name.count)...] }
      guard anywhere else { return nil }
      start += 1
    }
    return nil
  }

  /// Returns the version at the start of `text`, or `nil` if there is none.
  private func version(in text: ArraySlice<UInt8>, _ form: Form) -> String? {
    let version: ArraySlice<UInt8>
    switch form {
    case .none: return nil
    case .digits: version = text.prefix(while: \.isDigit)
    case .word: version = text.prefix(while: \.isIdentifier)
    case .numbers: version = numbers(in: text, atMost: .max)
    case .twoNumbers:
      version = numbers(in: text, atMost: 2)
      guard version.contains(UInt8(ascii: ".")) else { return nil }
    }
    return version.isEmpty ? nil : string(version)
  }

  /// Returns the dotted number at the start of `text`.
  private func numbers(in text: ArraySlice<UInt8>, atMost limit: Int) -> ArraySlice<UInt8> {
    var end = text.prefix(while: \.isDigit).endIndex
    var count = end > text.startIndex ? 1 : 0
    while count > 0, count < limit, end < text.endIndex, text[end] == UInt8(ascii: ".") {
      let next = text[(end + 1)...].prefix(while: \.isDigit)
      guard !next.isEmpty else { break }
      end = next.endIndex
      count += 1
    }
    return text[..<end]
  }

  private func string(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
