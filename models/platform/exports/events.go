package exports

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
)

// Download is the download of rows of a list. Summary describes the filters without personal data.
type Download struct {
	List    string
	Rows    int
	Summary []string
	By      auth.Caller
}

// Record records a download as a security event.
func Record(ctx context.Context, tx *db.DB, download Download) error {
	event := security.Event{
		Kind: security.ListExported, Subject: download.List, Details: map[string]any{"rows": download.Rows, "asked": download.Summary},
	}
	return security.Record(ctx, tx, download.By, event)
}

// RecordRequest records the request of an export, which is downloaded later, as a security event.
func RecordRequest(ctx context.Context, tx *db.DB, by auth.Caller, request Request) error {
	event := security.Event{Kind: security.ExportRequested, Subject: request.List, Details: map[string]any{"asked": request.Summary}}
	return security.Record(ctx, tx, by, event)
}
