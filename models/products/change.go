package products

import (
	"context"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/tags"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// Limits of the columns.
const (
	maxCode        = 60
	maxName        = 200
	maxDescription = 10_000
	maxStockNote   = 500
	maxWeightG     = 1_000_000
)

// Fields are the writable fields of a product. Adding a product applies them to a row with
// defaults.
type Fields struct {
	errs.BindErrors

	Code        patch.Field[string]       `json:"code" form:"code" null:"omit"`
	Name        patch.Field[string]       `json:"name" form:"name" null:"omit"`
	Description patch.Field[string]       `json:"description" form:"description"`
	Price       patch.Field[money.Amount] `json:"price" form:"price" null:"omit"`
	WeightG     patch.Field[int]          `json:"weight_g" form:"weight_g"`
	WidthCm     patch.Field[Centimetres]  `json:"width_cm" form:"width_cm"`
	HeightCm    patch.Field[Centimetres]  `json:"height_cm" form:"height_cm"`
	LengthCm    patch.Field[Centimetres]  `json:"length_cm" form:"length_cm"`
	Active      patch.Field[bool]         `json:"active" form:"active"`
	StockNote   patch.Field[string]       `json:"stock_note" form:"stock_note"`
	Tags        patch.Field[[]string]     `json:"tags" form:"tags"`
	ImageFileID patch.Field[int64]        `json:"image_file_id" form:"image_file_id"`
}

// AddInput is a new product, which is active unless Active is sent.
type AddInput struct {
	Fields
	// IsSample is only for administrators.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// Required names the members that must be sent.
func (AddInput) Required() []string { return []string{"code", "name"} }

// ChangeInput changes the sent fields of a product. Version is the version of the opened form.
type ChangeInput struct {
	ID      int64  `json:"-" form:"-"`
	Version string `json:"-" form:"version"`
	Fields
}

// Add stores a new product. It returns 400 VALIDATION_ERROR for wrong fields and 409 CONFLICT for a
// code that another product has.
func Add(ctx context.Context, tx *db.DB, by auth.Caller, input AddInput) (Product, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return Product{}, err
	}
	product := Product{Active: true, IsSample: input.IsSample.Value, DateCreated: by.Now, DateUpdated: by.Now}
	if err := input.apply(&product); err != nil {
		return product, err
	}
	err := tx.WithContext(ctx).Create(&product).Error
	return product, err
}

// Change changes a product; existing orders are not changed. It returns the errors of Add, 404
// NOT_FOUND for an unknown product, and 409 CONFLICT for a stale version.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Product, error) {
	return db.Change(ctx, tx, input.ID, input.Version, func(_ *db.DB, _ Product, product *Product) error {
		product.DateUpdated = by.Now
		return input.apply(product)
	})
}

// Remove removes a product; existing orders are not changed. An unknown one is 404 NOT_FOUND.
func Remove(ctx context.Context, tx *db.DB, id int64) error {
	return db.Remove[Product](ctx, tx, id)
}

// apply sets the fields in a product and validates it.
func (f Fields) apply(p *Product) error {
	f.Code.Set(&p.Code)
	f.Name.Set(&p.Name)
	f.Description.SetNullable(&p.Description)
	f.Price.Set(&p.Price)
	f.WeightG.SetNullable(&p.WeightG)
	f.WidthCm.SetNullable(&p.WidthCm)
	f.HeightCm.SetNullable(&p.HeightCm)
	f.LengthCm.SetNullable(&p.LengthCm)
	f.Active.Set(&p.Active)
	f.StockNote.SetNullable(&p.StockNote)
	f.Tags.Set(&p.Tags)
	f.ImageFileID.SetNullable(&p.ImageFileID)
	p.Code, p.Name = strings.TrimSpace(p.Code), strings.TrimSpace(p.Name)
	// An empty list is [] in JSON, not null.
	if p.Tags == nil {
		p.Tags = []string{}
	}
	return f.BindErrors.Merge(p.validate()).Err()
}

func (p Product) validate() errs.Problems {
	var problems errs.Problems
	problems.Require(p.Code != "" && texts.Fits(p.Code, maxCode), "code", "informe um código de até 60 caracteres")
	problems.Require(p.Name != "" && texts.Fits(p.Name, maxName), "name", "informe um nome de até 200 caracteres")
	problems.Require(texts.Fits(texts.Of(p.Description), maxDescription), "description", "é longa demais")
	problems.Require(texts.Fits(texts.Of(p.StockNote), maxStockNote), "stock_note", "é longa demais")
	if err := p.Price.CheckPrice(); err != nil {
		problems.Add("price", err.Error())
	}
	problems.Require(p.WeightG == nil || *p.WeightG >= 0 && *p.WeightG <= maxWeightG, "weight_g", "deve estar entre 0 e 1.000.000")
	tags.CheckTags(&problems, "tags", p.Tags)
	return problems
}
