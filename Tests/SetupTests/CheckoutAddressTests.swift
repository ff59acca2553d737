import Diagnostics
import Setup
import Testing

@Suite struct `The address of a repository` {
  @Test(arguments: [
    ("https://example.org/team/app", "app"), ("https://example.org/team/app.git", "app"),
    ("git@example.org:team/app.git", "app"), ("example.org:app", "app"),
    ("ssh://git@example.org:2222/app.git", "app"), ("file:///srv/git/app.git", "app"),
  ])
  func `names the folder of the clone`(text: String, name: String) throws {
    #expect(try CheckoutAddress(text)?.name == name)
  }

  @Test(arguments: [
    "ext::sh -c evil", "ext::ssh://example.org/app", "http://example.org/app",
    "git://example.org/app",
    "fd::3/app", "EXT::x", "https://example.org/", "https://example.org", "git@example.org:.git",
    "https://example.org/..", "https://example.org/-app", "ftp://example.org/app",
  ])
  func `is refused if git could run something for it, or if it names no folder`(text: String) {
    #expect(throws: SetupProblem.self) { try CheckoutAddress(text) }
  }

  @Test(arguments: [
    ("https://Example.org:443/app", "example.org"),
    ("ssh://me@example.org:22/app", "example.org:22"),
    ("me@example.org:app", "example.org"), ("https://me:secret@example.org/app", "example.org"),
    ("file:///srv/app", nil), ("/srv/app", nil), ("../team:x/app", nil),
  ])
  func `names the host that git asks`(text: String, host: String?) {
    #expect(CheckoutAddress.host(ofAddress: text) == host)
  }

  @Test(arguments: ["app", "./app", "/srv/app", "../team/app:x", "-u:x", "app:"])
  func `is told from a path`(text: String) throws {
    #expect(try CheckoutAddress(text) == nil)
  }

  @Test(arguments: ["https://me:secret@example.org/app.git", "https://token@example.org/app.git"])
  func `may not contain a password or a token`(text: String) {
    #expect(throws: SetupProblem.clone(.password(text))) { try CheckoutAddress(text) }
  }
}
