#!/bin/sh
# What `make dev` runs after each change: assets first, because the binary embeds them, and
# the binary itself rather than `go run`, so that it hears the signal that stops it.
set -eu
node static/build.mjs >/dev/null
go build -o bin/acolhe-dev ./cmd/acolhe
exec bin/acolhe-dev
