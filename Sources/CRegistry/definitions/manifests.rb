# Charts, manifests, and policies for Kubernetes.

define "chart-releaser" do
  summary "Publishes Helm charts with GitHub Pages and releases"
  home "https://github.com/helm/chart-releaser"
  aliases "cr"
  executables "cr"
  github "helm/chart-releaser"
end

define "chart-testing" do
  summary "Lints and tests Helm charts"
  home "https://github.com/helm/chart-testing"
  aliases "ct"
  executables "ct"
  github "helm/chart-testing"
end

define "helm" do
  summary "Package manager for Kubernetes"
  home "https://helm.sh"
  aliases "kubernetes-helm"
  known_as github: "kubernetes/helm", go: "helm.sh/helm/cmd/helm"
  executables "helm"
  url "https://get.helm.sh/helm-v{version}-{os}-{arch}.tar.gz"
  os macos: "darwin"
  arch x64: "amd64"
  tag "v{version}"
  tags "https://github.com/helm/helm"
  checksums "{url}.sha256sum"
end

define "helm-docs" do
  summary "Generates documentation of Helm charts"
  home "https://github.com/norwoodj/helm-docs"
  executables "helm-docs"
  github "norwoodj/helm-docs"
end

define "helmfile" do
  summary "Deploys sets of Helm charts"
  home "https://helmfile.readthedocs.io"
  known_as github: "roboll/helmfile"
  executables "helmfile"
  github "helmfile/helmfile"
end

define "jb" do
  summary "Package manager for Jsonnet"
  home "https://github.com/jsonnet-bundler/jsonnet-bundler"
  aliases "jsonnet-bundler"
  executables "jb"
  github "jsonnet-bundler/jsonnet-bundler"
  rosetta true
end

define "kube-linter" do
  summary "Linter for Kubernetes manifests and Helm charts"
  home "https://docs.kubelinter.io"
  executables "kube-linter"
  github "stackrox/kube-linter"
  asset "kube-linter-{target}"
  target linux_x64: "linux", linux_arm64: "linux_arm64", macos_x64: "darwin",
    macos_arm64: "darwin_arm64"
end

define "kube-score" do
  summary "Rates Kubernetes manifests"
  home "https://kube-score.com"
  executables "kube-score"
  github "zegl/kube-score"
end

define "kubeconform" do
  summary "Validates Kubernetes manifests against schemas"
  home "https://github.com/yannh/kubeconform"
  executables "kubeconform"
  github "yannh/kubeconform"
end

define "kubeseal" do
  summary "Encrypts secrets for Sealed Secrets in a cluster"
  home "https://github.com/bitnami/sealed-secrets"
  aliases "sealed-secrets"
  known_as github: "bitnami-labs/sealed-secrets"
  executables "kubeseal"
  github "bitnami/sealed-secrets"
end

define "kustomize" do
  summary "Customizes Kubernetes manifests without templates"
  home "https://kustomize.io"
  known_as go: "sigs.k8s.io/kustomize/kustomize"
  executables "kustomize"
  github "kubernetes-sigs/kustomize"
  tag "kustomize/v{version}"
end

define "kyverno" do
  summary "Tests Kyverno policies"
  home "https://kyverno.io"
  aliases "kyverno-cli"
  executables "kyverno"
  github "kyverno/kyverno"
  asset "kyverno-cli_v{version}_{os}_{arch}.tar.gz"
  os macos: "darwin"
  arch x64: "x86_64"
end

define "pluto" do
  summary "Finds deprecated versions of Kubernetes interfaces"
  home "https://pluto.docs.fairwinds.com"
  executables "pluto"
  github "FairwindsOps/pluto"
end

define "polaris" do
  summary "Checks Kubernetes workloads against good practice"
  home "https://polaris.docs.fairwinds.com"
  known_as github: "reactiveops/polaris"
  executables "polaris"
  github "FairwindsOps/polaris"
end

define "popeye" do
  summary "Reports problems in a running cluster"
  home "https://popeyecli.io"
  executables "popeye"
  github "derailed/popeye"
end

define "tanka" do
  summary "Configures Kubernetes with Jsonnet"
  home "https://tanka.dev"
  aliases "tk"
  executables "tk"
  github "grafana/tanka"
end

define "ytt" do
  summary "Templates YAML by its structure"
  home "https://carvel.dev/ytt/"
  known_as github: ["k14s/ytt", "get-ytt/ytt", "vmware-tanzu/carvel-ytt"],
    go: "carvel.dev/ytt/cmd/ytt"
  executables "ytt"
  github "carvel-dev/ytt"
end
