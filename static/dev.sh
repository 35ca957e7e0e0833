#!/bin/sh
# Runs after each change of `make dev`: builds the assets, because the binary embeds them, then the binary instead of
# `go run`, so that it gets the stop signal.
set -eu
node static/build.mjs >/dev/null
go build -o bin/acolhe-dev ./cmd/acolhe
exec bin/acolhe-dev
