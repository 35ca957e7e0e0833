package readytexts

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// List returns the texts in their order; callers other than operators get none.
func List(ctx context.Context, tx *db.DB, by auth.Caller) ([]Text, error) {
	var found []Text
	err := tx.WithContext(ctx).Scopes(visibleTo(by)).Order("position, id").Limit(MaxTexts).Find(&found).Error
	return found, err
}

// FindFor returns the text with this id, else 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Text, error) {
	return db.First[Text](tx.WithContext(ctx).Scopes(visibleTo(by)).Where("id = ?", id), errs.NotFound("Texto não encontrado."))
}

func visibleTo(by auth.Caller) db.Scope { return db.Allowed(by.OperatorCode() != nil) }

// ListInput is the window of the list of texts.
type ListInput struct{ page.Window }

// ListPage returns a page of the texts in their order.
func ListPage(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Text], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Text]{}, err
	}
	stored := func() *db.DB { return tx.WithContext(ctx).Model(&Text{}).Scopes(visibleTo(by)) }
	return db.ReadPage[Text](stored(), stored(), window, "position, id")
}

// Count counts the texts, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, _ ListInput, limit int) (page.Counted, error) {
	return db.CountUpTo(tx.WithContext(ctx).Model(&Text{}).Scopes(visibleTo(by)), limit)
}
