package products

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Sort is an order of the list; a minus before it turns it around.
type Sort string

// sql gives an order of rows; each is total. The list begins by name.
func (s Sort) sql() (order string, known bool) {
	order, known = map[Sort]string{
		"":            "fold(name), id",
		"nome":        "fold(name), id",
		"-nome":       "fold(name) desc, id desc",
		"codigo":      "fold(code), id",
		"-codigo":     "fold(code) desc, id desc",
		"preco":       "price, id",
		"-preco":      "price desc, id desc",
		"atualizado":  "date_updated, id",
		"-atualizado": "date_updated desc, id desc",
	}[s]
	return order, known
}

// Selling is whether a product can be ordered now.
type Selling string

// The values of the filter.
const (
	Active   Selling = "ativos"
	Inactive Selling = "inativos"
)

// ListInput is the query of the list of products. What is left empty filters nothing.
type ListInput struct {
	page.Window
	// Q looks for words of code and name.
	Q       string
	Selling Selling
	Tag     string
	Sort    Sort
}

// Check tells whether every filter has a value that it may have, or 400 VALIDATION_ERROR.
func (in ListInput) Check() error {
	var p errs.Problems
	p.Require(in.Selling == "" || in.Selling == Active || in.Selling == Inactive, "situacao", "deve ser ativos ou inativos")
	return p.Err()
}

// List gives the products that the filters leave. It answers 400 VALIDATION_ERROR for a value
// that is none of a filter's.
func List(ctx context.Context, tx *db.DB, input ListInput) (page.Of[Product], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Product]{}, err
	}
	order, known := input.Sort.sql()
	if !known {
		return page.Of[Product]{}, errs.Invalid("ordem", "a lista não tem esta ordem")
	}
	filtered, err := input.filter(ctx, tx)
	if err != nil {
		return page.Of[Product]{}, err
	}
	return db.ReadPage[Product](tx.WithContext(ctx).Model(&Product{}), filtered, window, order)
}

// Count counts the products that the filters leave. It answers as List does.
func Count(ctx context.Context, tx *db.DB, input ListInput) (int, error) {
	filtered, err := input.filter(ctx, tx)
	if err != nil {
		return 0, err
	}
	var count int64
	err = filtered.Count(&count).Error
	return int(count), err
}

func (in ListInput) filter(ctx context.Context, tx *db.DB) (*db.DB, error) {
	if err := in.Check(); err != nil {
		return nil, err
	}
	query := tx.WithContext(ctx).Model(&Product{})
	query = db.Matching(query, "search_text", in.Q)
	if in.Selling != "" {
		query = query.Where("active = ?", in.Selling == Active)
	}
	if in.Tag != "" {
		query = query.Where("tags @> jsonb_build_array(?::text)", in.Tag)
	}
	return query, nil
}
