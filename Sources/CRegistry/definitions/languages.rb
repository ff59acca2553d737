# Languages: compilers, interpreters, runtimes, and their version managers.

define "babashka" do
  summary "Fast Clojure interpreter for scripts"
  home "https://babashka.org"
  aliases "bb"
  executables "bb"
  github "babashka/babashka"
  asset "babashka-{version}-{target}.tar.gz"
  target linux_x64: "linux-amd64-static", linux_arm64: "linux-aarch64-static",
    macos_x64: "macos-amd64", macos_arm64: "macos-aarch64"
end

define "bun" do
  summary "JavaScript runtime, bundler, test runner and package manager"
  home "https://bun.sh"
  known_as npm: "bun"
  executables "bun"
  github "oven-sh/bun"
  tag "bun-v{version}"
  asset "bun-{os}-{arch}.zip"
  os macos: "darwin"
  arch arm64: "aarch64", linux_x64_musl: "x64-musl", linux_arm64_musl: "aarch64-musl"
end

define "crystal" do
  summary "Compiled language with static types and a syntax like Ruby's"
  home "https://crystal-lang.org"
  executables "crystal", "shards"
  github "crystal-lang/crystal"
  asset "crystal-{version}-1-{target}.tar.gz"
  target linux_x64: "linux-x86_64", linux_arm64: "linux-aarch64", macos: "darwin-universal"
end

define "cue" do
  summary "Language that defines, generates and validates data"
  home "https://cuelang.org"
  aliases "cuelang"
  known_as github: "cuelang/cue", go: "cuelang.org/go/cmd/cue"
  executables "cue"
  github "cue-lang/cue"
end

define "dart" do
  summary "SDK of the Dart language"
  home "https://dart.dev"
  aliases "dart-sdk"
  executables "dart"
  url "https://storage.googleapis.com/dart-archive/channels/stable/release/{version}/sdk/{target}"
  target linux_x64: "dartsdk-linux-x64-release.zip",
    linux_arm64: "dartsdk-linux-arm64-release.zip",
    macos_x64: "dartsdk-macos-x64-release.zip",
    macos_arm64: "dartsdk-macos-arm64-release.zip"
  tags "https://github.com/dart-lang/sdk"
  checksums "{url}.sha256sum"
end

define "deno" do
  summary "Secure runtime for JavaScript and TypeScript"
  home "https://deno.com"
  known_as npm: "deno"
  executables "deno"
  github "denoland/deno"
  asset "deno-{target}.zip"
  target linux_x64: "x86_64-unknown-linux-gnu", linux_arm64: "aarch64-unknown-linux-gnu",
    macos_x64: "x86_64-apple-darwin", macos_arm64: "aarch64-apple-darwin"
end

define "gleam" do
  summary "Compiler of the Gleam language, for Erlang's virtual machine and JavaScript"
  home "https://gleam.run"
  executables "gleam"
  github "gleam-lang/gleam"
end

define "go" do
  summary "Toolchain of the Go language"
  home "https://go.dev"
  aliases "golang"
  known_as github: "golang/go"
  executables "go", "gofmt"
  guests "golang"
  url "https://dl.google.com/go/go{version}.{os}-{arch}.tar.gz"
  os macos: "darwin"
  arch x64: "amd64"
  tag "go{version}"
  versions "https://go.dev/dl/?mode=json&include=all", json: "[].version"
  checksums "{url}.sha256"
end

define "go-jsonnet" do
  summary "Go implementation of the Jsonnet data language"
  home "https://jsonnet.org"
  aliases "jsonnet"
  executables "jsonnet", "jsonnet-deps", "jsonnet-lint", "jsonnetfmt"
  github "google/go-jsonnet"
end

define "julia" do
  summary "Language for scientific and numerical computing"
  home "https://julialang.org"
  aliases "julialang"
  known_as github: "JuliaLang/julia"
  executables "julia"
  url "https://julialang-s3.julialang.org/bin/{os}/{arch}/{major}.{minor}/julia-{version}-{target}"
  os macos: "mac", linux_x64_musl: "musl"
  arch arm64: "aarch64"
  target linux_x64: "linux-x86_64.tar.gz", linux_arm64: "linux-aarch64.tar.gz",
    linux_x64_musl: "musl-x86_64.tar.gz", macos_x64: "mac64.tar.gz",
    macos_arm64: "macaarch64.tar.gz"
  versions "https://julialang-s3.julialang.org/bin/versions.json", json: "{}"
  checksums "https://julialang-s3.julialang.org/bin/checksums/julia-{version}.sha256"
end

define "kotlin" do
  summary "Compiler and runner of the Kotlin language"
  home "https://kotlinlang.org"
  aliases "kotlinc"
  executables "kotlin", "kotlinc"
  needs "temurin"
  github "JetBrains/kotlin"
  asset "kotlin-compiler-{version}.zip"
end

define "lua" do
  summary "Small scripting language for programs to embed"
  home "https://www.lua.org"
  known_as github: "lua/lua"
  executables "lua", "luac"
  oldest "5.1", because: "earlier versions are built in another way"
  url "https://www.lua.org/ftp/lua-{version}.tar.gz"
  versions "https://www.lua.org/ftp/", links: "lua-{version}.tar.gz"
  needs_host "cc", apt: "gcc", dnf: "gcc", apk: "build-base"
  needs_host "make", apt: "make", dnf: "make", apk: "make"
  build "sed -i.orig \"s|/usr/local/|$prefix/|\" src/luaconf.h",
    "make \"$(case $(uname) in Darwin) echo macosx;; *) echo posix;; esac)\"",
    "make install INSTALL_TOP=\"$destdir$prefix\""
end

define "node" do
  summary "JavaScript runtime built on V8, with npm"
  home "https://nodejs.org"
  aliases "nodejs", "node.js"
  known_as github: "nodejs/node", npm: "node"
  executables "node", "npm", "npx"
  guests "nodejs", "lts/argon=4", "lts/boron=6", "lts/carbon=8", "lts/dubnium=10", "lts/erbium=12",
    "lts/fermium=14", "lts/gallium=16", "lts/hydrogen=18", "lts/iron=20", "lts/jod=22",
    "lts/krypton=24", "lts-argon=4", "lts-boron=6", "lts-carbon=8", "lts-dubnium=10",
    "lts-erbium=12", "lts-fermium=14", "lts-gallium=16", "lts-hydrogen=18", "lts-iron=20",
    "lts-jod=22", "lts-krypton=24"
  packages "NPM_CONFIG_PREFIX", npm: ["-g", "--global", "--location=global"]
  url "https://nodejs.org/dist/v{version}/node-v{version}-{os}-{arch}.tar.gz"
  os macos: "darwin"
  tag "v{version}"
  versions "https://nodejs.org/dist/index.json", json: "[].version"
  checksums "https://nodejs.org/dist/v{version}/SHASUMS256.txt"
  version_command "node", "--version"
end

define "pkl" do
  summary "Configuration language with validation and tooling"
  home "https://pkl-lang.org"
  executables "pkl"
  github "apple/pkl"
  asset "pkl-{os}-{arch}"
  arch x64: "amd64", arm64: "aarch64"
end

define "python" do
  summary "Programming language"
  home "https://www.python.org"
  aliases "python3", "cpython"
  executables "python", "python3", "pip3", "pydoc3", "idle3"
  oldest "3.8.2", because: "nobody publishes earlier versions as prebuilt files"
  github "astral-sh/python-build-standalone"
  versions :assets
  asset "cpython-{version}+{build}-{target}-install_only.tar.gz"
  target linux_x64: "x86_64-unknown-linux-gnu", linux_arm64: "aarch64-unknown-linux-gnu",
    linux_x64_musl: "x86_64-unknown-linux-musl", linux_arm64_musl: "aarch64-unknown-linux-musl",
    macos_x64: "x86_64-apple-darwin", macos_arm64: "aarch64-apple-darwin"
  otherwise do
    url "https://www.python.org/ftp/python/{major}.{minor}.{patch}/Python-{version}.tgz"
    tags "https://github.com/python/cpython"
    tag "v{version}"
    needs_host "cc", apt: "gcc", dnf: "gcc", apk: "build-base"
    needs_host "make", apt: "make", dnf: "make", apk: "make"
    needs_host "openssl/ssl.h", apt: "libssl-dev", dnf: "openssl-devel", apk: "openssl-dev",
      brew: "openssl@3"
    needs_host "zlib.h", apt: "zlib1g-dev", dnf: "zlib-devel", apk: "zlib-dev"
    needs_host "ffi.h", apt: "libffi-dev", dnf: "libffi-devel", apk: "libffi-dev", brew: "libffi"
    build "./configure --prefix=\"$prefix\" --with-ensurepip=install",
      "make -j\"$jobs\"",
      "./python -c 'import ctypes, ssl, zlib' || ./python.exe -c 'import ctypes, ssl, zlib'",
      "make install DESTDIR=\"$destdir\"",
      "ln -s python3 \"$destdir$prefix/bin/python\""
  end
  version_command "python3", "--version"
end

define "ruby" do
  summary "Programming language"
  home "https://www.ruby-lang.org"
  oldest "2.7.0", because: "earlier versions were written for older compilers"
  executables "ruby", "irb", "gem", "bundle", "bundler", "rake", "erb", "rdoc", "ri"
  packages "GEM_HOME", gem: ["install", "update", "uninstall"],
    bundle: ["install", "update", "add"], bundler: ["install", "update", "add"]
  github "spinel-coop/rv-ruby"
  versions :assets
  asset "ruby-{version}.{target}.tar.gz"
  target linux_x64: "x86_64_linux", linux_arm64: "arm64_linux",
    linux_x64_musl: "x86_64_linux_musl", linux_arm64_musl: "arm64_linux_musl",
    macos_x64: "ventura", macos_arm64: "arm64_sonoma"
  otherwise do
    url "https://cache.ruby-lang.org/pub/ruby/{major}.{minor}/ruby-{version}.tar.gz"
    versions "https://cache.ruby-lang.org/pub/ruby/index.txt"
    tag "ruby-{version}"
    checksums "https://cache.ruby-lang.org/pub/ruby/index.txt"
    needs_host "cc", apt: "gcc", dnf: "gcc", apk: "build-base"
    needs_host "make", apt: "make", dnf: "make", apk: "make"
    needs_host "openssl/ssl.h", from: "3.1.0", apt: "libssl-dev", dnf: "openssl-devel",
      apk: "openssl-dev", brew: "openssl@3"
    needs_host "perl", until: "3.1.0", apt: "perl", dnf: "perl", apk: "perl"
    needs_host "yaml.h", apt: "libyaml-dev", dnf: "libyaml-devel", apk: "yaml-dev", brew: "libyaml"
    needs_host "zlib.h", apt: "zlib1g-dev", dnf: "zlib-devel", apk: "zlib-dev"
    needs_host "ffi.h", apt: "libffi-dev", dnf: "libffi-devel", apk: "libffi-dev", brew: "libffi"
    # Ruby supports OpenSSL 3 from 3.1 on. Others contain OpenSSL 1.1, linked statically, because a
    # library in the prefix could be found only by the path of the build.
    part "openssl", "1.1.1w", until: "3.1.0",
      url: "https://www.openssl.org/source/openssl-{version}.tar.gz", checksums: "{url}.sha256"
    build "cd \"$parts/openssl\" && ./config no-shared no-tests --libdir=lib --openssldir=/etc/ssl",
      "make -C \"$parts/openssl\" -j\"$jobs\"",
      "make -C \"$parts/openssl\" install_dev DESTDIR=\"$parts/ssl\"",
      "./configure --prefix=$prefix --with-baseruby=no --disable-rpath --with-openssl-dir=$parts/ssl/usr/local",
      "make -j\"$jobs\"",
      "echo 'require \"openssl\"; require \"psych\"; require \"zlib\"' > test.rb; make runruby",
      "make install-nodoc DESTDIR=\"$destdir\"", until: "3.1.0"
    # With a Ruby of the machine, the build would depend on it, and try to download gems.
    build "./configure --prefix=\"$prefix\" --with-baseruby=no --enable-shared --disable-install-doc",
      "make -j\"$jobs\"",
      "echo 'require \"openssl\"; require \"psych\"; require \"zlib\"' > test.rb; make runruby",
      "make install DESTDIR=\"$destdir\"", from: "3.1.0"
  end
  version_command "ruby", "--version"
end

define "rustup-init" do
  summary "Installer of the Rust toolchain manager"
  home "https://rustup.rs"
  aliases "rustup"
  executables "rustup-init"
  url "https://static.rust-lang.org/rustup/archive/{version}/{target}/rustup-init"
  target linux_x64: "x86_64-unknown-linux-gnu", linux_arm64: "aarch64-unknown-linux-gnu",
    linux_x64_musl: "x86_64-unknown-linux-musl", linux_arm64_musl: "aarch64-unknown-linux-musl",
    macos_x64: "x86_64-apple-darwin", macos_arm64: "aarch64-apple-darwin"
  tags "https://github.com/rust-lang/rustup"
  checksums "{url}.sha256"
end

define "scala-cli" do
  summary "Compiles, runs, tests and packages Scala code"
  home "https://scala-cli.virtuslab.org"
  aliases "scalacli"
  executables "scala-cli"
  github "VirtusLab/scala-cli"
  asset "scala-cli-{target}.gz"
  target linux_x64: "x86_64-pc-linux", linux_arm64: "aarch64-pc-linux",
    macos_x64: "x86_64-apple-darwin", macos_arm64: "aarch64-apple-darwin"
end

define "temurin" do
  summary "Eclipse Temurin 21, a long-term build of the Java development kit"
  home "https://adoptium.net"
  aliases "java", "jdk", "openjdk", "temurin21", "java21", "jdk21"
  executables "java", "javac", "javadoc", "jar", "jshell", "jlink", "jdeps", "jcmd", "jps",
    "jstack", "jmap", "keytool"
  guests "java", "temurin-{version}.0.LTS", "temurin-{version}",
    "{version}-tem"
  github "adoptium/temurin21-binaries"
  tag "jdk-{version}"
  asset "OpenJDK21U-jdk_{arch}_{os}_hotspot_*.tar.gz"
  os macos: "mac", linux_x64_musl: "alpine-linux", linux_arm64_musl: "alpine-linux"
  arch arm64: "aarch64"
end

define "temurin11" do
  summary "Eclipse Temurin 11, a long-term build of the Java development kit"
  home "https://adoptium.net"
  aliases "java11", "jdk11"
  executables "java", "javac", "javadoc", "jar", "jshell", "jlink", "jdeps", "jcmd", "jps",
    "jstack", "jmap", "keytool"
  guests "java", "temurin-{version}.0.LTS", "temurin-{version}",
    "{version}-tem"
  github "adoptium/temurin11-binaries"
  tag "jdk-{version}"
  asset "OpenJDK11U-jdk_{arch}_{os}_hotspot_*.tar.gz"
  os macos: "mac", linux_x64_musl: "alpine-linux", linux_arm64_musl: "alpine-linux"
  arch arm64: "aarch64"
end

define "temurin17" do
  summary "Eclipse Temurin 17, a long-term build of the Java development kit"
  home "https://adoptium.net"
  aliases "java17", "jdk17"
  executables "java", "javac", "javadoc", "jar", "jshell", "jlink", "jdeps", "jcmd", "jps",
    "jstack", "jmap", "keytool"
  guests "java", "temurin-{version}.0.LTS", "temurin-{version}",
    "{version}-tem"
  github "adoptium/temurin17-binaries"
  tag "jdk-{version}"
  asset "OpenJDK17U-jdk_{arch}_{os}_hotspot_*.tar.gz"
  os macos: "mac", linux_x64_musl: "alpine-linux", linux_arm64_musl: "alpine-linux"
  arch arm64: "aarch64"
end

define "temurin25" do
  summary "Eclipse Temurin 25, a long-term build of the Java development kit"
  home "https://adoptium.net"
  aliases "java25", "jdk25"
  executables "java", "javac", "javadoc", "jar", "jshell", "jlink", "jdeps", "jcmd", "jps",
    "jstack", "jmap", "keytool"
  guests "java", "temurin-{version}.0.LTS", "temurin-{version}",
    "{version}-tem"
  github "adoptium/temurin25-binaries"
  tag "jdk-{version}"
  asset "OpenJDK25U-jdk_{arch}_{os}_hotspot_*.tar.gz"
  os macos: "mac", linux_x64_musl: "alpine-linux", linux_arm64_musl: "alpine-linux"
  arch arm64: "aarch64"
end

define "tinygo" do
  summary "Go compiler for microcontrollers and WebAssembly"
  home "https://tinygo.org"
  executables "tinygo"
  needs "go"
  github "tinygo-org/tinygo"
end

define "wasmtime" do
  summary "Runtime for WebAssembly outside the browser"
  home "https://wasmtime.dev"
  known_as cargo: "wasmtime-cli"
  executables "wasmtime"
  github "bytecodealliance/wasmtime"
  asset "wasmtime-v{version}-{arch}-{os}.tar.xz"
  arch x64: "x86_64", arm64: "aarch64"
end

define "zig" do
  summary "Language and toolchain that also compiles C and C++"
  home "https://ziglang.org"
  aliases "ziglang"
  known_as github: "ziglang/zig"
  executables "zig"
  url "https://ziglang.org/download/{version}/zig-{os}-{arch}-{version}.tar.xz", until: "0.14.1"
  url "https://ziglang.org/download/{version}/zig-{arch}-{os}-{version}.tar.xz", from: "0.14.1"
  arch x64: "x86_64", arm64: "aarch64"
  versions "https://ziglang.org/download/index.json", json: "{}"
  checksums "https://ziglang.org/download/index.json"
end
