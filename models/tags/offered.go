package tags

import (
	"context"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/texts"
)

// maxOptions is the maximum number of tags that a form offers.
const maxOptions = 100

// Catalogue is the tags that a collection offers, in the order of their names: their ids, names and colours.
type Catalogue []Tag

// Offered returns the catalogue of a collection.
func Offered(ctx context.Context, tx *db.DB, collection string) (Catalogue, error) {
	var offered Catalogue
	err := SelectOffered(tx.WithContext(ctx), collection).Find(&offered).Error
	return offered, err
}

// SelectOffered selects the catalogue of a collection, for use in other statements.
func SelectOffered(tx *db.DB, collection string) *db.DB {
	return tx.Model(&Tag{}).Select("id", "name", "color").Where("collection is null or collection = ?", collection).Order("fold(name), id").
		Limit(maxOptions)
}

// Names returns the names of the tags.
func (c Catalogue) Names() []string {
	names := make([]string, len(c))
	for i, tag := range c {
		names[i] = tag.Name
	}
	return names
}

// RarestColor returns the one of the colours that the fewest tags have, the first of several.
func RarestColor(ctx context.Context, tx *db.DB, of []string) (color string, err error) {
	err = tx.WithContext(ctx).Raw(`select offered.color from unnest(cast(@of as text[])) with ordinality as offered(color, place)
		order by (select count(*) from tags where lower(tags.color) = offered.color), place limit 1`,
		map[string]any{"of": clause.Expr{SQL: "array[?]", Vars: []any{of}, WithoutParentheses: true}}).Scan(&color).Error
	return color, err
}

// Color returns the colour of the tag with this name, such as #0f766e; empty for a tag without a colour or outside the
// catalogue.
func (c Catalogue) Color(name string) string {
	for _, tag := range c {
		if tag.Name == name {
			return texts.Of(tag.Color)
		}
	}
	return ""
}
