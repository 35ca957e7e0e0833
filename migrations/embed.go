// Package migrations holds the schema. The numbered files are applied once, in their order; the statements of a released
// file are never edited, a later file changes the schema. The files in derived hold what follows from the tables (triggers,
// functions, views): each is applied again, after the numbered ones, when its content has changed.
package migrations

import "embed"

// FS holds the numbered files, and the derived ones in the folder derived.
//
//go:embed *.sql derived/*.sql
var FS embed.FS
