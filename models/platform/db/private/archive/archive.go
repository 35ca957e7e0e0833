// Package archive embeds the PostgreSQL programs that static/pack-postgres.mjs packs next to this
// file: postgres-<goos>-<goarch>.tar.br and its SHA-256, or nothing in a checkout that was built
// without npm. Only programs under cmd import it, because it makes a binary 18 MB larger.
package archive

import "embed"

// FS holds the archive and its SHA-256, if there are any.
//
//go:embed *
var FS embed.FS
