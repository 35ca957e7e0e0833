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

// AddInput is a new product; it is sold unless Active says otherwise.
type AddInput struct {
	errs.BindErrors

	Code        string       `json:"code" form:"code"`
	Name        string       `json:"name" form:"name"`
	Description *string      `json:"description" form:"description"`
	Price       money.Amount `json:"price" form:"price"`
	WeightG     *int         `json:"weight_g" form:"weight_g"`
	WidthCm     *Centimetres `json:"width_cm" form:"width_cm"`
	HeightCm    *Centimetres `json:"height_cm" form:"height_cm"`
	LengthCm    *Centimetres `json:"length_cm" form:"length_cm"`
	Active      *bool        `json:"active" form:"active"`
	StockNote   *string      `json:"stock_note" form:"stock_note"`
	Tags        []string     `json:"tags" form:"tags"`
	ImageFileID *int64       `json:"image_file_id" form:"image_file_id"`
	// IsSample is for administrators alone.
	IsSample patch.Field[bool] `json:"is_sample" form:"is_sample"`
}

// ChangeInput is what of a product is to be another.
type ChangeInput struct {
	errs.BindErrors

	ID          int64                     `json:"-" form:"-"`
	Code        patch.Field[string]       `json:"code" form:"code"`
	Name        patch.Field[string]       `json:"name" form:"name"`
	Description patch.Field[string]       `json:"description" form:"description"`
	Price       patch.Field[money.Amount] `json:"price" form:"price"`
	WeightG     patch.Field[int]          `json:"weight_g" form:"weight_g"`
	WidthCm     patch.Field[Centimetres]  `json:"width_cm" form:"width_cm"`
	HeightCm    patch.Field[Centimetres]  `json:"height_cm" form:"height_cm"`
	LengthCm    patch.Field[Centimetres]  `json:"length_cm" form:"length_cm"`
	Active      patch.Field[bool]         `json:"active" form:"active"`
	StockNote   patch.Field[string]       `json:"stock_note" form:"stock_note"`
	Tags        patch.Field[[]string]     `json:"tags" form:"tags"`
	ImageFileID patch.Field[int64]        `json:"image_file_id" form:"image_file_id"`
}

// Add puts a product into the catalogue. It answers 400 VALIDATION_ERROR for wrong fields and
// 409 CONFLICT for a code that another has.
func Add(ctx context.Context, tx *db.DB, by auth.Caller, input AddInput) (Product, error) {
	if err := access.CheckSample(by, input.IsSample); err != nil {
		return Product{}, err
	}
	product := Product{
		Code: input.Code, Name: input.Name, Description: input.Description, Price: input.Price, WeightG: input.WeightG,
		WidthCm: input.WidthCm, HeightCm: input.HeightCm, LengthCm: input.LengthCm, Active: input.Active == nil || *input.Active,
		StockNote: input.StockNote, Tags: input.Tags, ImageFileID: input.ImageFileID, IsSample: input.IsSample.Value,
		DateCreated: by.Now, DateUpdated: by.Now,
	}
	product.normalise()
	if err := product.check(input.BindErrors); err != nil {
		return product, err
	}
	err := tx.WithContext(ctx).Create(&product).Error
	return product, err
}

// Change changes a product; orders keep what they were placed with. It answers as Add does,
// and 404 NOT_FOUND for an unknown one.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Product, error) {
	return db.Change(ctx, tx, input.ID, patch.Sent(input), func(_ *db.DB, product *Product) error {
		input.apply(product)
		product.DateUpdated = by.Now
		product.normalise()
		return product.check(input.BindErrors)
	})
}

// Remove takes a product out of the catalogue; orders keep what they were placed with.
func Remove(ctx context.Context, tx *db.DB, _ auth.Caller, id int64) error {
	return db.Remove[Product](ctx, tx, id)
}

func (in ChangeInput) apply(product *Product) {
	in.Code.Set(&product.Code)
	in.Name.Set(&product.Name)
	in.Description.SetNullable(&product.Description)
	in.Price.Set(&product.Price)
	in.WeightG.SetNullable(&product.WeightG)
	in.WidthCm.SetNullable(&product.WidthCm)
	in.HeightCm.SetNullable(&product.HeightCm)
	in.LengthCm.SetNullable(&product.LengthCm)
	in.Active.Set(&product.Active)
	in.StockNote.SetNullable(&product.StockNote)
	in.Tags.Set(&product.Tags)
	in.ImageFileID.SetNullable(&product.ImageFileID)
}

func (p *Product) normalise() {
	p.Code, p.Name = strings.TrimSpace(p.Code), strings.TrimSpace(p.Name)
	// Lists are stored and answered as [], never as null.
	if p.Tags == nil {
		p.Tags = []string{}
	}
}

func (p Product) check(unread errs.BindErrors) error {
	var wrong errs.Problems
	wrong.Require(p.Code != "" && texts.Fits(p.Code, maxCode), "code", "informe um código de até 60 caracteres")
	wrong.Require(p.Name != "" && texts.Fits(p.Name, maxName), "name", "informe um nome de até 200 caracteres")
	wrong.Require(texts.Fits(texts.Of(p.Description), maxDescription), "description", "é longa demais")
	wrong.Require(texts.Fits(texts.Of(p.StockNote), maxStockNote), "stock_note", "é longa demais")
	if err := p.Price.CheckPrice(); err != nil {
		wrong.Add("price", err.Error())
	}
	wrong.Require(p.WeightG == nil || *p.WeightG >= 0 && *p.WeightG <= maxWeightG, "weight_g", "deve estar entre 0 e 1.000.000")
	tags.CheckTags(&wrong, p.Tags)
	return unread.Merge(wrong).Err()
}
