package templates

import (
	"context"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/unattached"
	"acolhe/models/types/auth"
)

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
