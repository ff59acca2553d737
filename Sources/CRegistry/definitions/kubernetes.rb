# Kubernetes: clusters, operators, and kubectl with its plugins.

define "argocd" do
  summary "Argo CD on the command line"
  home "https://argo-cd.readthedocs.io"
  aliases "argo-cd"
  executables "argocd"
  github "argoproj/argo-cd"
end

define "cilium" do
  summary "Installs and inspects Cilium in a cluster"
  home "https://cilium.io"
  aliases "cilium-cli"
  executables "cilium"
  github "cilium/cilium-cli"
end

define "cmctl" do
  summary "Manages cert-manager in a cluster"
  home "https://cert-manager.io/docs/reference/cmctl/"
  executables "cmctl"
  github "cert-manager/cmctl"
end

define "devspace" do
  summary "Develops and deploys software in Kubernetes"
  home "https://www.devspace.sh"
  known_as github: "loft-sh/devspace"
  executables "devspace"
  github "devspace-sh/devspace"
end

define "eksctl" do
  summary "Manages clusters on Amazon EKS"
  home "https://eksctl.io"
  known_as github: "weaveworks/eksctl"
  executables "eksctl"
  github "eksctl-io/eksctl"
end

define "flux" do
  summary "Keeps clusters in step with Git"
  home "https://fluxcd.io"
  aliases "flux2", "fluxcd"
  executables "flux"
  github "fluxcd/flux2"
end

define "istioctl" do
  summary "Istio on the command line"
  home "https://istio.io"
  aliases "istio"
  known_as go: "istio.io/istio/istioctl/cmd/istioctl"
  executables "istioctl"
  github "istio/istio"
  asset "istioctl-{version}-{target}.tar.gz"
  target linux_x64: "linux-amd64", linux_arm64: "linux-arm64", macos_x64: "osx",
    macos_arm64: "osx-arm64"
end

define "k3d" do
  summary "Runs k3s clusters in Docker"
  home "https://k3d.io"
  known_as github: "rancher/k3d"
  executables "k3d"
  github "k3d-io/k3d"
end

define "k9s" do
  summary "Terminal interface for Kubernetes clusters"
  home "https://k9scli.io"
  executables "k9s"
  github "derailed/k9s"
end

define "kind" do
  summary "Runs Kubernetes clusters in Docker"
  home "https://kind.sigs.k8s.io"
  known_as go: "sigs.k8s.io/kind"
  executables "kind"
  github "kubernetes-sigs/kind"
end

define "krew" do
  summary "Plugin manager for kubectl"
  home "https://krew.sigs.k8s.io"
  known_as go: "sigs.k8s.io/krew/cmd/krew"
  executables "krew"
  github "kubernetes-sigs/krew"
end

define "kubebuilder" do
  summary "Scaffolds Kubernetes operators in Go"
  home "https://book.kubebuilder.io"
  known_as go: "sigs.k8s.io/kubebuilder"
  executables "kubebuilder"
  github "kubernetes-sigs/kubebuilder"
end

define "kubecolor" do
  summary "Colors kubectl's output"
  home "https://kubecolor.github.io"
  known_as github: ["hidetatz/kubecolor", "dty1er/kubecolor"]
  executables "kubecolor"
  github "kubecolor/kubecolor"
end

define "kubectl" do
  summary "Kubernetes on the command line"
  home "https://kubernetes.io/docs/reference/kubectl/"
  aliases "kubernetes-cli"
  known_as github: "kubernetes/kubectl", go: "k8s.io/kubernetes/cmd/kubectl"
  executables "kubectl"
  url "https://dl.k8s.io/v{version}/bin/{os}/{arch}/kubectl"
  os macos: "darwin"
  arch x64: "amd64"
  tag "v{version}"
  tags "https://github.com/kubernetes/kubernetes"
  checksums "{url}.sha256"
end

define "kubectl-argo-rollouts" do
  summary "Plugin of kubectl for Argo Rollouts"
  home "https://argoproj.github.io/rollouts/"
  aliases "argo-rollouts"
  executables "kubectl-argo-rollouts"
  github "argoproj/argo-rollouts"
  asset "kubectl-argo-rollouts-{os}-{arch}"
  os macos: "darwin"
  arch x64: "amd64"
end

define "kubectx" do
  summary "Switches between Kubernetes contexts"
  home "https://kubectx.dev"
  executables "kubectx"
  github "ahmetb/kubectx"
  asset "kubectx_v{version}_{os}_{arch}.tar.gz"
  os macos: "darwin"
  arch x64: "x86_64"
end

define "kubens" do
  summary "Switches between Kubernetes namespaces"
  home "https://kubectx.dev"
  executables "kubens"
  github "ahmetb/kubectx"
  asset "kubens_v{version}_{os}_{arch}.tar.gz"
  os macos: "darwin"
  arch x64: "x86_64"
end

define "linkerd" do
  summary "Installs and inspects Linkerd in a cluster"
  home "https://linkerd.io"
  aliases "linkerd2"
  executables "linkerd"
  github "linkerd/linkerd2"
  tag "stable-{version}", until: "3.0.0"
  tag "edge-{version}", from: "3.0.0"
  asset "linkerd2-cli-{tag}-{target}"
  target linux_x64: "linux-amd64", linux_arm64: "linux-arm64", macos_x64: "darwin",
    macos_arm64: "darwin-arm64"
end

define "minikube" do
  summary "Runs Kubernetes on the local machine"
  home "https://minikube.sigs.k8s.io"
  known_as go: "k8s.io/minikube/cmd/minikube"
  executables "minikube"
  github "kubernetes/minikube"
  asset "minikube-{os}-{arch}"
  os macos: "darwin"
  arch x64: "amd64"
end

define "operator-sdk" do
  summary "Scaffolds and tests Kubernetes operators"
  home "https://sdk.operatorframework.io"
  executables "operator-sdk"
  github "operator-framework/operator-sdk"
  asset "operator-sdk_{os}_{arch}"
  os macos: "darwin"
  arch x64: "amd64"
end

define "skaffold" do
  summary "Builds and deploys to Kubernetes as code changes"
  home "https://skaffold.dev"
  executables "skaffold"
  url "https://storage.googleapis.com/skaffold/releases/v{version}/skaffold-{os}-{arch}"
  os macos: "darwin"
  arch x64: "amd64"
  tag "v{version}"
  tags "https://github.com/GoogleContainerTools/skaffold"
end

define "stern" do
  summary "Follows the logs of several pods"
  home "https://github.com/stern/stern"
  executables "stern"
  github "stern/stern"
end

define "talhelper" do
  summary "Generates configuration of Talos clusters"
  home "https://budimanjojo.github.io/talhelper/"
  executables "talhelper"
  github "budimanjojo/talhelper"
end

define "talosctl" do
  summary "Talos Linux on the command line"
  home "https://www.talos.dev"
  aliases "talos"
  known_as github: "talos-systems/talos"
  executables "talosctl"
  github "siderolabs/talos"
  asset "talosctl-{os}-{arch}"
  os macos: "darwin"
  arch x64: "amd64"
end

define "tilt" do
  summary "Develops services in Kubernetes with live updates"
  home "https://tilt.dev"
  executables "tilt"
  github "tilt-dev/tilt"
end

define "tkn" do
  summary "Tekton on the command line"
  home "https://tekton.dev"
  aliases "tekton", "tektoncd-cli", "tekton-cli"
  executables "tkn"
  github "tektoncd/cli"
end

define "vcluster" do
  summary "Virtual clusters inside of Kubernetes namespaces"
  home "https://www.vcluster.com"
  executables "vcluster"
  github "loft-sh/vcluster"
end

define "velero" do
  summary "Backs up and restores clusters"
  home "https://velero.io"
  known_as github: ["heptio/velero", "heptio/ark"]
  executables "velero"
  github "vmware-tanzu/velero"
  rosetta true
end
