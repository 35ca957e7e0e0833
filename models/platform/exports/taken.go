package exports

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
)

// Download is what somebody took out of the house: so many rows of a list, as Asked tells
// without a word that names a person.
type Download struct {
	List  string
	Rows  int
	Asked []string
	By    auth.Caller
}

// Record keeps the security event of rows that left.
func Record(ctx context.Context, tx *db.DB, taken Download) error {
	event := security.Event{
		Kind: security.ListExported, Subject: taken.List, Details: map[string]any{"rows": taken.Rows, "asked": taken.Asked},
	}
	return security.Record(ctx, tx, taken.By, event)
}

// RecordRequest keeps the security event of a list that is written to be taken later.
func RecordRequest(ctx context.Context, tx *db.DB, asked Request, by auth.Caller) error {
	event := security.Event{Kind: security.ExportAsked, Subject: asked.List, Details: map[string]any{"asked": asked.Words}}
	return security.Record(ctx, tx, by, event)
}
