# Build tools: build systems, task runners, package builders, and code generators.

define "bazel" do
  summary "Builds and tests software in many languages, with a cache"
  home "https://bazel.build"
  executables "bazel"
  github "bazelbuild/bazel"
  asset "bazel-{version}-{os}-{arch}"
  os macos: "darwin"
  arch x64: "x86_64"
end

define "bazelisk" do
  summary "Runs the Bazel version that a workspace asks for"
  home "https://github.com/bazelbuild/bazelisk"
  known_as github: "philwo/bazelisk", npm: "@bazel/bazelisk"
  executables "bazelisk"
  github "bazelbuild/bazelisk"
end

define "buf" do
  summary "Lints, formats, builds and generates code from Protocol Buffers"
  home "https://buf.build"
  known_as npm: "@bufbuild/buf"
  executables "buf", "protoc-gen-buf-breaking", "protoc-gen-buf-lint"
  github "bufbuild/buf"
  asset "buf-{os}-{arch}.tar.gz"
  os linux: "Linux", macos: "Darwin"
  arch x64: "x86_64", linux_arm64: "aarch64"
  checksums "sha256.txt"
end

define "buildifier" do
  summary "Formats and lints Bazel's build files"
  home "https://github.com/bazel-contrib/buildtools"
  known_as github: "bazelbuild/buildtools"
  executables "buildifier"
  github "bazel-contrib/buildtools"
  asset "buildifier-{os}-{arch}"
  os macos: "darwin"
  arch x64: "amd64"
end

define "buildozer" do
  summary "Rewrites Bazel's build files by command"
  home "https://github.com/bazel-contrib/buildtools"
  known_as github: "bazelbuild/buildtools"
  executables "buildozer"
  github "bazel-contrib/buildtools"
  asset "buildozer-{os}-{arch}"
  os macos: "darwin"
  arch x64: "amd64"
end

define "cargo-binstall" do
  summary "Installs programs of Rust crates without compiling them"
  home "https://github.com/cargo-bins/cargo-binstall"
  aliases "binstall"
  known_as cargo: "cargo-binstall", github: "ryankurte/cargo-binstall"
  executables "cargo-binstall"
  github "cargo-bins/cargo-binstall"
  asset "cargo-binstall-{target}"
  target linux_x64: "x86_64-unknown-linux-musl.tgz",
    linux_arm64: "aarch64-unknown-linux-musl.tgz",
    macos_x64: "x86_64-apple-darwin.zip", macos_arm64: "aarch64-apple-darwin.zip"
end

define "cargo-deny" do
  summary "Checks licenses, bans and advisories of Rust dependencies"
  home "https://github.com/EmbarkStudios/cargo-deny"
  known_as cargo: "cargo-deny"
  executables "cargo-deny"
  github "EmbarkStudios/cargo-deny"
end

define "cargo-nextest" do
  summary "Fast test runner for Rust"
  home "https://nexte.st"
  aliases "nextest"
  known_as cargo: "cargo-nextest"
  executables "cargo-nextest"
  github "nextest-rs/nextest"
  tag "cargo-nextest-{version}"
  asset "cargo-nextest-{version}-{target}.tar.gz"
  target linux_x64: "x86_64-unknown-linux-musl", linux_arm64: "aarch64-unknown-linux-gnu",
    macos: "universal-apple-darwin"
end

define "cargo-zigbuild" do
  summary "Compiles Rust projects with Zig as the linker"
  home "https://github.com/rust-cross/cargo-zigbuild"
  known_as cargo: "cargo-zigbuild"
  executables "cargo-zigbuild"
  needs "zig"
  pypi "cargo-zigbuild"
end

define "cmake" do
  summary "Generates build files for C, C++ and other languages"
  home "https://cmake.org"
  known_as github: "Kitware/CMake"
  executables "cmake", "cpack", "ctest"
  pypi "cmake"
  version_command "cmake", "--version"
end

define "dagger" do
  summary "Runs build and delivery pipelines in containers"
  home "https://dagger.io"
  executables "dagger"
  github "dagger/dagger"
end

define "earthly" do
  summary "Runs repeatable builds in containers"
  home "https://github.com/earthly/earthly"
  executables "earthly"
  github "earthly/earthly"
end

define "goreleaser" do
  summary "Builds, packages and publishes releases"
  home "https://goreleaser.com"
  executables "goreleaser"
  github "goreleaser/goreleaser"
end

define "gradle" do
  summary "Build tool for Java, Kotlin, Android and more"
  home "https://gradle.org"
  known_as github: ["gradle/gradle", "gradle/gradle-distributions"]
  executables "gradle"
  needs "temurin"
  url "https://services.gradle.org/distributions/gradle-{version}-bin.zip"
  versions "https://services.gradle.org/versions/all", json: "[].version"
  checksums "{url}.sha256"
end

define "just" do
  summary "Runs a project's commands from a justfile"
  home "https://just.systems"
  known_as cargo: "just", pypi: "rust-just"
  executables "just"
  github "casey/just"
end

define "ko" do
  summary "Builds container images of Go programs"
  home "https://ko.build"
  known_as github: "google/ko"
  executables "ko"
  github "ko-build/ko"
end

define "maturin" do
  summary "Builds Python packages of Rust crates"
  home "https://www.maturin.rs"
  known_as cargo: "maturin", github: "PyO3/maturin"
  executables "maturin"
  pypi "maturin"
end

define "maven" do
  summary "Builds Java projects and manages their dependencies"
  home "https://maven.apache.org"
  aliases "mvn"
  executables "mvn"
  needs "temurin"
  url "https://archive.apache.org/dist/maven/maven-{major}/{version}/binaries/{target}"
  target linux: "apache-maven-{version}-bin.tar.gz", macos: "apache-maven-{version}-bin.tar.gz"
  tag "maven-{version}"
  tags "https://github.com/apache/maven"
end

define "mold" do
  summary "Fast linker for Linux"
  home "https://github.com/rui314/mold"
  executables "mold"
  platforms "linux-x64", "linux-arm64"
  github "rui314/mold"
end

define "nfpm" do
  summary "Packages programs as deb, rpm, apk and more"
  home "https://nfpm.goreleaser.com"
  executables "nfpm"
  github "goreleaser/nfpm"
end

define "ninja" do
  summary "Small build system made for speed"
  home "https://ninja-build.org"
  aliases "ninja-build"
  known_as github: "ninja-build/ninja"
  executables "ninja"
  pypi "ninja"
end

define "protoc" do
  summary "Compiler of Protocol Buffers"
  home "https://protobuf.dev"
  aliases "protobuf"
  known_as github: "google/protobuf"
  executables "protoc"
  github "protocolbuffers/protobuf"
  asset "protoc-{version}-{os}-{arch}.zip"
  os macos: "osx"
  arch x64: "x86_64", arm64: "aarch_64"
end

define "protoc-gen-go" do
  summary "Generates Go code from Protocol Buffers"
  home "https://protobuf.dev/reference/go/"
  known_as go: "google.golang.org/protobuf/cmd/protoc-gen-go"
  executables "protoc-gen-go"
  github "protocolbuffers/protobuf-go"
end

define "protoc-gen-go-grpc" do
  summary "Generates Go code of gRPC services"
  home "https://grpc.io/docs/languages/go/"
  known_as go: "google.golang.org/grpc/cmd/protoc-gen-go-grpc"
  executables "protoc-gen-go-grpc"
  github "grpc/grpc-go"
  tag "cmd/protoc-gen-go-grpc/v{version}"
end

define "release-plz" do
  summary "Releases Rust crates from continuous integration"
  home "https://release-plz.dev"
  known_as cargo: "release-plz"
  executables "release-plz"
  platforms "linux-x64", "linux-arm64", "macos-arm64"
  github "release-plz/release-plz"
  tag "release-plz-v{version}"
end

define "sccache" do
  summary "Compiler cache with local and remote storage"
  home "https://github.com/mozilla/sccache"
  known_as cargo: "sccache"
  executables "sccache"
  github "mozilla/sccache"
  asset "sccache-v{version}-{target}.tar.gz"
  target linux_x64: "x86_64-unknown-linux-musl", linux_arm64: "aarch64-unknown-linux-musl",
    macos_x64: "x86_64-apple-darwin", macos_arm64: "aarch64-apple-darwin"
end

define "task" do
  summary "Runs tasks that a Taskfile describes"
  home "https://taskfile.dev"
  aliases "go-task", "taskfile"
  known_as npm: "@go-task/cli"
  executables "task"
  github "go-task/task"
end

define "uv" do
  summary "Python package and project manager"
  home "https://docs.astral.sh/uv/"
  known_as github: "astral-sh/uv"
  executables "uv", "uvx"
  pypi "uv"
end

define "wasm-pack" do
  summary "Builds Rust crates as WebAssembly packages"
  home "https://github.com/rustwasm/wasm-pack"
  known_as cargo: "wasm-pack",
    github: ["drager/wasm-pack", "wasm-bindgen/wasm-pack", "ashleygwilliams/wasm-pack"]
  executables "wasm-pack"
  github "rustwasm/wasm-pack"
  rosetta true
end
