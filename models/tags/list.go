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

// maxCounted is the limit of counting, because an exact count of a tag on every row would be slow.
const maxCounted = 1000

// ListInput is the query of the list of tags. An empty field does not filter.
type ListInput struct {
	page.Window
	// Q is searched in the name.
	Q string
	// Collection limits the list to the tags of one collection, ForEvery to those for every collection.
	Collection string
	ForEvery   bool
}

// List returns a page of the tags that the caller may see, by name. It returns 400 VALIDATION_ERROR
// for an unknown collection.
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

// Count counts the tags that the caller may see, up to a limit. It returns the errors of List.
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

// visibleTo limits the query to all tags for a caller who may read them, and to none otherwise.
func visibleTo(by auth.Caller) db.Scope { return db.Allowed(access.Can(by, "tags", access.Read)) }

// Tagged returns the collections whose rows have tags.
func Tagged() []string { return []string{"users", "orders", "products", "services", "reception"} }

// columnOf returns the column of a collection's tags. That of reception is labels, because its tags are an object of the
// clients.
func columnOf(collection string) string {
	if collection == "reception" {
		return "labels"
	}
	return "tags"
}

// CountUse counts the tagged rows of each tag, up to 1,000 in each of its collections.
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
		// The name of the table is one of Tagged, never input.
		err := tx.WithContext(ctx).Raw(`select tags.id, (select count(*) from
				(select from `+collection+` tagged where tagged.`+columnOf(collection)+` @> jsonb_build_array(tags.name) limit ?) as counted) as used
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
