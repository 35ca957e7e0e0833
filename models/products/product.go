// Package products is the catalogue of what the association dispenses. Orders do not look
// prices up here (specification, "Server computation"): a page offers them to be copied.
package products

import (
	"context"
	"strings"
	"time"

	"acolhe/models/platform/db"
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

// TableName is the specification's name of the table.
func (Product) TableName() string { return "products" }

// FindByID gives one product; an unknown one is 404 NOT_FOUND.
func FindByID(ctx context.Context, tx *db.DB, id int64) (Product, error) {
	return db.First[Product](tx.WithContext(ctx).Where("id = ?", id), errs.NotFound("Produto não encontrado."))
}

// Search finds active products whose code or name holds the words; no words find the first by name.
func Search(ctx context.Context, tx *db.DB, words string, limit int) ([]Product, error) {
	query := tx.WithContext(ctx).Where("active")
	query = db.Matching(query, "search_text", words)
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
