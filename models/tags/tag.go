// Package tags is the catalogue of tags, with which people mark rows to find them again. A tagged row holds the names
// of its tags; the catalogue holds the tags that forms offer.
package tags

import (
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Limits of a tag, and of the tags of one row of any collection.
const (
	MaxLength = 60
	MaxTags   = 50
)

// Tag is a row of tags: a name with a colour, for one collection or, without one, for all.
type Tag struct {
	ID          int64     `json:"id" gorm:"primaryKey"`
	Name        string    `json:"name" gorm:"column:name"`
	Color       *string   `json:"color" gorm:"column:color"`
	Collection  *string   `json:"collection" gorm:"column:collection"`
	IsSample    bool      `json:"is_sample" gorm:"column:is_sample"`
	DateCreated time.Time `json:"date_created" gorm:"column:date_created"`
	DateUpdated time.Time `json:"date_updated" gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Tag) TableName() string { return "tags" }

// Constraints implements db.Constrained.
func (Tag) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{
		"tags_name_excl": {Field: "name", Message: "Já existe uma etiqueta com este nome."},
	}
}

// CheckTags adds a problem to a field if its tags are not allowed on any row.
func CheckTags(p *errs.Problems, field string, names []string) {
	p.Require(len(names) <= MaxTags, field, "tem etiquetas demais")
	for _, tag := range names {
		p.Require(strings.TrimSpace(tag) != "" && texts.Fits(tag, MaxLength), field, "cada etiqueta tem de 1 a 60 caracteres")
	}
}
