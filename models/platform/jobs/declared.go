package jobs

import (
	"fmt"

	"gorm.io/gorm"

	"acolhe/models/platform/db"
)

// declaredName is the name of the plugin of GORM that holds the declared kinds.
const declaredName = "acolhe:jobs"

// declared holds the kinds of jobs that have a worker, beside the connection through which they are enqueued.
type declared map[string]bool

// Name implements gorm.Plugin.
func (declared) Name() string { return declaredName }

// Initialize implements gorm.Plugin.
func (declared) Initialize(*gorm.DB) error { return nil }

// Declare makes Enqueue on this connection refuse kinds of jobs that are not in the list: nothing would work them.
func Declare(tx *db.DB, list List) error {
	if _, known := tx.Plugins[declaredName]; known {
		return nil
	}
	kinds := declared{}
	for _, job := range list {
		kinds[job.Kind] = true
	}
	return tx.Use(kinds)
}

// checkDeclared returns an error for a kind without a worker. A connection without a list accepts all, as in the tests of
// one area.
func checkDeclared(tx *db.DB, kind string) error {
	if kinds, known := tx.Plugins[declaredName].(declared); known && !kinds[kind] {
		return fmt.Errorf("no worker is declared for jobs of kind %q", kind)
	}
	return nil
}
