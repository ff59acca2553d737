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

  @Test(arguments: [
    ("at https://me:s3cret@host:1/a@b, and", "at https://me:•••@host:1/a@b, and"),
    ("`https:/me:s3cret@host`", "`https:/me:•••@host`"),
    ("https:///me:a@b@host http://x:y@z", "https:///me:•••@host http://x:•••@z"),
    ("https//me:s3cret@host", "https//me:•••@host"), ("a//b:c@d", "a//b:c@d"),
    ("http://me:a/s3cret@host", "http://me:•••@host"),
    ("https://host:443/a:b@c", "https://host:443/a:b@c"), ("https://me@host/", "https://me@host/"),
    ("kit@1.0: /etc", "kit@1.0: /etc"), ("file:/home/me:x@y", "file:/home/me:x@y"),
  ])
  func `the password of any address is concealed`(_ text: String, _ shown: String) {
    #expect(Secrets().concealing(text) == shown)
  }

  @Test(arguments: [
    ("at https://h/x.tgz?a=1&token=s3cret&b=2, and", "at https://h/x.tgz?a=1&token=•••&b=2, and"),
    ("`https:/h/x;token=s3cret/y#apiKey=a/b`", "`https:/h/x;token=•••/y#apiKey=•••`"),
    ("https://h/?X-Amz-Signature=ab&X-Amz-Date=1", "https://h/?X-Amz-Signature=•••&X-Amz-Date=1"),
    ("https://h/?%74oken=a%3Db https://h/?SIG=1", "https://h/?%74oken=••• https://h/?SIG=•••"),
    ("https://h/?a=1;private_token=x?y&z", "https://h/?a=1;private_token=•••&z"),
    ("https://h/?keyword=a&monkey=b&page=2&token=", "https://h/?keyword=a&monkey=b&page=2&token="),
    ("https://h/?sort_key=a&zip-code=b&code=c", "https://h/?sort_key=a&zip-code=b&code=•••"),
    ("https://h/?u=http://me:s3cret@h/&v=1", "https://h/?u=•••&v=1"),
    ("https://h/?u=http%3A%2F%2Fme%3As3cret%40h&v=a@b", "https://h/?u=•••&v=a@b"),
    ("token=text", "token=text"), ("https://h/token=text", "https://h/token=text"),
    ("https://h/x-{version}?key={version}", "https://h/x-{version}?key={version}"),
    ("https://h/x?token={os}{arch}&key={version}s3cret", "https://h/x?token={os}{arch}&key=•••"),
  ])
  func `the secret parameters of any address are concealed`(_ text: String, _ shown: String) {
    #expect(Secrets().concealing(text) == shown)
    #expect(SecretParameter.firstName(in: text) == nil || text != shown)
  }

  @Test(arguments: [
    ("at https://h/x.tgz?s3cret, and", "at https://h/x.tgz?••• and"),
    ("https://h/x?a=1&s3cret#part", "https://h/x?a=1&•••#part"),
    ("https://h/x?=s3cret", "https://h/x?=•••"),
    ("https://h/x?raw https://h/x? https://h/?{version}", nil), ("what? s3cret", nil),
  ])
  func `a query without a name is concealed, but no reason to refuse an address`(
    _ text: String, _ shown: String?
  ) {
    #expect(Secrets().concealing(text) == shown ?? text)
    #expect(SecretParameter.firstName(in: text) == nil)
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
