package templates

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// maxVersions is the maximum number of versions in an answer.
const maxVersions = 200

// List returns the two kinds with their current versions.
func List(ctx context.Context, tx *db.DB, _ auth.Caller) ([]Summary, error) {
	var summaries []Summary
	for _, kind := range Kinds() {
		row, err := find(ctx, tx, kind)
		if err != nil {
			return nil, err
		}
		summary, err := row.summary(ctx, tx)
		if err != nil {
			return nil, err
		}
		summaries = append(summaries, summary)
	}
	return summaries, nil
}

// Find returns a kind with its draft, its versions and the unknown variables of the draft. An unknown kind is 404
// NOT_FOUND.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, kind Kind) (Detail, error) {
	row, err := find(ctx, tx, kind)
	if err != nil {
		return Detail{}, err
	}
	summary, err := row.summary(ctx, tx)
	if err != nil {
		return Detail{}, err
	}
	author, err := row.author(ctx, tx)
	if err != nil {
		return Detail{}, err
	}
	versions, err := Versions(ctx, tx, by, kind)
	draft := row.draft()
	return Detail{Summary: summary, DraftContentJSON: draft, DraftVersion: db.VersionOf(tx, &row), UpdatedByName: author,
		UnknownVariables: append([]string{}, unknown(kind, draft)...), Versions: versions}, err
}

func find(ctx context.Context, tx *db.DB, kind Kind) (template, error) {
	if err := kind.validate(); err != nil {
		return template{}, err
	}
	return db.First[template](tx.WithContext(ctx).Where("kind = ?", kind), errs.NotFound("Modelo não encontrado."))
}

func (t template) summary(ctx context.Context, tx *db.DB) (Summary, error) {
	summary := Summary{ID: t.ID, Kind: t.Kind, Title: t.draft().Title(), LogoFileID: t.LogoFileID, HasChanges: true,
		DateUpdated: t.DateUpdated}
	current, err := Current(ctx, tx, t.Kind)
	if errs.HasCode(err, CodeNotPublished) {
		return summary, nil
	}
	summary.CurrentVersion, summary.HasChanges = &current, !t.isPublishedAs(current)
	return summary, err
}

// author returns the name of the operator who saved the draft; empty if a script did.
func (t template) author(ctx context.Context, tx *db.DB) (name string, err error) {
	if t.UpdatedBy == nil {
		return "", nil
	}
	err = tx.WithContext(ctx).Table("system_users").Where("user_code = ?", t.UpdatedBy).Select("trim(concat(name, ' ', last_name))").
		Scan(&name).Error
	return name, err
}
