// Package products is the catalogue of what the association dispenses. Orders do not look
// prices up here (specification, "Server computation"): a page offers them to be copied.
package products

import (
	"context"
	"strings"

	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/money"
)

// Product is a row of products as far as the cart offers it.
type Product struct {
	ID    int64        `gorm:"primaryKey"`
	Code  string       `gorm:"column:code"`
	Name  string       `gorm:"column:name"`
	Price money.Amount `gorm:"column:price"`
}

// TableName is the specification's name of the table.
func (Product) TableName() string { return "products" }

// Search finds active products whose code or name holds the words; no words find the first by name.
func Search(ctx context.Context, tx *db.DB, words string, limit int) ([]Product, error) {
	query := tx.WithContext(ctx).Where("active")
	for word := range strings.FieldsSeq(words) {
		query = query.Where("search_text like '%' || fold(?) || '%'", word)
	}
	var found []Product
	err := query.Order("name, id").Limit(limit).Find(&found).Error
	return found, err
}

// Pick gives the one active product that a person means: by its code, else by a name that
// only one product has. None or several are 404 NOT_FOUND.
func Pick(ctx context.Context, tx *db.DB, named string) (Product, error) {
	var product Product
	found := tx.WithContext(ctx).Where("active and lower(code) = lower(?)", strings.TrimSpace(named)).
		Order("id").Limit(1).Find(&product)
	if found.Error != nil || found.RowsAffected == 1 {
		return product, found.Error
	}
	if strings.TrimSpace(named) == "" {
		return product, errs.NotFound("Produto não encontrado.")
	}
	candidates, err := Search(ctx, tx, named, 2)
	if err != nil {
		return product, err
	}
	if len(candidates) != 1 {
		return product, errs.NotFound("Produto não encontrado.")
	}
	return candidates[0], nil
}
