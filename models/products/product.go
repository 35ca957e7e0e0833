// Package products is the catalogue of the association's products. Orders do not use its prices
// (specification, "Server computation"): a page copies them into the order.
package products

import (
	"context"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// Product is a row of products; price in reais, sizes in centimetres, weight in grams.
type Product struct {
	ID          int64        `json:"id" gorm:"primaryKey"`
	Code        string       `json:"code" gorm:"column:code"`
	Name        string       `json:"name" gorm:"column:name"`
	Description *string      `json:"description" gorm:"column:description"`
	Price       money.Amount `json:"price" gorm:"column:price"`
	WeightG     *int         `json:"weight_g" gorm:"column:weight_g"`
	WidthCm     *Centimetres `json:"width_cm" gorm:"column:width_cm" items:"decimal"`
	HeightCm    *Centimetres `json:"height_cm" gorm:"column:height_cm" items:"decimal"`
	LengthCm    *Centimetres `json:"length_cm" gorm:"column:length_cm" items:"decimal"`
	Active      bool         `json:"active" gorm:"column:active"`
	StockNote   *string      `json:"stock_note" gorm:"column:stock_note"`
	Tags        []string     `json:"tags" gorm:"serializer:json"`
	ImageFileID *int64       `json:"image_file_id" gorm:"column:image_file_id"`
	IsSample    bool         `json:"is_sample" gorm:"column:is_sample"`
	DateCreated time.Time    `json:"date_created" gorm:"column:date_created"`
	DateUpdated time.Time    `json:"date_updated" gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Product) TableName() string { return "products" }

// Constraints implements db.Constrained.
func (Product) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{
		"products_code_key": {Field: "code", Message: "Já existe um produto com este código."},
	}
}

// FindByCodes returns the products with these codes; unknown codes are absent.
func FindByCodes(ctx context.Context, tx *db.DB, codes []string) (map[string]Product, error) {
	var rows []Product
	err := tx.WithContext(ctx).Where("code in ?", codes).Order("id").Limit(len(codes)).Find(&rows).Error
	found := make(map[string]Product, len(rows))
	for _, row := range rows {
		found[row.Code] = row
	}
	return found, err
}

// FindFor returns a product that the caller may see; any other is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Product, error) {
	return db.First[Product](tx.WithContext(ctx).Scopes(visibleTo(by)).Where("id = ?", id), notFound())
}

// Search returns the first active products that the caller may see, by name, whose code or name
// contains every word.
func Search(ctx context.Context, tx *db.DB, by auth.Caller, words string, limit int) ([]Product, error) {
	query := db.Matching(tx.WithContext(ctx).Scopes(visibleTo(by)).Where("active"), "search_text", words)
	var found []Product
	err := query.Order("name, id").Limit(limit).Find(&found).Error
	return found, err
}

// Pick returns the active product with the typed code, else the only one with the typed name. If
// there is none, or several have the name, it returns 404 NOT_FOUND.
func Pick(ctx context.Context, tx *db.DB, by auth.Caller, typed string) (Product, error) {
	typed = strings.TrimSpace(typed)
	byCode := tx.WithContext(ctx).Scopes(visibleTo(by)).Where("active and lower(code) = lower(?)", typed).Order("id")
	product, err := db.First[Product](byCode, notFound())
	if typed == "" || !errs.HasCode(err, errs.CodeNotFound) {
		return product, err
	}
	candidates, err := Search(ctx, tx, by, typed, 2)
	if err != nil {
		return product, err
	}
	if len(candidates) != 1 {
		return product, notFound()
	}
	return candidates[0], nil
}

func notFound() error { return errs.NotFound("Produto não encontrado.") }
