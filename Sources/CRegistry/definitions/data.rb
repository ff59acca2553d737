# Data: databases and their migrations, and tools for JSON, YAML, CSV, and binary formats.

define "dasel" do
  summary "Queries and edits JSON, YAML, TOML, XML and CSV"
  home "https://daseldocs.tomwright.me"
  executables "dasel"
  github "TomWright/dasel"
  rosetta true
end

define "dbmate" do
  summary "Database migrations for any framework"
  home "https://github.com/amacneil/dbmate"
  executables "dbmate"
  github "amacneil/dbmate"
end

define "dolt" do
  summary "SQL database with branches and merges"
  home "https://www.dolthub.com"
  executables "dolt"
  github "dolthub/dolt"
end

define "duckdb" do
  summary "Analytical database in one program"
  home "https://duckdb.org"
  known_as github: "cwida/duckdb"
  executables "duckdb"
  github "duckdb/duckdb"
  asset "duckdb_cli-{target}.zip"
  target linux_x64: "linux-amd64", linux_arm64: "linux-arm64", macos: "osx-universal"
end

define "fq" do
  summary "Queries binary formats with jq's language"
  home "https://github.com/wader/fq"
  executables "fq"
  github "wader/fq"
end

define "fx" do
  summary "Views and processes JSON in the terminal"
  home "https://fx.wtf"
  executables "fx"
  github "antonmedv/fx"
end

define "gojq" do
  summary "Implementation of jq in Go, with YAML"
  home "https://github.com/itchyny/gojq"
  executables "gojq"
  github "itchyny/gojq"
end

define "goose" do
  summary "Database migrations in SQL or Go"
  home "https://pressly.github.io/goose/"
  executables "goose"
  github "pressly/goose"
end

define "jaq" do
  summary "Implementation of jq in Rust"
  home "https://github.com/01mf02/jaq"
  known_as cargo: "jaq"
  executables "jaq"
  github "01mf02/jaq"
end

define "jc" do
  summary "Turns the output of common commands into JSON"
  home "https://kellyjonbrazil.github.io/jc/"
  executables "jc"
  platforms "linux-x64", "linux-arm64", "macos-arm64"
  github "kellyjonbrazil/jc"
end

define "jq" do
  summary "Queries and transforms JSON"
  home "https://jqlang.org"
  known_as github: "stedolan/jq"
  executables "jq"
  github "jqlang/jq"
  tag "jq-{version}"
  otherwise do
    github "jqlang/jq"
    tag "jq-{version}"
    asset "jq-{version}.tar.gz"
    needs_host "cc", apt: "gcc", dnf: "gcc", apk: "build-base"
    needs_host "make", apt: "make", dnf: "make", apk: "make"
    build "./configure --prefix=\"$prefix\" --disable-docs --with-oniguruma=builtin",
      "make -j\"$jobs\"",
      "make install DESTDIR=\"$destdir\""
  end
end

define "jqp" do
  summary "Terminal playground for jq"
  home "https://github.com/noahgorstein/jqp"
  executables "jqp"
  github "noahgorstein/jqp"
end

define "litestream" do
  summary "Replicates SQLite databases as they change"
  home "https://litestream.io"
  executables "litestream"
  github "benbjohnson/litestream"
end

define "migrate" do
  summary "Database migrations for Go and the command line"
  home "https://github.com/golang-migrate/migrate"
  aliases "golang-migrate"
  known_as github: "mattes/migrate"
  executables "migrate"
  github "golang-migrate/migrate"
end

define "miller" do
  summary "Processes CSV, TSV and JSON by the names of fields"
  home "https://miller.readthedocs.io"
  aliases "mlr"
  executables "mlr"
  github "johnkerl/miller"
end

define "psqldef" do
  summary "Applies a declared schema to a PostgreSQL database"
  home "https://github.com/sqldef/sqldef"
  aliases "sqldef"
  known_as github: "k0kubun/sqldef"
  executables "psqldef"
  github "sqldef/sqldef"
  asset "psqldef_{target}"
  target linux_x64: "linux_amd64.tar.gz", linux_arm64: "linux_arm64.tar.gz",
    macos_x64: "darwin_amd64.zip", macos_arm64: "darwin_arm64.zip"
end

define "sqlc" do
  summary "Generates typed code from SQL queries"
  home "https://sqlc.dev"
  known_as github: "kyleconroy/sqlc"
  executables "sqlc"
  url "https://downloads.sqlc.dev/sqlc_{version}_{os}_{arch}.tar.gz"
  os macos: "darwin"
  arch x64: "amd64"
  tag "v{version}"
  tags "https://github.com/sqlc-dev/sqlc"
end

define "turso" do
  summary "Manages databases on Turso"
  home "https://turso.tech"
  executables "turso"
  github "tursodatabase/turso-cli"
end

define "yj" do
  summary "Converts between YAML, TOML, JSON and HCL"
  home "https://github.com/sclevine/yj"
  executables "yj"
  github "sclevine/yj"
end

define "yq" do
  summary "Queries and edits YAML, JSON, XML and properties"
  home "https://mikefarah.gitbook.io/yq/"
  aliases "yq-go"
  executables "yq"
  github "mikefarah/yq"
  checksums "checksums-bsd"
end
