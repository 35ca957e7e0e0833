package tags

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// maxCounted is where counting ends: nobody needs to know more, and a tag on every row would
// keep a page waiting.
const maxCounted = 1000

// ListInput is the query of the list of tags. What is left empty filters nothing.
type ListInput struct {
	page.Window
	// Q searches the name.
	Q string
	// Collection keeps the tags of one collection, ForEvery those that every collection is offered.
	Collection string
	ForEvery   bool
}

// List returns a page of the tags that the caller may see, by name. It answers 400 VALIDATION_ERROR for
// an unknown collection.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Tag], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Tag]{}, err
	}
	tx = tx.WithContext(ctx)
	filtered, err := input.filter(tx, by)
	if err != nil {
		return page.Of[Tag]{}, err
	}
	return db.ReadPage[Tag](tx.Model(&Tag{}).Scopes(visibleTo(by)), filtered, window, "fold(name), id")
}

// Count counts the tags that the caller may see, up to a limit. It answers as List does.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (page.Counted, error) {
	filtered, err := input.filter(tx.WithContext(ctx), by)
	if err != nil {
		return page.Counted{}, err
	}
	return db.CountUpTo(filtered, limit)
}

func (in ListInput) filter(tx *db.DB, by auth.Caller) (*db.DB, error) {
	query := db.Matching(tx.Model(&Tag{}).Scopes(visibleTo(by)), "search_text", in.Q)
	if in.ForEvery {
		query = query.Where("collection is null")
	}
	if in.Collection == "" {
		return query, nil
	}
	if !slices.Contains(access.Collections(), in.Collection) {
		return nil, errs.Invalid("collection", "não existe esta coleção")
	}
	return query.Where("collection = ?", in.Collection), nil
}

// FindFor returns a tag that the caller may see; any other is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Tag, error) {
	return db.First[Tag](tx.WithContext(ctx).Scopes(visibleTo(by)).Where("id = ?", id), errs.NotFound("Etiqueta não encontrada."))
}

// visibleTo keeps all tags for a caller who may read them, and none for any other.
func visibleTo(by auth.Caller) db.Scope { return db.Allowed(access.Can(by, "tags", access.Read)) }

// Tagged lists the collections whose rows have tags.
func Tagged() []string { return []string{"users", "orders", "products", "services"} }

// CountUse counts the rows that have each of the tags, where it is offered, up to 1,000 of each
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
		// The name of the table is one of Tagged, never an input.
		err := tx.WithContext(ctx).Raw(`select tags.id, (select count(*) from
				(select from `+collection+` tagged where tagged.tags @> jsonb_build_array(tags.name) limit ?) as counted) as used
			from tags where tags.id in ? and (tags.collection is null or tags.collection = ?)`, maxCounted+1, ids, collection).Scan(&rows).Error
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			use := uses[row.ID]
			uses[row.ID] = page.Counted{Rows: use.Rows + min(row.Used, maxCounted), More: use.More || row.Used > maxCounted}
		}
	}
	return uses, nil
}
