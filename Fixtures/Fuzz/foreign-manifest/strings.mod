module "example.org/a"
go 1.24
tool (
	"github.com/mikefarah/yq/v4" // text
	`mvdan.cc/gofumpt`
)
require `mvdan.cc/gofumpt` "v0.7.0"
