# Container images and registries.

define "container-structure-test" do
  summary "Tests the structure of container images"
  home "https://github.com/GoogleContainerTools/container-structure-test"
  executables "container-structure-test"
  github "GoogleContainerTools/container-structure-test"
end

define "crane" do
  summary "Works with remote container images and registries"
  home "https://github.com/google/go-containerregistry"
  executables "crane", "gcrane"
  github "google/go-containerregistry"
end

define "dive" do
  summary "Explores the layers of a container image"
  home "https://github.com/wagoodman/dive"
  executables "dive"
  github "wagoodman/dive"
end

define "docker-compose" do
  summary "Runs applications of several containers"
  home "https://docs.docker.com/compose/"
  aliases "compose"
  executables "docker-compose"
  github "docker/compose"
end

define "imgpkg" do
  summary "Packages files as images and moves them between registries"
  home "https://carvel.dev/imgpkg/"
  known_as github: ["k14s/imgpkg", "vmware-tanzu/carvel-imgpkg"],
    go: "carvel.dev/imgpkg/cmd/imgpkg"
  executables "imgpkg"
  github "carvel-dev/imgpkg"
end

define "lazydocker" do
  summary "Terminal interface for Docker"
  home "https://github.com/jesseduffield/lazydocker"
  executables "lazydocker"
  github "jesseduffield/lazydocker"
end

define "oras" do
  summary "Stores any files in container registries"
  home "https://oras.land"
  known_as github: "deislabs/oras", go: "oras.land/oras/cmd/oras"
  executables "oras"
  github "oras-project/oras"
end

define "pack" do
  summary "Builds images with Cloud Native Buildpacks"
  home "https://buildpacks.io"
  aliases "buildpacks"
  known_as github: "buildpack/pack"
  executables "pack"
  github "buildpacks/pack"
  asset "pack-v{version}-{target}.tgz"
  target linux_x64: "linux", linux_arm64: "linux-arm64", macos_x64: "macos",
    macos_arm64: "macos-arm64"
end

define "regctl" do
  summary "Works with container registries"
  home "https://regclient.org"
  aliases "regclient"
  executables "regctl"
  github "regclient/regclient"
  asset "regctl-{os}-{arch}"
  os macos: "darwin"
  arch x64: "amd64"
end
