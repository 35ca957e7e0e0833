// Package migrations holds the schema: plain SQL files, which package db applies in their order at
// start. The statements of a released file are never edited; a later file changes the schema.
package migrations

import "embed"

// FS holds all migrations.
//
//go:embed *.sql
var FS embed.FS
