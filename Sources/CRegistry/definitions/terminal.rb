# The terminal: shells, prompts, editors, file managers, and recordings.

define "agg" do
  summary "Makes animated GIFs of asciinema recordings"
  home "https://docs.asciinema.org/manual/agg/"
  executables "agg"
  github "asciinema/agg"
end

define "asciinema" do
  summary "Records terminal sessions"
  home "https://asciinema.org"
  executables "asciinema"
  github "asciinema/asciinema"
end

define "atuin" do
  summary "Keeps, searches and synchronizes shell history"
  home "https://atuin.sh"
  known_as cargo: "atuin", github: "ellie/atuin"
  executables "atuin"
  platforms "linux-x64", "linux-arm64", "macos-arm64"
  github "atuinsh/atuin"
end

define "direnv" do
  summary "Loads environment variables by directory"
  home "https://direnv.net"
  known_as github: "zimbatm/direnv"
  executables "direnv"
  github "direnv/direnv"
end

define "glow" do
  summary "Shows Markdown in the terminal"
  home "https://github.com/charmbracelet/glow"
  executables "glow"
  github "charmbracelet/glow"
end

define "gping" do
  summary "Pings with a graph"
  home "https://github.com/orf/gping"
  known_as cargo: "gping"
  executables "gping"
  github "orf/gping"
  tag "gping-v{version}"
end

define "gum" do
  summary "Prompts, menus and styles for shell scripts"
  home "https://github.com/charmbracelet/gum"
  executables "gum"
  github "charmbracelet/gum"
end

define "helix" do
  summary "Modal text editor"
  home "https://helix-editor.com"
  aliases "hx"
  known_as cargo: "helix-term"
  executables "hx"
  github "helix-editor/helix"
end

define "mcfly" do
  summary "Searches shell history by context"
  home "https://github.com/cantino/mcfly"
  executables "mcfly"
  github "cantino/mcfly"
  rosetta true
end

define "micro" do
  summary "Text editor with familiar keys"
  home "https://micro-editor.github.io"
  known_as github: "zyedidia/micro"
  executables "micro"
  github "micro-editor/micro"
end

define "neovim" do
  summary "Text editor, a modern Vim"
  home "https://neovim.io"
  aliases "nvim"
  executables "nvim"
  github "neovim/neovim"
end

define "nushell" do
  summary "Shell that works with structured data"
  home "https://www.nushell.sh"
  aliases "nu"
  known_as cargo: "nu", github: "jonathandturner/nushell"
  executables "nu"
  github "nushell/nushell"
end

define "oh-my-posh" do
  summary "Prompt for any shell, with themes"
  home "https://ohmyposh.dev"
  executables "oh-my-posh"
  github "JanDeDobbeleer/oh-my-posh"
  asset "posh-{os}-{arch}"
  os macos: "darwin"
  arch x64: "amd64"
end

define "starship" do
  summary "Prompt for any shell"
  home "https://starship.rs"
  known_as cargo: "starship"
  executables "starship"
  github "starship/starship"
end

define "vhs" do
  summary "Records the terminal from a script"
  home "https://github.com/charmbracelet/vhs"
  executables "vhs"
  github "charmbracelet/vhs"
end

define "yazi" do
  summary "File manager for the terminal"
  home "https://yazi-rs.github.io"
  executables "yazi", "ya"
  github "sxyazi/yazi"
end

define "zellij" do
  summary "Terminal workspace with panes and tabs"
  home "https://zellij.dev"
  known_as cargo: "zellij"
  executables "zellij"
  github "zellij-org/zellij"
end
