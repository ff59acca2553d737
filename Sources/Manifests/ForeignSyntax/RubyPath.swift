internal import TextSearch

/// A path in a Ruby program that is known from the text alone.
struct RubyPath {
  /// The parts, relative to the folder of the program. A part `..` leads upward.
  private(set) var parts: [String]

  /// The maximum number of parts. Without it, paths that repeat other paths could grow without
  /// limit.
  private static let maximumPartCount = 64
  /// The maximum depth of nested calls.
  private static let maximumDepth = 16

  /// Creates a path without redundant parts. Returns `nil` if there are too many parts.
  private init?(_ parts: [String]) {
    guard parts.count <= Self.maximumPartCount else { return nil }
    self.parts = parts.reduce(into: [String]()) { result, part in
      if part == ".." {
        Self.ascend(in: &result)
      } else if part != ".", !part.isEmpty || result.isEmpty {
        result.append(part)
      }
    }
  }

  /// Moves up one folder: removes the last part or, above the folder of the program, adds `..`.
  private static func ascend(in parts: inout [String]) {
    // The root has no parent.
    if parts == [""] { return }
    if let last = parts.last, last != ".." { parts.removeLast() } else { parts.append("..") }
  }

  /// Whether the path is absolute. The first part of such a path is empty.
  private var isAbsolute: Bool { parts.first == "" }

  /// The path as text, relative to the folder of the program.
  var text: String { parts.joined(separator: "/") }

  // MARK: - Expressions

  /// Reads the expression at the start of `tokens`, and removes its tokens. The expression is a
  /// string, `__dir__`, a variable, or a call such as `File.join(__dir__, "a")`. Returns `nil` if
  /// it has another form.
  ///
  /// - Parameter variables: The variables whose values are known.
  init?(
    reading tokens: inout ArraySlice<ToolfileToken>, _ variables: [String: RubyPath],
    depth: Int = 0
  ) {
    guard depth < Self.maximumDepth, let first = tokens.popFirst() else { return nil }
    let path: RubyPath?
    switch first.kind {
    case .string(let text): path = Self.literal(text)
    case .word("__dir__"): path = RubyPath([])
    case .word("__FILE__"): path = RubyPath(["__FILE__"])
    case .word(let name): path = variables[name]
    case .foreign("File"): path = Self.call(&tokens, variables, depth: depth + 1)
    default: path = nil
    }
    guard let path else { return nil }
    self = path
  }

  /// Returns the value of a string, which may begin with `#{__dir__}`.
  private static func literal(_ text: String) -> RubyPath? {
    let folder = "#{__dir__}/"
    let rest = text.hasPrefix(folder) ? text.dropFirst(folder.count) : text[...]
    if rest.contains("#{") { return nil }
    return RubyPath(rest.split(separator: "/", omittingEmptySubsequences: false).map(String.init))
  }

  /// Reads a call of `File` from the tokens after `File`.
  private static func call(
    _ tokens: inout ArraySlice<ToolfileToken>, _ variables: [String: RubyPath], depth: Int
  ) -> RubyPath? {
    guard case .foreign(let method)? = tokens.popFirst()?.kind,
      tokens.popFirst()?.kind == .foreign("(")
    else { return nil }
    var arguments: [RubyPath] = []
    while true {
      guard let argument = RubyPath(reading: &tokens, variables, depth: depth) else { return nil }
      arguments.append(argument)
      switch tokens.popFirst()?.kind {
      case .comma: continue
      case .foreign(")"): return value(of: method, arguments)
      default: return nil
      }
    }
  }

  private static func value(of method: String, _ arguments: [RubyPath]) -> RubyPath? {
    switch (method, arguments.count) {
    case (".join", _):
      let parts = arguments.enumerated().flatMap { index, argument in
        index > 0 && argument.isAbsolute ? argument.parts.dropFirst() : argument.parts[...]
      }
      return RubyPath(parts)
    case (".expand_path", 1): return arguments[0]
    case (".expand_path", 2):
      return arguments[0].isAbsolute
        ? arguments[0] : RubyPath(arguments[1].parts + arguments[0].parts)
    case (".dirname", 1): return RubyPath(arguments[0].parts + [".."])
    default: return nil
    }
  }
}

extension [String: RubyPath] {
  /// Stores the path that a statement assigns to a variable. Returns whether it assigns one.
  ///
  /// Forgets a variable that gets any other value, or a value in a block, which may not run.
  mutating func assign(_ statement: [ToolfileToken], isInBlock: Bool) -> Bool {
    guard statement.count > 2, case .word(let name) = statement[0].kind,
      case .foreign(let sign) = statement[1].kind, sign.hasSuffix("="), sign != "=="
    else { return false }
    var tokens = statement[2...]
    let path = sign == "=" ? RubyPath(reading: &tokens, self) : nil
    self[name] = tokens.isEmpty && !isInBlock ? path : nil
    return self[name] != nil
  }

  /// Returns the path in the first argument of a statement. Returns `nil` if it is unknown, or if
  /// it is followed by anything but a check that the same file exists.
  func argument(of statement: [ToolfileToken]) -> RubyPath? {
    var tokens = statement.dropFirst()
    let hasParentheses = tokens.first?.kind == .foreign("(")
    if hasParentheses { tokens = tokens.dropFirst() }
    guard let path = RubyPath(reading: &tokens, self) else { return nil }
    if hasParentheses, tokens.popFirst()?.kind != .foreign(")") { return nil }
    return tokens.isEmpty || checkedPath(in: tokens)?.parts == path.parts ? path : nil
  }

  /// Returns the path in `if File.exist?(path)`, or `nil` if the tokens have another form.
  func checkedPath(in tokens: ArraySlice<ToolfileToken>) -> RubyPath? {
    let check: [ToolfileToken.Kind] = [
      .word("if"), .foreign("File"), .foreign(".exist"), .foreign("?"), .foreign("("),
    ]
    guard tokens.prefix(check.count).map(\.kind) == check else { return nil }
    var rest = tokens.dropFirst(check.count)
    guard let path = RubyPath(reading: &rest, self), rest.popFirst()?.kind == .foreign(")") else {
      return nil
    }
    return rest.isEmpty || rest.map(\.kind) == [.word("then")] ? path : nil
  }
}
