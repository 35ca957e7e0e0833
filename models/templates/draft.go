package templates

import (
	"context"
	"encoding/json"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/unattached"
	"acolhe/models/templates/richtext"
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
// richtext.Parse, 404 NOT_FOUND for an unknown kind, and 409 CONFLICT if the draft changed after it was opened.
func SaveDraft(ctx context.Context, tx *db.DB, by auth.Caller, input DraftInput) (Detail, error) {
	content, err := richtext.Parse(input.ContentJSON)
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

// Reset removes the versions with their PDFs, the logo and the draft of a kind, which then has the text that ships and
// is not published. Contracts keep their own texts and files. It returns 404 NOT_FOUND for an unknown kind.
func Reset(ctx context.Context, tx *db.DB, by auth.Caller, kind Kind) (Detail, error) {
	row, err := find(ctx, tx, kind)
	if err != nil {
		return Detail{}, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		_, err := db.Change(ctx, tx, row.ID, "", func(tx *db.DB, before template, row *template) error {
			row.Title, row.DraftContent, row.LogoFileID, row.CurrentVersionID = "", nil, nil, nil
			row.UpdatedBy, row.DateUpdated = by.OperatorCode(), by.Now
			return unattached.Remove(ctx, tx, by, before.LogoFileID)
		})
		if err != nil {
			return err
		}
		return removeVersions(ctx, tx, by, row.ID)
	})
	if err != nil {
		return Detail{}, err
	}
	return Find(ctx, tx, by, kind)
}

func removeVersions(ctx context.Context, tx *db.DB, by auth.Caller, templateID int64) error {
	var removed []Version
	if err := tx.Raw("delete from sign_template_versions where template_id = ? returning pdf_file_id, logo_file_id", templateID).
		Scan(&removed).Error; err != nil {
		return err
	}
	for _, version := range removed {
		if err := files.Remove(ctx, tx, by, version.PDFFileID); err != nil {
			return err
		}
		if err := unattached.Remove(ctx, tx, by, version.LogoFileID); err != nil {
			return err
		}
	}
	return nil
}
