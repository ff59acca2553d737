# Security: scanners, signing, policies, certificates, and secrets.

define "age" do
  summary "Encrypts files with small keys"
  home "https://age-encryption.org"
  known_as go: "filippo.io/age/cmd/age"
  executables "age", "age-keygen"
  github "FiloSottile/age"
end

define "conftest" do
  summary "Tests configuration files against Rego policies"
  home "https://www.conftest.dev"
  known_as github: "instrumenta/conftest"
  executables "conftest"
  github "open-policy-agent/conftest"
end

define "cosign" do
  summary "Signs and verifies containers and other artifacts"
  home "https://docs.sigstore.dev"
  executables "cosign"
  github "sigstore/cosign"
  asset "cosign-{os}-{arch}"
  os macos: "darwin"
  arch x64: "amd64"
end

define "gitleaks" do
  summary "Finds secrets in Git repositories"
  home "https://gitleaks.io"
  known_as github: "zricethezav/gitleaks"
  executables "gitleaks"
  github "gitleaks/gitleaks"
end

define "grype" do
  summary "Finds vulnerabilities in images and file systems"
  home "https://github.com/anchore/grype"
  executables "grype"
  github "anchore/grype"
end

define "mkcert" do
  summary "Makes locally trusted certificates for development"
  home "https://github.com/FiloSottile/mkcert"
  known_as go: "filippo.io/mkcert"
  executables "mkcert"
  github "FiloSottile/mkcert"
end

define "nuclei" do
  summary "Vulnerability scanner driven by templates"
  home "https://github.com/projectdiscovery/nuclei"
  executables "nuclei"
  github "projectdiscovery/nuclei"
end

define "opa" do
  summary "Policy engine that evaluates Rego"
  home "https://www.openpolicyagent.org"
  aliases "open-policy-agent"
  executables "opa"
  github "open-policy-agent/opa"
  asset "opa_{target}"
  target linux_x64: "linux_amd64_static", linux_arm64: "linux_arm64_static",
    macos_x64: "darwin_amd64", macos_arm64: "darwin_arm64_static"
end

define "osv-scanner" do
  summary "Finds known vulnerabilities of a project's dependencies"
  home "https://google.github.io/osv-scanner/"
  executables "osv-scanner"
  github "google/osv-scanner"
end

define "rage" do
  summary "Encrypts files in the age format, written in Rust"
  home "https://github.com/str4d/rage"
  known_as cargo: "rage"
  executables "rage", "rage-keygen"
  github "str4d/rage"
end

define "scorecard" do
  summary "Rates the security practices of open-source projects"
  home "https://scorecard.dev"
  executables "scorecard"
  github "ossf/scorecard"
end

define "slsa-verifier" do
  summary "Verifies the SLSA provenance of artifacts"
  home "https://github.com/slsa-framework/slsa-verifier"
  executables "slsa-verifier"
  github "slsa-framework/slsa-verifier"
end

define "sops" do
  summary "Edits encrypted files of secrets"
  home "https://getsops.io"
  known_as github: "mozilla/sops", go: "go.mozilla.org/sops/cmd/sops"
  executables "sops"
  github "getsops/sops"
end

define "step" do
  summary "Works with certificates, keys and tokens"
  home "https://smallstep.com/docs/step-cli/"
  aliases "step-cli"
  executables "step"
  github "smallstep/cli"
end

define "step-ca" do
  summary "Private certificate authority"
  home "https://smallstep.com/docs/step-ca/"
  executables "step-ca"
  github "smallstep/certificates"
end

define "syft" do
  summary "Lists the packages of images and file systems"
  home "https://github.com/anchore/syft"
  executables "syft"
  github "anchore/syft"
end

define "terrascan" do
  summary "Finds insecure settings in infrastructure code"
  home "https://runterrascan.io"
  known_as github: "accurics/terrascan"
  executables "terrascan"
  github "tenable/terrascan"
end

define "trivy" do
  summary "Finds vulnerabilities, misconfigurations and secrets"
  home "https://trivy.dev"
  executables "trivy"
  github "aquasecurity/trivy"
end

define "trufflehog" do
  summary "Finds and verifies leaked credentials"
  home "https://trufflesecurity.com/trufflehog"
  known_as github: "dxa4481/trufflehog"
  executables "trufflehog"
  github "trufflesecurity/trufflehog"
end
