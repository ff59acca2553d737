# Tools for Go: testing, debugging, generating, and checking code.

define "air" do
  summary "Rebuilds and restarts Go programs when files change"
  home "https://github.com/air-verse/air"
  known_as github: "cosmtrek/air"
  executables "air"
  github "air-verse/air"
end

define "delve" do
  summary "Debugger for Go"
  home "https://github.com/go-delve/delve"
  aliases "dlv"
  executables "dlv"
  github "go-delve/delve"
end

define "gofumpt" do
  summary "Formats Go code more strictly than gofmt"
  home "https://github.com/mvdan/gofumpt"
  known_as go: "mvdan.cc/gofumpt"
  executables "gofumpt"
  github "mvdan/gofumpt"
end

define "golangci-lint" do
  summary "Runs many Go linters at once"
  home "https://golangci-lint.run"
  executables "golangci-lint"
  github "golangci/golangci-lint"
end

define "gotestsum" do
  summary "Runs Go tests with readable output and JUnit reports"
  home "https://github.com/gotestyourself/gotestsum"
  known_as go: "gotest.tools/gotestsum"
  executables "gotestsum"
  github "gotestyourself/gotestsum"
end

define "mockery" do
  summary "Generates mocks of Go interfaces"
  home "https://vektra.github.io/mockery/"
  executables "mockery"
  github "vektra/mockery"
end

define "revive" do
  summary "Linter for Go with configurable rules"
  home "https://revive.run"
  executables "revive"
  github "mgechev/revive"
end

define "svu" do
  summary "Computes the next semantic version from Git history"
  home "https://github.com/caarlos0/svu"
  executables "svu"
  github "caarlos0/svu"
end

define "swag" do
  summary "Generates OpenAPI documents from Go comments"
  home "https://github.com/swaggo/swag"
  executables "swag"
  github "swaggo/swag"
end
