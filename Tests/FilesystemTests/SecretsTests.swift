import Filesystem
import Testing

@Suite struct SecretsTests {
  @Test(arguments: [
    ("GH_TOKEN=gho_s3cret", "the token gho_s3cret!", "the token •••!"),
    ("GITHUB_ENTERPRISE_TOKEN=s3cret", "s3crets3cret", "••••••"),
    (
      "https_proxy=http://me:s3cret@proxy:1", "'http://me:s3cret@proxy:1'",
      "'http://me:•••@proxy:1'"
    ),
    ("ALL_PROXY=me:s3cret@proxy", "in 'me:s3cret@proxy'", "in 'me:•••@proxy'"),
    ("ALL_PROXY=socks5h://me:a/b#c@d@proxy", "me:a/b#c@d@proxy", "me:•••@proxy"),
    ("PIP_INDEX_URL=https://me:p%40ss@host/simple", "p%40ss p@ss", "••• •••"),
    ("UV_INDEX=corp=https://t0ken@host/ https://x:0ther@host/", "t0ken 0ther", "••• •••"),
    ("PIP_INDEX_URL=https://me:päss+wörd@host/", "p%C3%A4ss%2Bw%C3%B6rd", "•••"),
    ("PIP_INDEX_URL=https://pypi.example.org/a:b@c", "pypi.example.org/a:b@c", nil),
    ("no_proxy=localhost", "localhost", nil), ("http_proxy=", "http_proxy=", nil),
    ("GH_TOKEN=abc", "abc", nil), ("GH_TOKEN=", "text", nil), ("OTHER=s3cret", "s3cret", nil),
  ])
  func `of an environment are concealed`(_ entry: String, _ text: String, _ shown: String?) {
    let secrets = Secrets(Environment(entries: [Array(entry.utf8)]))
    #expect(secrets.concealing(text) == shown ?? text)
  }

  @Test func `the longest of several secrets is concealed`() {
    let secrets = Secrets()
    secrets.add("secret")
    secrets.add("secret-longer")
    secrets.add("secret")
    #expect(secrets.concealing("a secret-longer secret") == "a ••• •••")
  }

  @Test func `a user name without a password is a token`() {
    let secrets = Secrets()
    secrets.add(user: "gho_1234", password: "x-oauth-basic")
    secrets.add(user: "reader", password: "s3cret")
    #expect(secrets.concealing("gho_1234 reader s3cret") == "••• reader •••")
  }
}
