/// The Ruby that the gems of an installation were installed for.
///
/// Native extensions work only with one binary interface of Ruby, and the programs of the
/// installation name the Ruby that runs them.
package struct RubyInterface: Hashable, Sendable {
  /// The version of the binary interface, such as `3.1.0`.
  package let abi: String
  /// The platform that the Ruby was built for, such as `x86_64-linux-gnu`.
  package let platform: String
  /// The path of the program, which may be a link.
  package let program: String
  /// The file that the path resolved to. After a system has upgraded its Ruby, the path usually
  /// resolves to another file.
  package let file: String

  /// Creates an interface. See the properties.
  package init(abi: String, platform: String, program: String, file: String) {
    self.abi = abi
    self.platform = platform
    self.program = program
    self.file = file
  }
}
