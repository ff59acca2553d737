/// The lines of a route about the packages that a tool's own package manager installs: whether a
/// package may provide the executable, and how to use the package manager.
///
/// The folder of a version's packages is `ROOT/packages/<tool>/<version>`, and their programs are
/// in its folder `bin`.
package struct RoutedPackages: Equatable {
  package let tool: [UInt8]
  /// Whether a package of some version provides the executable.
  package var mayProvide = false
  /// The rules, each the bytes of a ``PackageAssignment``, or `after ARGUMENT`.
  package var rules: [[UInt8]] = []

  private static var argumentWord: StaticString { "after " }

  /// Creates what a route states about the packages of a tool.
  package init(of tool: [UInt8], mayProvide: Bool = false, rules: [[UInt8]] = []) {
    self.tool = tool
    self.mayProvide = mayProvide
    self.rules = rules
  }

  /// The arguments of the executable with which the package manager installs programs.
  package var installArguments: [[UInt8]] {
    let word = PathText(Self.argumentWord).bytes
    return rules.filter { $0.starts(with: word) }.map { Array($0.dropFirst(word.count)) }
  }
}

/// A variable that tells a package manager where to install, as `NAME=value`, and the rule by which
/// it enters the environment of a tool.
///
/// The user's choice takes precedence: if the environment has the variable, in upper or lower case
/// (npm reads both), it stays as it is, even if it is empty. Only a value that is a folder of
/// packages in this root is replaced, since a tool of another version may have passed it on.
package struct PackageAssignment {
  package let name: [UInt8]
  /// The value, or the rest of it after the path of the folder.
  private let text: ArraySlice<UInt8>
  private let beginsWithFolder: Bool

  private static var folderWord: StaticString { "{packages}" }

  /// Parses the bytes of a rule, or returns `nil` if it is not that of a variable.
  package init?(_ bytes: [UInt8]) {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0,
      !bytes[..<equals].contains(UInt8(ascii: " "))
    else { return nil }
    name = Array(bytes[..<equals])
    let value = bytes[(equals + 1)...]
    let word = PathText(Self.folderWord).bytes
    beginsWithFolder = value.starts(with: word)
    text = beginsWithFolder ? value.dropFirst(word.count) : value
  }

  /// Returns the value for the packages in `folder`.
  package func value(in folder: [UInt8]) -> [UInt8] { (beginsWithFolder ? folder : []) + text }

  /// How an entry of an environment relates to the variable.
  package enum Relation {
    /// The entry is another variable.
    case other
    /// The user has set the variable, so it stays.
    case chosen
    /// A tool that bootstrap ran has passed the variable on, so it is replaced.
    case inherited
  }

  /// Returns how the entry relates to the variable.
  ///
  /// - Parameters:
  ///   - entry: The bytes `NAME=value`.
  ///   - packages: The folder of all packages of the root.
  package func relation(of entry: [UInt8], packages: [UInt8]) -> Relation {
    guard entry.count > name.count, entry[name.count] == UInt8(ascii: "=") else { return .other }
    for index in name.indices where Self.upper(entry[index]) != Self.upper(name[index]) {
      return .other
    }
    let value = entry[(name.count + 1)...]
    return beginsWithFolder && value.starts(with: packages + [UInt8(ascii: "/")])
      ? .inherited : .chosen
  }

  private static func upper(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") ? byte - 32 : byte
  }
}
