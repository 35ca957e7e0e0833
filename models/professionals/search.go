// Package professionals are the people whom associates consult. So far it finds them for
// those who tie something to one, such as an operator of the portal.
package professionals

import (
	"context"
	"strings"

	"acolhe/models/db"
)

// Listed is a professional as a search offers it.
type Listed struct {
	ID     int64   `gorm:"primaryKey"`
	Code   string  `gorm:"column:professional_code"`
	Name   string  `gorm:"column:name"`
	Email  *string `gorm:"column:email"`
	Active bool    `gorm:"column:active"`
}

// TableName is the specification's name of the table.
func (Listed) TableName() string { return "professionals" }

// Search finds professionals whose name, e-mail, code, council number or phone holds the
// words, by name; no words find the first ones.
func Search(ctx context.Context, tx *db.DB, words string, limit int) ([]Listed, error) {
	query := tx.WithContext(ctx)
	for word := range strings.FieldsSeq(words) {
		query = query.Where("search_text like '%' || fold(?) || '%'", word)
	}
	var found []Listed
	err := query.Order("fold(name), id").Limit(limit).Find(&found).Error
	return found, err
}

// FindByCode gives the professionals with this professional_code: one, or none.
func FindByCode(ctx context.Context, tx *db.DB, code string) ([]Listed, error) {
	var found []Listed
	err := tx.WithContext(ctx).Where("professional_code = ?", code).Limit(1).Find(&found).Error
	return found, err
}

// Lock holds the professional with this code until the transaction ends, so that two who
// tie something to the same one wait for each other; it tells whether there is one.
func Lock(ctx context.Context, tx *db.DB, code string) (bool, error) {
	var id int64
	err := tx.WithContext(ctx).Raw("select id from professionals where professional_code = ? for no key update", code).Scan(&id).Error
	return id != 0, err
}
