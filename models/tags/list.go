package tags

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// ForAll is the filter for tags of no collection: they are offered everywhere.
const ForAll = "todas"

// mostUsed is where counting ends: nobody needs to know more, and a word on every row would
// keep a page waiting.
const mostUsed = 1000

// ListInput is the query of the list of tags. What is left empty filters nothing.
type ListInput struct {
	page.Window
	// Q looks for words of the name.
	Q string
	// Collection keeps the tags of one, or with ForAll those of none.
	Collection string
}

// List gives the tags that the filters leave, by name. It answers 400 VALIDATION_ERROR for an
// unknown collection.
func List(ctx context.Context, tx *db.DB, input ListInput) (page.Of[Tag], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Tag]{}, err
	}
	filtered := tx.WithContext(ctx).Model(&Tag{})
	filtered = db.Matching(filtered, "search_text", input.Q)
	switch {
	case input.Collection == ForAll:
		filtered = filtered.Where("collection is null")
	case input.Collection != "" && !slices.Contains(access.Collections(), input.Collection):
		return page.Of[Tag]{}, errs.Invalid("colecao", "não existe esta coleção")
	case input.Collection != "":
		filtered = filtered.Where("collection = ?", input.Collection)
	}
	return db.ReadPage[Tag](tx.WithContext(ctx).Model(&Tag{}), filtered, window, "fold(name), id")
}

// FindByID gives one tag; an unknown one is 404 NOT_FOUND.
func FindByID(ctx context.Context, tx *db.DB, id int64) (Tag, error) {
	return db.First[Tag](tx.WithContext(ctx).Where("id = ?", id), errs.NotFound("Etiqueta não encontrada."))
}

// Tagged are the collections whose rows wear tags.
func Tagged() []string { return []string{"users", "orders", "products", "services"} }

// CountUse counts the rows that wear each of the tags, where it is offered, up to 1,000 of each
// collection.
func CountUse(ctx context.Context, tx *db.DB, counted []Tag) (map[int64]page.Counted, error) {
	uses := map[int64]page.Counted{}
	ids := make([]int64, len(counted))
	for i, tag := range counted {
		ids[i] = tag.ID
	}
	for _, collection := range Tagged() {
		var rows []struct {
			ID   int64
			Used int
		}
		// The name of the table is one of Wearers, never what somebody typed.
		err := tx.WithContext(ctx).Raw(`select tags.id, (select count(*) from
				(select from `+collection+` worn where worn.tags @> jsonb_build_array(tags.name) limit ?) as counted) as used
			from tags where tags.id in ? and (tags.collection is null or tags.collection = ?)`, mostUsed+1, ids, collection).Scan(&rows).Error
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			use := uses[row.ID]
			uses[row.ID] = page.Counted{Rows: use.Rows + min(row.Used, mostUsed), More: use.More || row.Used > mostUsed}
		}
	}
	return uses, nil
}
