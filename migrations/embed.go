// Package migrations holds the schema: plain SQL files in the order they are applied, which
// package db runs at start. A file that has been released is never edited; a later one
// changes what it made.
package migrations

import "embed"

// FS is every migration.
//
//go:embed *.sql
var FS embed.FS
