# Everyday commands: files, text, networks, backups, and system monitors.

define "bat" do
  summary "Shows files with highlighted syntax"
  home "https://github.com/sharkdp/bat"
  known_as cargo: "bat"
  executables "bat"
  github "sharkdp/bat"
end

define "bottom" do
  summary "Process and system monitor"
  home "https://bottom.pages.dev"
  aliases "btm"
  known_as cargo: "bottom"
  executables "btm"
  github "ClementTsang/bottom"
end

define "btop" do
  summary "Resource monitor"
  home "https://github.com/aristocratos/btop"
  executables "btop"
  platforms "linux-x64", "linux-arm64"
  github "aristocratos/btop"
end

define "croc" do
  summary "Sends files between two computers"
  home "https://github.com/schollz/croc"
  executables "croc"
  github "schollz/croc"
end

define "dua" do
  summary "Shows and frees disk usage"
  home "https://github.com/Byron/dua-cli"
  aliases "dua-cli"
  known_as cargo: "dua-cli"
  executables "dua"
  github "Byron/dua-cli"
  rosetta true
end

define "duf" do
  summary "Shows disk usage and free space"
  home "https://github.com/muesli/duf"
  executables "duf"
  github "muesli/duf"
end

define "dust" do
  summary "Shows which folders use the disk"
  home "https://github.com/bootandy/dust"
  aliases "du-dust"
  known_as cargo: "du-dust"
  executables "dust"
  github "bootandy/dust"
  rosetta true
end

define "eza" do
  summary "Lists files, a modern ls"
  home "https://eza.rocks"
  known_as cargo: "eza"
  executables "eza"
  platforms "linux-x64", "linux-arm64"
  github "eza-community/eza"
end

define "fastfetch" do
  summary "Shows information about the system"
  home "https://github.com/fastfetch-cli/fastfetch"
  known_as github: "LinusDierheimer/fastfetch"
  executables "fastfetch"
  github "fastfetch-cli/fastfetch"
end

define "fd" do
  summary "Finds files by name"
  home "https://github.com/sharkdp/fd"
  aliases "fd-find"
  known_as cargo: "fd-find"
  executables "fd"
  github "sharkdp/fd"
  rosetta true
end

define "fzf" do
  summary "Fuzzy finder"
  home "https://junegunn.github.io/fzf/"
  executables "fzf"
  github "junegunn/fzf"
end

define "hexyl" do
  summary "Shows bytes in hexadecimal"
  home "https://github.com/sharkdp/hexyl"
  known_as cargo: "hexyl"
  executables "hexyl"
  github "sharkdp/hexyl"
end

define "hgrep" do
  summary "Searches files and shows the matches with highlighted syntax"
  home "https://github.com/rhysd/hgrep"
  known_as cargo: "hgrep"
  executables "hgrep"
  github "rhysd/hgrep"
end

define "hyperfine" do
  summary "Benchmarks commands"
  home "https://github.com/sharkdp/hyperfine"
  known_as cargo: "hyperfine"
  executables "hyperfine"
  github "sharkdp/hyperfine"
  rosetta true
end

define "kopia" do
  summary "Encrypted backups with deduplication"
  home "https://kopia.io"
  executables "kopia"
  github "kopia/kopia"
end

define "lsd" do
  summary "Lists files with colors and icons"
  home "https://github.com/lsd-rs/lsd"
  known_as cargo: "lsd", github: "Peltoche/lsd"
  executables "lsd"
  github "lsd-rs/lsd"
end

define "ouch" do
  summary "Compresses and decompresses archives of any format"
  home "https://github.com/ouch-org/ouch"
  known_as cargo: "ouch"
  executables "ouch"
  github "ouch-org/ouch"
  rosetta true
end

define "peco" do
  summary "Filters lines interactively"
  home "https://github.com/peco/peco"
  executables "peco"
  github "peco/peco"
end

define "process-compose" do
  summary "Runs several processes together, without containers"
  home "https://f1bonacc1.github.io/process-compose/"
  executables "process-compose"
  github "F1bonacc1/process-compose"
end

define "procs" do
  summary "Lists processes, a modern ps"
  home "https://github.com/dalance/procs"
  known_as cargo: "procs"
  executables "procs"
  platforms "linux-x64", "macos-x64", "macos-arm64"
  github "dalance/procs"
  rosetta true
end

define "rclone" do
  summary "Synchronizes files with cloud storage"
  home "https://rclone.org"
  known_as github: "ncw/rclone"
  executables "rclone"
  github "rclone/rclone"
end

define "restic" do
  summary "Encrypted backups"
  home "https://restic.net"
  executables "restic"
  github "restic/restic"
end

define "ripgrep" do
  summary "Searches directories for a regular expression"
  home "https://github.com/BurntSushi/ripgrep"
  aliases "rg"
  known_as cargo: "ripgrep"
  executables "rg"
  github "BurntSushi/ripgrep"
end

define "scc" do
  summary "Counts lines of code and estimates effort"
  home "https://github.com/boyter/scc"
  executables "scc"
  github "boyter/scc"
end

define "sd" do
  summary "Finds and replaces text"
  home "https://github.com/chmln/sd"
  known_as cargo: "sd"
  executables "sd"
  github "chmln/sd"
end

define "syncthing" do
  summary "Synchronizes files between computers"
  home "https://syncthing.net"
  executables "syncthing"
  github "syncthing/syncthing"
end

define "tealdeer" do
  summary "Shows tldr pages"
  home "https://tealdeer-rs.github.io/tealdeer/"
  aliases "tldr"
  known_as cargo: "tealdeer", github: "dbrgn/tealdeer"
  executables "tldr"
  github "tealdeer-rs/tealdeer"
end

define "topgrade" do
  summary "Updates everything on a system"
  home "https://github.com/topgrade-rs/topgrade"
  known_as cargo: "topgrade", github: "r-darwish/topgrade"
  executables "topgrade"
  github "topgrade-rs/topgrade"
end

define "watchexec" do
  summary "Runs a command when files change"
  home "https://watchexec.github.io"
  known_as cargo: "watchexec-cli", github: "mattgreen/watchexec"
  executables "watchexec"
  github "watchexec/watchexec"
end

define "zoxide" do
  summary "Jumps to the directories that are used most"
  home "https://github.com/ajeetdsouza/zoxide"
  known_as cargo: "zoxide"
  executables "zoxide"
  github "ajeetdsouza/zoxide"
end
