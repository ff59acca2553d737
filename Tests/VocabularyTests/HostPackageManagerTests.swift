import Testing
import Vocabulary

@Suite struct HostPackageManagerTests {
  @Test(arguments: [
    (HostPackageManager.apt, "build-essential"), (.apt, "g++"), (.apt, "libstdc++6"),
    (.apt, "python3.11"), (.apt, "7zip"), (.dnf, "gcc-c++"), (.dnf, "ImageMagick-devel"),
    (.dnf, "libX11_devel"), (.apk, "build-base"), (.apk, "py3-pip"), (.apk, "libstdc++"),
    (.pacman, "base-devel"), (.pacman, "libc++"), (.brew, "openssl@3"), (.brew, "gtk+3"),
    (.brew, "acme/tap/kit"), (.brew, "Homebrew/core/jq"), (.cask, "visual-studio-code"),
    (.cask, "1password"), (.cask, "acme/tap/app"), (.mas, "497799835"),
  ])
  func `names of packages are admitted`(manager: HostPackageManager, name: String) {
    #expect(manager.admits(name))
    #expect((manager.tap(of: name) != nil) == name.contains("/"))
  }

  @Test(arguments: [
    (HostPackageManager.apt, "make-"), (.apt, "ncbi-blast+"), (.apt, "a"), (.apt, "Make"),
    (.apt, "make=4.3"), (.apt, "make/sid"), (.apt, "make:i386"), (.apt, "./make.deb"),
    (.apt, "make_x"), (.apt, "lib*"), (.apt, "?installed"), (.apt, "task^"), (.dnf, "@core"),
    (.dnf, "/usr/bin/make"), (.dnf, "perl(Foo)"), (.dnf, "make >= 4"), (.apk, "!make"),
    (.apk, "make=4.3-r0"), (.apk, "make@edge"), (.apk, "make~4"), (.apk, ".build"),
    (.pacman, "extra/make"), (.pacman, "Make"), (.pacman, "make>4"), (.brew, "a/b"),
    (.brew, "a/b/c/d"), (.brew, "/a/b"), (.brew, "a//b"), (.brew, "kit.rb"), (.brew, "../x/kit"),
    (.brew, "https://x/y/z"), (.cask, "a/b/c.rb"), (.mas, "xcode"), (.mas, "0"), (.mas, "-1"),
    (.mas, "1234567890123"), (.apt, ""), (.mas, ""), (.brew, ""),
    (.apt, String(repeating: "a", count: 101)),
  ])
  func `other texts are not`(manager: HostPackageManager, name: String) {
    #expect(!manager.admits(name))
  }

  /// Every valid name is a single shell word, and neither an option nor a path.
  @Test(arguments: HostPackageManager.allCases)
  func `no admitted name means anything else`(manager: HostPackageManager) {
    let characters = Array("aZ09.+-@/_=~:!*?^$`;&|<>()[]{} '\"\\\n\té#%,")
    var generator = SystemRandomNumberGenerator()
    var admitted = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 1...6, using: &generator)
      // A valid start makes it likely that the name is valid.
      let name = String(
        (0..<count).map { index in
          Bool.random(using: &generator)
            ? Character("5") : characters.randomElement(using: &generator) ?? "a"
        })
      guard manager.admits(name) else { continue }
      admitted += 1
      #expect(name.first?.isLetter == true || name.first?.isNumber == true, "\(name)")
      let allowed = name.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || ".+-@/_".contains($0))
      }
      #expect(allowed, "\(name)")
      #expect(!name.contains("/") || manager.tap(of: name) != nil, "\(name)")
      if manager == .apt {
        #expect(!name.hasSuffix("-") && (!name.hasSuffix("+") || name.hasSuffix("++")), "\(name)")
      }
    }
    #expect(admitted > 100)
  }
}
