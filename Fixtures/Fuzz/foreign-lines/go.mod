module example.org/app

go 1.22 // oldest
toolchain go1.22.3
require (
	example.org/x v1.0.0
)
