package templates

import (
	"context"
	"encoding/json"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// DraftInput is the body of PUT /doc-sign/templates/:kind/draft.
type DraftInput struct {
	Kind        Kind            `json:"-" form:"-"`
	ContentJSON json.RawMessage `json:"content_json" form:"content_json"`
	// Version is the draft_version of the opened draft; empty overwrites whatever was saved meanwhile.
	Version string `json:"draft_version,omitempty" form:"draft_version"`
}

// Required names the members that must be sent.
func (DraftInput) Required() []string { return []string{"content_json"} }

// maxTitle is the length of the stored title.
const maxTitle = 200

// SaveDraft replaces the draft of a kind. Unknown variables are allowed in a draft. It returns the errors of
// ParseContent, 404 NOT_FOUND for an unknown kind, and 409 CONFLICT if the draft changed after it was opened.
func SaveDraft(ctx context.Context, tx *db.DB, by auth.Caller, input DraftInput) (Detail, error) {
	content, err := ParseContent(input.ContentJSON)
	if err != nil {
		return Detail{}, err
	}
	row, err := find(ctx, tx, input.Kind)
	if err != nil {
		return Detail{}, err
	}
	_, err = db.Change(ctx, tx, row.ID, input.Version, func(_ *db.DB, _ template, row *template) error {
		row.DraftContent, row.Title = &content, texts.Truncate(content.Title(), maxTitle)
		row.UpdatedBy, row.DateUpdated = by.OperatorCode(), by.Now
		return nil
	})
	if err != nil {
		return Detail{}, err
	}
	return Find(ctx, tx, by, input.Kind)
}
