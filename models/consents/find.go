package consents

import (
	"context"
	"slices"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// mostLines is the maximum number of lines of a log that a page shows.
const mostLines = 200

// ListOwn returns what the calling associate says about every purpose.
func ListOwn(ctx context.Context, tx *db.DB, by auth.Caller) (List, error) {
	if by.Kind != auth.Associate {
		return List{}, nil
	}
	return listOf(ctx, tx, by.ID)
}

// ListFor returns what an associate says whom the caller may see; any other is 404 NOT_FOUND.
func ListFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (List, error) {
	if _, err := associates.FindFor(ctx, tx, by, id); err != nil {
		return nil, err
	}
	return listOf(ctx, tx, id)
}

func listOf(ctx context.Context, tx *db.DB, userID int64) (List, error) {
	texts, err := CurrentTexts(ctx, tx)
	if err != nil {
		return nil, err
	}
	var last []Entry
	err = tx.WithContext(ctx).Raw("select distinct on (purpose) * from consents where user_id = ? order by purpose, id desc", userID).
		Scan(&last).Error
	list := make(List, 0, len(texts))
	for _, text := range texts {
		consent := Consent{Text: text}
		if at := slices.IndexFunc(last, func(entry Entry) bool { return entry.Purpose == text.Purpose }); at >= 0 {
			consent.Last = &last[at]
		}
		list = append(list, consent)
	}
	return list, err
}

// CurrentTexts returns the latest text of every purpose, in their order.
func CurrentTexts(ctx context.Context, tx *db.DB) ([]Text, error) {
	var found []Text
	err := tx.WithContext(ctx).Raw("select distinct on (purpose) * from consent_texts order by purpose, version desc").Scan(&found).Error
	slices.SortFunc(found, func(a, b Text) int {
		return slices.Index(Purposes(), a.Purpose) - slices.Index(Purposes(), b.Purpose)
	})
	return found, err
}

// Versions returns all texts of a purpose, the latest first.
func Versions(ctx context.Context, tx *db.DB, purpose Purpose) ([]Text, error) {
	var found []Text
	err := tx.WithContext(ctx).Where("purpose = ?", purpose).Order("version desc, id").Limit(mostLines).Find(&found).Error
	return found, err
}

// Log returns what the calling associate has allowed and withdrawn, the latest first.
func Log(ctx context.Context, tx *db.DB, by auth.Caller) ([]Entry, error) {
	var found []Entry
	err := tx.WithContext(ctx).Where("user_id = ?", by.ID).Scopes(db.Allowed(by.Kind == auth.Associate)).
		Order("id desc").Limit(mostLines).Find(&found).Error
	return found, err
}
