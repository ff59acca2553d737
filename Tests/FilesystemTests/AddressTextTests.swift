import Filesystem
import Testing

@Suite struct AddressTextTests {
  @Test(arguments: [
    ("https://me:s3cret@a.example/b", "https://a.example/b"),
    ("https:/me:s3cret@a.example/b", "https:/a.example/b"),
    ("https://token@a.example/b@c", "https://a.example/b@c"),
    ("https://me:s3/cret@a.example/b", "https://a.example/b"),
    ("https://me:s3?cret@a.example/b", "https://a.example/b"),
    ("https://a.example:443/b@c?d", "https://a.example:443/b@c?…"),
    ("https://a.example/b?token=s3cret", "https://a.example/b?…"),
    ("https://a.example/b#s3cret", "https://a.example/b#…"),
    ("me:s3cret@a.example/b", "…@a.example/b"), ("me:s3@cret@a.example", "…@a.example"),
    ("me:s3cret@a.example:/b?s3cret", "…@a.example:/b?…"),
    ("https://a.example/b:c@d", "https://a.example/b:c@d"), ("a.example:443/b", "a.example:443/b"),
    ("/home/me:x@y", "/home/me:x@y"), ("file:/home/me:x@y", "file:/home/me:x@y"),
    ("tools@1.0", "tools@1.0"), ("*", "*"),
  ])
  func `messages show addresses without secrets`(_ text: String, _ shown: String) {
    #expect(AddressText.withoutSecrets(text) == shown)
  }

  @Test(arguments: [
    ("clone https://me:s3cret@a.example/b", "clone https://a.example/b"),
    ("npm:prettier@3.0", "npm:prettier@3.0"), ("file:///home/me@x", "file:///home/me@x"),
    ("a: http://a.example/b?c", "a: http://a.example/b?…"),
    (
      "curl https://a.example/x https://TOKEN@b.example/y",
      "curl https://a.example/x https://b.example/y"
    ),
    (
      "test -x a || echo 'why?'; git clone https://me:s3cret@x.example/y?z && a#b",
      "test -x a || echo 'why?'; git clone https://x.example/y?… && a#b"
    ),
    (
      "'https://me:s3/cr'et@a.example/b' https://c.example/@d",
      "'https://a.example/b' https://c.example/@d"
    ),
  ])
  func `messages show words with addresses without secrets`(_ text: String, _ shown: String) {
    #expect(AddressText.concealingSecrets(text) == shown)
  }

  @Test func `a lock gets addresses without user and password`() {
    #expect(
      AddressText.withoutCredentials("https://me:s3cret@a.example/b?c")
        == "https://a.example/b?c")
  }
}
