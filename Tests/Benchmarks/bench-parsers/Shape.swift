/// A form of text that can be repeated any number of times.
struct Shape: Sendable {
  let name: String
  /// Returns the text with a number of repetitions.
  let text: @Sendable (Int) -> String

  /// Creates the shape of `start`, `part` for each number, and `end`.
  init(
    _ name: String, _ start: String = "", _ end: String = "\n",
    _ part: @escaping @Sendable (Int) -> String
  ) {
    self.name = name
    text = { count in start + (0..<count).map(part).joined() + end }
  }

  /// Shapes of programs in Ruby, and of what looks like one.
  static let ruby = [
    Shape("one line") { _ in "x " },
    Shape("lines") { _ in "x y\n" },
    Shape("blank lines") { _ in "\n" },
    Shape("comments") { _ in "# text\n" },
    Shape("one comment", "#") { _ in "text" },
    Shape("one word") { _ in "a" },
    Shape("one string", "tool \"", "\"\n") { _ in "a" },
    Shape("escapes", "tool \"", "\"\n") { _ in "\\\\" },
    Shape("quotes") { _ in "\"" },
    Shape("beyond ASCII", "tool \"", "\"\n") { _ in "é" },
    Shape("commas", "tool ") { _ in "," },
    Shape("continued lines", "tool \"a\"") { ",\n  \"\($0)\"" },
    Shape("arguments", "tool \"a\"") { ", \"1.\($0)\"" },
    Shape("options", "tool \"a\"") { ", k\($0): 1" },
    Shape("brackets", "tool ") { _ in "[" },
    Shape("braces", "tool ") { _ in "{" },
    Shape("parentheses", "tool ") { _ in "(" },
    Shape("closing brackets", "tool ") { _ in ")]}" },
    Shape("list", "tool \"a\", executables: [", "]\n") { "\"e\($0)\"," },
    Shape("map", "tool \"a\", os: {", "}\n") { "k\($0): \"v\"," },
    Shape("ends") { _ in "end\n" },
    Shape("blocks") { _ in "group :a do\n" },
    Shape("closed blocks") { _ in "group :a do\nend\n" },
    Shape("conditions") { _ in "if x\n" },
    Shape("branches", "if x\n") { _ in "else\n" },
    Shape("semicolons") { _ in "x;" },
    Shape("blocks on a line") { _ in "x do " },
    Shape("block parameters") { _ in "x do |a " },
    Shape("functions") { _ in "def x\n" },
    Shape("lambdas") { _ in "->(a) { " },
  ]

  /// Shapes of a Toolfile or of definitions.
  static let toolfile = [
    Shape("tools") { "tool \"t\($0)\"\n" },
    Shape("repeated tools") { _ in "tool \"t\"\n" },
    Shape("groups") { "group :g\($0) do\n  tool \"t\($0)\"\nend\n" },
    Shape("groups of a tool", "tool \"a\", groups: [", ":a]\n") { ":g\($0)," },
    Shape("group names", "group :a", " do\ntool \"x\"\nend\n") { ", :g\($0)" },
    Shape("platforms", "platforms \"linux-x64\"") { _ in ", \"linux-x64\"" },
    Shape("sources") { "source \"pypi\", \"https://\($0).example.org\"\n" },
    Shape("registries") { "registry \"./\($0).rb\"\n" },
    Shape("definitions") { "define \"t\($0)\" do\n  pypi \"x\"\nend\n" },
    Shape("repeated definitions") { _ in "define \"t\" do\n  pypi \"x\"\nend\n" },
    Shape("needs", "define \"t\" do\n  pypi \"x\"\n", "end\n") { "  needs \"t\($0)\"\n" },
    Shape("need", "define \"t\" do\n  pypi \"x\"\n  needs \"a\"", "\nend\n") { ", \"1.\($0)\"" },
    Shape("executables", "define \"t\" do\n  executables \"a\"", "\nend\n") { ", \"e\($0)\"" },
    Shape("executable lines", "define \"t\" do\n", "end\n") { "  executables \"e\($0)\"\n" },
    Shape("aliases", "define \"t\" do\n  aliases \"a\"", "\nend\n") { ", \"e\($0)\"" },
    Shape("options of a definition", "define \"t\" do\n", "end\n") { "  k\($0) \"v\"\n" },
  ]

  /// Shapes of a Gemfile or a Brewfile.
  static let gemfile = [
    Shape("gems") { "gem \"t\($0)\"\n" },
    Shape("brews") { "brew \"t\($0)\"\n" },
    Shape("requirement", "ruby \"1.0\"") { ", \"1.\($0)\"" },
    Shape("requirement of a gem", "gem \"a\"") { ", \"!= 1.\($0)\"" },
    Shape("gems in blocks") { "group :g\($0) do\n  gem \"t\"\n" },
    Shape("gems in conditions") { _ in "if x\ngem \"t\"\n" },
    Shape("gems in a function", "git_source(:x) do |name|\n") { _ in "x do\ngem \"t\"\n" },
    Shape("words", "group %w[", "] do\nend\n") { "g\($0) " },
    Shape("comment blocks") { _ in "=begin\n=end\n" },
    Shape("tools with plugins") { _ in "gem \"fastlane\"\n" },
    Shape("branches of gems", "if x\n") { _ in "else\ngem \"fastlane\"\n" },
  ]

  static let toml = [
    Shape("keys", "[tools]\n") { "t\($0) = \"1\"\n" },
    Shape("repeated keys", "[tools]\n") { _ in "t = \"1\"\n" },
    Shape("tables") { "[tools.t\($0)]\nversion = \"1\"\n" },
    Shape("lists of tables") { _ in "[[a]]\n" },
    Shape("list", "[tools]\nt = [", "]\n") { "\"1.\($0)\"," },
    Shape("inline table", "[tools]\nt = {a = 1", "}\n") { ", k\($0) = 1" },
    Shape("nested lists", "t = ") { _ in "[" },
    Shape("nested tables", "t = ") { _ in "{a=" },
    Shape("dotted key", "a", " = 1\n") { _ in ".a" },
    Shape("repeated tools", "[tools]\n") { _ in "jq = \"1.7.1\"\n" },
    Shape("repositories", "[tools]\n") { "\"github:a/b\($0)\" = \"x-1.\($0)\"\n" },
    Shape("programs", "[tools]\n") { "\"ubi:a/b[exe=e\($0)]\" = \"1.0\"\n" },
    Shape("alternatives", "[tools]\njq = \"1", "\"\n") { " || \($0)" },
    Shape("comments") { _ in "# text\n" },
    Shape("comments in a list", "t = [\n", "]\n") { _ in "# text\n" },
    Shape("long text", "t = \"\"\"", "\"\"\"\n") { _ in "text\n" },
  ]

  static let yaml = [
    Shape("packages", "packages:\n") { "- name: a/b\($0)@v1.0\n" },
    Shape("keys of a package", "packages:\n- name: a/b@v1\n") { "  k\($0): v\n" },
    Shape("sections") { "s\($0): x\n" },
    Shape("alternating sections") { _ in
      "packages:\n- name: a/b@v1\nregistries:\n- type: standard\n"
    },
    Shape("keys without an item", "registries:\n- type: standard\npackages:\n") { _ in "  x: y\n" },
    Shape("items of another section", "packages:\n- name: a/b@v1\nregistries:\n", "packages:\n") {
      _ in "- type: standard\n"
    },
    Shape("colons", "packages: ") { _ in ": " },
    Shape("number signs", "packages: x") { _ in " #" },
    Shape("quoted text", "packages:\n- name: '", "'\n") { _ in "a" },
    Shape("comments") { _ in "# text\n" },
  ]

  static let json = [
    Shape("members", "{\"engines\":{\"a\":\"1\"", "}}\n") { ",\"e\($0)\":\"1\"" },
    Shape("lines", "{\"engines\":{\"a\":\"1\"", "}}\n") { ",\n\"e\($0)\":\n\"1\"" },
    Shape("other members", "{\"a\":1", "}\n") { ",\"e\($0)\":{}" },
    Shape("dependencies", "{\"dependencies\":{\"a\":\"1\"", "}}\n") { ",\"e\($0)\":\"1\"" },
    Shape("alternatives", "{\"engines\":{\"node\":\"1", "\"}}\n") { " || \($0)" },
    Shape("options of a package", "{\"packages\":{\"jq\":{\"version\":\"1\"", "}}}\n") {
      ",\"k\($0)\":1"
    },
    Shape("nested objects") { _ in "{\"a\":" },
    Shape("nested arrays") { _ in "[" },
    Shape("array", "{\"a\":[1", "]}\n") { _ in ",1" },
    Shape("requirement", "{\"engines\":{\"node\":\"", "\"}}\n") { "!=1.\($0) " },
    Shape("escapes", "{\"engines\":{\"node\":\"", "\"}}\n") { _ in "\\n" },
    Shape("blank lines", "{", "}\n") { _ in "\n" },
  ]

  static let lines = [
    Shape("pins") { "t\($0) 1.0\n" },
    Shape("repeated pins") { _ in "t 1.0\n" },
    Shape("one line", "t") { " 1.\($0)" },
    Shape("words") { "t\($0)\n" },
    Shape("comments") { _ in "# text\n" },
    Shape("blank lines") { _ in "\n" },
    Shape("carriage returns") { _ in "t 1.0\r\n" },
    Shape("tools of Go", "tool (\n", ")\n") { "a/b\($0)\n" },
    Shape("slashes", "go 1.2 ") { _ in "//" },
  ]

  private static let lockStart = "lockfile 1\nplatforms linux-x64\n"
  private static let zeros = String(repeating: "0", count: 64)

  /// Returns a stanza with further lines.
  private static func stanza(_ number: Int, _ lines: String = "") -> String {
    """

    tool t\(1_000_000 + number) 1.0
      wants "" Toolfile
      declares source=pypi package=t groups=default
    \(lines)  provides t\(number)
      artifact linux-x64 \(zeros.prefix(40)) raw sha256:\(zeros) 1 https://example.org/t

    """
  }

  static let lock = [
    Shape("stanzas", lockStart, "") { stanza($0) },
    Shape("repeated stanzas", lockStart, "") { _ in stanza(0) },
    Shape("executables", lockStart + stanza(0)) { "  provides e\(1_000_000 + $0)\n" },
    Shape("requests", lockStart + stanza(0)) { "  wants \"\" a@\($0)\n" },
    Shape("needs", lockStart + stanza(0)) { "  needs a\(1_000_000 + $0) \"\"\n" },
    Shape("parts", lockStart + stanza(0)) {
      "  part any p\($0) 1.0 raw sha256:\(zeros) 1 file:x\n"
    },
    Shape("options", lockStart + "\ntool t 1.0\n  declares") { " k\($0)=1" },
    Shape("unknown lines", lockStart + stanza(0)) { _ in "  other text\n" },
    Shape("unknown words", lockStart + stanza(0) + "  other") { _ in " text" },
    Shape("publishers", lockStart + stanza(0) + "  publisher") { " github:a/b\($0)" },
    Shape("registries", lockStart) { "registry r\($0) sha256:\(zeros) ./x\n" },
    Shape("platforms", "lockfile 1\nplatforms") { _ in " linux-x64" },
    Shape("blank lines", lockStart) { _ in "\n" },
    Shape("comments", "", lockStart) { _ in "# text\n" },
    Shape("conflicts", lockStart, "") {
      "\n<<<<<<< a\(stanza($0))=======\(stanza($0, "  other\n"))>>>>>>> b\n"
    },
    Shape("open conflicts", lockStart) { _ in "<<<<<<< a\n" },
    Shape("separators", lockStart) { _ in "=======\n" },
  ]
}
