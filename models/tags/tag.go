// Package tags are the words that people put on things to find them again. A row that wears
// a tag carries its name; this is the list that pages offer.
package tags

import (
	"strings"
	"time"

	"acolhe/models/platform/items"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Limits of a tag, and of the tags of one row, in whatever collection.
const (
	MaxLength = 60
	MaxWorn   = 50
)

// Tag is a row of tags: a word with its colour, for one collection or, without one, for all.
type Tag struct {
	ID          int64     `json:"id" gorm:"primaryKey"`
	Name        string    `json:"name" gorm:"column:name"`
	Color       *string   `json:"color" gorm:"column:color"`
	Collection  *string   `json:"collection" gorm:"column:collection"`
	IsSample    bool      `json:"is_sample" gorm:"column:is_sample"`
	DateCreated time.Time `json:"date_created" gorm:"column:date_created"`
	DateUpdated time.Time `json:"date_updated" gorm:"column:date_updated"`
}

// TableName is the specification's name of the table.
func (Tag) TableName() string { return "tags" }

// Collection is tags.
func Collection() *items.Collection {
	return items.Describe[Tag](items.Rules{
		Sort: "-date_created", Search: items.SearchText{All: "search_text"},
		Writing: items.Writing{
			Create: items.Creates(Add, func(tag Tag) int64 { return tag.ID }),
			Update: items.Updates(Change, func(id int64) ChangeInput { return ChangeInput{ID: id} }),
			Delete: items.Deletes(Remove),
		},
	})
}

// CheckTags notes tags that a row cannot wear, by the field `tags`.
func CheckTags(p *errs.Problems, worn []string) {
	p.Require(len(worn) <= MaxWorn, "tags", "tem etiquetas demais")
	for _, tag := range worn {
		p.Require(strings.TrimSpace(tag) != "" && texts.Fits(tag, MaxLength), "tags", "cada etiqueta tem de 1 a 60 caracteres")
	}
}
