// Package archive embeds the PostgreSQL that static/pack-postgres.mjs packs: beside this file lie
// postgres-<goos>-<goarch>.tar.gz and its SHA-256, or nothing in a checkout that was built without npm. Programs
// under cmd import it and nothing else does: every test binary that links it is 22 MB larger and links longer.
package archive

import "embed"

// FS holds the archive and its SHA-256, if there are any.
//
//go:embed *
var FS embed.FS
