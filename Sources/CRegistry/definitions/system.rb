# System programs for `require_system`, each with the command that prints its version.

define "bash" do
  version_command "bash", "--version"
end

define "clang" do
  version_command "clang", "--version"
end

define "curl" do
  version_command "curl", "--version"
end

define "docker" do
  version_command "docker", "--version"
end

define "gcc" do
  version_command "gcc", "--version"
end

define "git" do
  version_command "git", "--version"
end

define "java" do
  version_command "java", "-version"
end

define "make" do
  version_command "make", "--version"
end

define "openssl" do
  version_command "openssl", "version"
end

define "perl" do
  version_command "perl", "--version"
end

define "python3" do
  version_command "python3", "--version"
end

define "tar" do
  version_command "tar", "--version"
end

define "unzip" do
  version_command "unzip", "-v"
end

define "xcode" do
  version_command "xcodebuild", "-version"
end

define "zsh" do
  version_command "zsh", "--version"
end
