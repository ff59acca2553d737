# Clouds and infrastructure: provisioning, secrets, deployment, and vendors' command lines.

define "atmos" do
  summary "Orchestrates Terraform components and stacks"
  home "https://atmos.tools"
  executables "atmos"
  github "cloudposse/atmos"
end

define "aws-cli" do
  summary "Amazon Web Services on the command line"
  home "https://aws.amazon.com/cli/"
  aliases "aws", "awscli", "awscli2"
  executables aws: "aws/dist/aws", aws_completer: "aws/dist/aws_completer"
  platforms "linux-x64", "linux-arm64"
  url "https://awscli.amazonaws.com/awscli-exe-{os}-{arch}-{version}.zip", from: "2.0.0"
  arch x64: "x86_64", arm64: "aarch64"
  tags "https://github.com/aws/aws-cli"
end

define "aws-sam-cli" do
  summary "Builds, tests and deploys serverless applications on AWS"
  home "https://aws.amazon.com/serverless/sam/"
  aliases "sam", "aws-sam"
  executables sam: "dist/sam"
  platforms "linux-x64", "linux-arm64"
  github "aws/aws-sam-cli"
  asset "aws-sam-cli-{os}-{arch}.zip"
  arch x64: "x86_64"
end

define "azd" do
  summary "Builds and deploys applications on Azure"
  home "https://aka.ms/azd"
  aliases "azure-dev"
  executables "azd"
  github "Azure/azure-dev"
  tag "azure-dev-cli_{version}"
end

define "bicep" do
  summary "Compiles Bicep files for Azure deployments"
  home "https://github.com/Azure/bicep"
  executables "bicep"
  github "Azure/bicep"
  asset "bicep-{target}"
  target linux_x64: "linux-musl-x64", linux_arm64: "linux-arm64", macos_x64: "osx-x64",
    macos_arm64: "osx-arm64"
end

define "cf-terraforming" do
  summary "Generates Terraform code of existing Cloudflare resources"
  home "https://github.com/cloudflare/cf-terraforming"
  executables "cf-terraforming"
  github "cloudflare/cf-terraforming"
end

define "cloudflared" do
  summary "Connects private services to Cloudflare by a tunnel"
  home "https://github.com/cloudflare/cloudflared"
  executables "cloudflared"
  github "cloudflare/cloudflared"
  rosetta true
end

define "consul" do
  summary "Service networking and discovery"
  home "https://www.consul.io"
  executables "consul"
  url "https://releases.hashicorp.com/consul/{version}/consul_{version}_{os}_{arch}.zip"
  os macos: "darwin"
  arch x64: "amd64"
  tag "v{version}"
  tags "https://github.com/hashicorp/consul"
  checksums "https://releases.hashicorp.com/consul/{version}/consul_{version}_SHA256SUMS"
end

define "copilot" do
  summary "Runs containers on Amazon ECS and App Runner"
  home "https://aws.github.io/copilot-cli/"
  aliases "copilot-cli"
  executables "copilot"
  github "aws/copilot-cli"
end

define "doctl" do
  summary "DigitalOcean on the command line"
  home "https://docs.digitalocean.com/reference/doctl/"
  executables "doctl"
  github "digitalocean/doctl"
end

define "esc" do
  summary "Manages environments, secrets and configuration in Pulumi"
  home "https://www.pulumi.com/product/esc/"
  executables "esc"
  github "pulumi/esc"
end

define "fastly" do
  summary "Fastly on the command line"
  home "https://www.fastly.com/documentation/reference/cli/"
  executables "fastly"
  github "fastly/cli"
end

define "flyctl" do
  summary "Fly.io on the command line"
  home "https://fly.io/docs/flyctl/"
  aliases "fly"
  executables "flyctl"
  github "superfly/flyctl"
end

define "infracost" do
  summary "Estimates the cost of Terraform changes"
  home "https://www.infracost.io"
  known_as github: "aliscott/infracost"
  executables "infracost"
  github "infracost/infracost"
end

define "nomad" do
  summary "Schedules and runs workloads on clusters"
  home "https://www.nomadproject.io"
  executables "nomad"
  url "https://releases.hashicorp.com/nomad/{version}/nomad_{version}_{os}_{arch}.zip"
  os macos: "darwin"
  arch x64: "amd64"
  tag "v{version}"
  tags "https://github.com/hashicorp/nomad"
  checksums "https://releases.hashicorp.com/nomad/{version}/nomad_{version}_SHA256SUMS"
end

define "openbao" do
  summary "Open-source fork of Vault"
  home "https://openbao.org"
  aliases "bao"
  executables "bao"
  github "openbao/openbao"
  asset "openbao_{version}_{os}_{arch}.tar.gz"
  os macos: "darwin"
  arch x64: "amd64"
end

define "opentofu" do
  summary "Open-source fork of Terraform"
  home "https://opentofu.org"
  aliases "tofu"
  known_as github: "opentffoundation/opentf"
  executables "tofu"
  github "opentofu/opentofu"
end

define "packer" do
  summary "Builds machine images from one configuration"
  home "https://www.packer.io"
  executables "packer"
  url "https://releases.hashicorp.com/packer/{version}/packer_{version}_{os}_{arch}.zip"
  os macos: "darwin"
  arch x64: "amd64"
  tag "v{version}"
  tags "https://github.com/hashicorp/packer"
  checksums "https://releases.hashicorp.com/packer/{version}/packer_{version}_SHA256SUMS"
end

define "pscale" do
  summary "PlanetScale on the command line"
  home "https://planetscale.com/docs/concepts/planetscale-cli"
  aliases "planetscale"
  executables "pscale"
  github "planetscale/cli"
end

define "pulumi" do
  summary "Provisions infrastructure from general-purpose languages"
  home "https://www.pulumi.com"
  aliases "pulumi-bin"
  executables "pulumi"
  github "pulumi/pulumi"
end

define "saml2aws" do
  summary "Gets temporary AWS credentials from a SAML identity provider"
  home "https://github.com/Versent/saml2aws"
  executables "saml2aws"
  github "Versent/saml2aws"
end

define "sentry-cli" do
  summary "Sentry on the command line"
  home "https://docs.sentry.io/cli/"
  known_as npm: "@sentry/cli"
  executables "sentry-cli"
  github "getsentry/sentry-cli"
end

define "steampipe" do
  summary "Queries cloud services with SQL"
  home "https://steampipe.io"
  executables "steampipe"
  github "turbot/steampipe"
end

define "stripe" do
  summary "Stripe on the command line"
  home "https://docs.stripe.com/stripe-cli"
  aliases "stripe-cli"
  executables "stripe"
  github "stripe/stripe-cli"
  asset "stripe_{version}_{os}_{arch}.tar.gz"
  os macos: "mac-os"
  arch x64: "x86_64"
end

define "supabase" do
  summary "Supabase on the command line"
  home "https://supabase.com/docs/guides/cli"
  aliases "supabase-cli"
  known_as npm: "supabase"
  executables "supabase"
  github "supabase/cli"
end

define "temporal" do
  summary "Temporal on the command line, with a development server"
  home "https://docs.temporal.io/cli"
  aliases "temporal-cli"
  executables "temporal"
  github "temporalio/cli"
  tag "v{version}"
  asset "temporal_cli_{version}_{os}_{arch}.tar.gz"
  os macos: "darwin"
  arch x64: "amd64"
end

define "terraform" do
  summary "Provisions infrastructure from code"
  home "https://www.terraform.io"
  aliases "tf"
  executables "terraform"
  url "https://releases.hashicorp.com/terraform/{version}/terraform_{version}_{os}_{arch}.zip"
  os macos: "darwin"
  arch x64: "amd64"
  tag "v{version}"
  tags "https://github.com/hashicorp/terraform"
  checksums "https://releases.hashicorp.com/terraform/{version}/terraform_{version}_SHA256SUMS"
end

define "terraform-docs" do
  summary "Generates documentation of Terraform modules"
  home "https://terraform-docs.io"
  known_as github: "segmentio/terraform-docs"
  executables "terraform-docs"
  github "terraform-docs/terraform-docs"
end

define "terragrunt" do
  summary "Keeps Terraform and OpenTofu configurations short"
  home "https://terragrunt.gruntwork.io"
  executables "terragrunt"
  github "gruntwork-io/terragrunt"
end

define "tflint" do
  summary "Linter for Terraform"
  home "https://github.com/terraform-linters/tflint"
  known_as github: "wata727/tflint"
  executables "tflint"
  github "terraform-linters/tflint"
end

define "vault" do
  summary "Stores and leases secrets"
  home "https://www.vaultproject.io"
  executables "vault"
  url "https://releases.hashicorp.com/vault/{version}/vault_{version}_{os}_{arch}.zip"
  os macos: "darwin"
  arch x64: "amd64"
  tag "v{version}"
  tags "https://github.com/hashicorp/vault"
  checksums "https://releases.hashicorp.com/vault/{version}/vault_{version}_SHA256SUMS"
end
