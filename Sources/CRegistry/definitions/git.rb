# Git and forges: command lines, hooks, changelogs, and continuous integration.

define "act" do
  summary "Runs GitHub Actions workflows on the local machine"
  home "https://nektosact.com"
  executables "act"
  github "nektos/act"
end

define "changie" do
  summary "Keeps a changelog from fragments of changes"
  home "https://changie.dev"
  executables "changie"
  github "miniscruff/changie"
end

define "cocogitto" do
  summary "Checks Conventional Commits and computes versions from them"
  home "https://docs.cocogitto.io"
  aliases "cog"
  known_as cargo: "cocogitto"
  executables "cog"
  github "cocogitto/cocogitto"
end

define "delta" do
  summary "Pager that highlights Git's diffs"
  home "https://dandavison.github.io/delta/"
  aliases "git-delta"
  known_as cargo: "git-delta"
  executables "delta"
  github "dandavison/delta"
end

define "difftastic" do
  summary "Compares source files by their syntax"
  home "https://difftastic.wilfred.me.uk"
  aliases "difft"
  known_as cargo: "difftastic"
  executables "difft"
  github "Wilfred/difftastic"
end

define "gh" do
  summary "GitHub on the command line"
  home "https://cli.github.com"
  aliases "github-cli"
  executables "gh"
  github "cli/cli"
end

define "git-cliff" do
  summary "Generates changelogs from Git history"
  home "https://git-cliff.org"
  known_as cargo: "git-cliff"
  executables "git-cliff"
  github "orhun/git-cliff"
end

define "git-lfs" do
  summary "Stores large files outside of a Git repository"
  home "https://git-lfs.com"
  executables "git-lfs"
  github "git-lfs/git-lfs"
end

define "git-town" do
  summary "Automates branch workflows in Git"
  home "https://www.git-town.com"
  known_as github: "Originate/git-town"
  executables "git-town"
  github "git-town/git-town"
  asset "git-town_*{os}_{arch}.tar.gz"
  arch x64: "intel_64", arm64: "arm_64"
end

define "glab" do
  summary "GitLab on the command line"
  home "https://gitlab.com/gitlab-org/cli"
  aliases "gitlab-cli"
  known_as github: "profclems/glab", go: "gitlab.com/gitlab-org/cli/cmd/glab"
  executables "glab"
  url "https://gitlab.com/gitlab-org/cli/-/releases/v{version}/downloads/glab_{version}_{target}",
    from: "1.47.0"
  target linux_x64: "linux_amd64.tar.gz", linux_arm64: "linux_arm64.tar.gz",
    macos_x64: "darwin_amd64.tar.gz", macos_arm64: "darwin_arm64.tar.gz"
  tag "v{version}"
  tags "https://gitlab.com/gitlab-org/cli"
  checksums "https://gitlab.com/gitlab-org/cli/-/releases/v{version}/downloads/checksums.txt"
end

define "hk" do
  summary "Runs Git hooks and linters in parallel"
  home "https://hk.jdx.dev"
  executables "hk"
  platforms "linux-x64", "linux-arm64", "macos-arm64"
  github "jdx/hk"
end

define "jj" do
  summary "Version control system that works with Git repositories"
  home "https://www.jj-vcs.dev"
  aliases "jujutsu"
  known_as cargo: "jj-cli", github: "martinvonz/jj"
  executables "jj"
  github "jj-vcs/jj"
end

define "lazygit" do
  summary "Terminal interface for Git"
  home "https://github.com/jesseduffield/lazygit"
  executables "lazygit"
  github "jesseduffield/lazygit"
end

define "lefthook" do
  summary "Runs a project's Git hooks"
  home "https://lefthook.dev"
  known_as github: "Arkweid/lefthook", npm: "lefthook", pypi: "lefthook"
  executables "lefthook"
  github "evilmartians/lefthook"
end

define "pinact" do
  summary "Pins GitHub Actions to commits"
  home "https://github.com/suzuki-shunsuke/pinact"
  executables "pinact"
  github "suzuki-shunsuke/pinact"
end

define "prek" do
  summary "Runs pre-commit hooks without Python"
  home "https://prek.j178.dev"
  known_as github: ["j178/prek", "j178/prefligit"]
  executables "prek"
  pypi "prek"
end

define "reviewdog" do
  summary "Posts a linter's findings as review comments"
  home "https://github.com/reviewdog/reviewdog"
  known_as github: "haya14busa/reviewdog"
  executables "reviewdog"
  github "reviewdog/reviewdog"
end
