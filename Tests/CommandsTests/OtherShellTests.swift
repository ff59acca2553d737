import Diagnostics
import Filesystem
import Testing

@testable import Commands

/// The lines for shells that `activate` does not support.
@Suite struct OtherShellTests {
  private static let cases: [(shell: String, file: String, line: String)] = [
    ("sh", "~/.profile", #"export PATH='/it'\''s $x!:/b':"$PATH""#),
    ("mksh", "~/.profile", #"export PATH='/it'\''s $x!:/b':"$PATH""#),
    ("csh", "~/.cshrc", #"setenv PATH '/it'\''s $x\!:/b':"$PATH""#),
    ("elvish", "~/.config/elvish/rc.elv", "set paths = ['/it''s $x!' '/b' $@paths]"),
    (
      "nushell", "the file that `$nu.config-path` names",
      #"$env.PATH = ($env.PATH | split row (char esep) | prepend ["/it's $x!" "/b"])"#
    ),
    (
      "pwsh", "the file that `$PROFILE` names", "$env:PATH = '/it''s $x!:/b:' + $env:PATH"
    ),
    ("xonsh", "~/.xonshrc", #"$PATH.insert(0, "/b"); $PATH.insert(0, "/it's $x!")"#),
  ]

  @Test(arguments: cases)
  func `a line quotes folders as its shell does`(
    _ example: (shell: String, file: String, line: String)
  ) throws {
    let shell = try #require(OtherShell(named: example.shell))
    let line = shell.line(adding: ["/it's $x!", "/b"])
    #expect(line == StartupLine(file: example.file, text: example.line))
  }

  @Test(arguments: ["bash", "zsh", "fish", "rc", ""])
  func `shells that need no line, or whose language is unknown, have none`(name: String) {
    #expect(OtherShell(named: name) == nil)
  }
}
