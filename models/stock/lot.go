// Package stock holds the lots of products and their movements: what came in, what each order took, what was lost or
// corrected. The quantity of a lot is the sum of its movements, which the database keeps and holds at 0 or above. All of it
// is switched off unless Enabled is set.
package stock

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"acolhe/models/files"
	"acolhe/models/outgoing"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/products"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

var (
	// Enabled switches on lots, separation by lot and the pages of the stock.
	Enabled = outgoing.Enabled
	// reserveDays is the number of days for which an order without payment reserves its products.
	reserveDays = settings.Key[int]{System: "stock", Name: "reserve_days", Type: settings.Number, Check: checkDays, Default: 5, Required: true,
		Description: "Por quantos dias um pedido sem pagamento reserva os produtos."}
)

func checkDays(days int) error {
	if days < 1 || days > 365 {
		return errors.New("deve ser um número de dias, de 1 a 365")
	}
	return nil
}

// CheckEnabled returns 404 NOT_FOUND while the stock is switched off.
func CheckEnabled(ctx context.Context, tx *db.DB) error {
	isOn, err := settings.Get(ctx, tx, Enabled)
	if err == nil && !isOn {
		err = errs.NotFound("O estoque está desligado nas configurações.")
	}
	return err
}

// Lot is a row of lots. Contents are in milligrams per millilitre or gram.
type Lot struct {
	ID                int64            `gorm:"primaryKey"`
	ProductID         int64            `gorm:"column:product_id"`
	Number            string           `gorm:"column:number"`
	MadeOn            *civil.Date      `gorm:"column:made_on"`
	ExpiresOn         civil.Date       `gorm:"column:expires_on"`
	THCContent        *decimal.Decimal `gorm:"column:thc_content"`
	CBDContent        *decimal.Decimal `gorm:"column:cbd_content"`
	CertificateFileID *int64           `gorm:"column:certificate_file_id"`
	// Quantity is kept by the database from the movements.
	Quantity      int        `gorm:"column:quantity;->" version:"-"`
	BlockedAt     *time.Time `gorm:"column:blocked_at"`
	BlockedByName *string    `gorm:"column:blocked_by_name"`
	BlockedReason *string    `gorm:"column:blocked_reason"`
	DateCreated   time.Time  `gorm:"column:date_created"`
	DateUpdated   time.Time  `gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Lot) TableName() string { return "lots" }

// Constraints implements db.Constrained.
func (Lot) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{
		"lots_product_id_number_key": {Field: "number", Message: "Este produto já tem um lote com este número."},
	}
}

// IsUsable reports whether units of the lot may leave on a day: it is neither blocked nor expired.
func (l Lot) IsUsable(day civil.Date) bool { return l.BlockedAt == nil && !l.ExpiresOn.Before(day) }

// Limits of a lot and its movements.
const (
	maxNumber   = 60
	maxQuantity = 1_000_000
	maxReason   = 500
)

// Content is a content in milligrams per millilitre or gram, with at most three decimals.
type Content struct{ decimal.Decimal }

// UnmarshalText reads a typed content, with a comma or a point.
func (c *Content) UnmarshalText(text []byte) error {
	read, err := decimal.NewFromString(strings.ReplaceAll(strings.TrimSpace(string(text)), ",", "."))
	if err != nil || read.IsNegative() || read.GreaterThan(decimal.NewFromInt(10_000)) || !read.Equal(read.Truncate(3)) {
		return errors.New("deve ser um número como 12,5, com até três casas")
	}
	c.Decimal = read
	return nil
}

// ReceiveInput is the receipt of units of a lot, which is new unless the product has one of this number; then the quantity
// and the reason, such as the number of the invoice, suffice, and dates and contents must be those of the lot.
type ReceiveInput struct {
	errs.BindErrors
	ProductID   int64                   `form:"-"`
	Number      string                  `form:"number"`
	MadeOn      patch.Field[civil.Date] `form:"made_on"`
	ExpiresOn   patch.Field[civil.Date] `form:"expires_on"`
	THCContent  patch.Field[Content]    `form:"thc_content"`
	CBDContent  patch.Field[Content]    `form:"cbd_content"`
	Certificate int64                   `form:"-"`
	Quantity    int                     `form:"quantity"`
	Reason      string                  `form:"reason"`
}

// Receive stores a receipt, and its lot if it is new. It returns 400 VALIDATION_ERROR with every wrong field, and 404
// NOT_FOUND for an unknown product.
func Receive(ctx context.Context, tx *db.DB, by auth.Caller, input ReceiveInput) (lot Lot, err error) {
	if _, err := products.FindFor(ctx, tx, by, input.ProductID); err != nil {
		return lot, err
	}
	input.Number, input.Reason = strings.ToUpper(strings.TrimSpace(input.Number)), strings.TrimSpace(input.Reason)
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return lot, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		known := tx.Where("product_id = ? and number = ?", input.ProductID, input.Number)
		lot, err = db.First[Lot](known, errNoLot())
		isNew := errs.HasCode(err, errs.CodeNotFound)
		if err != nil && !isNew {
			return err
		}
		if isNew {
			lot = input.lot(by)
		}
		problems := append(input.validate(lot, isNew), input.checkExpiry(lot, civil.Of(by.Now.In(zone)))...)
		if err := input.Merge(problems).Err(); err != nil {
			return err
		}
		if isNew {
			if err := tx.Create(&lot).Error; err != nil {
				return err
			}
		}
		lot.Quantity += input.Quantity
		return move(tx, by, Movement{LotID: lot.ID, Kind: Receipt, Quantity: input.Quantity, Reason: texts.Optional(input.Reason)})
	})
	return lot, err
}

func (in ReceiveInput) lot(by auth.Caller) Lot {
	lot := Lot{ProductID: in.ProductID, Number: in.Number, ExpiresOn: in.ExpiresOn.Value, DateCreated: by.Now, DateUpdated: by.Now}
	in.MadeOn.SetNullable(&lot.MadeOn)
	if in.THCContent.HasValue() {
		lot.THCContent = &in.THCContent.Value.Decimal
	}
	if in.CBDContent.HasValue() {
		lot.CBDContent = &in.CBDContent.Value.Decimal
	}
	if in.Certificate != 0 {
		lot.CertificateFileID = &in.Certificate
	}
	return lot
}

func (in ReceiveInput) validate(lot Lot, isNew bool) (problems errs.Problems) {
	problems.Require(in.Number != "" && texts.Fits(in.Number, maxNumber), "number", "informe o número do lote, com até 60 caracteres")
	problems.Require(in.Quantity >= 1 && in.Quantity <= maxQuantity, "quantity", "informe quantas unidades chegaram")
	problems.Require(texts.Fits(in.Reason, maxReason), "reason", "é longo demais")
	problems.Require(lot.BlockedAt == nil, "number", "este lote foi recolhido")
	if !isNew {
		return append(problems, in.differences(lot)...)
	}
	problems.Require(in.ExpiresOn.HasValue() || in.HasBindErrors(), "expires_on", "informe a validade do lote")
	if in.ExpiresOn.HasValue() && in.MadeOn.HasValue() {
		problems.Require(!in.ExpiresOn.Value.Before(in.MadeOn.Value), "expires_on", "deve ser depois da fabricação")
	}
	return problems
}

// checkExpiry asks for the reason why units of an expired lot come in: most often the typed date is wrong.
func (in ReceiveInput) checkExpiry(lot Lot, today civil.Date) (problems errs.Problems) {
	isExpired := lot.ExpiresOn != civil.Date{} && lot.ExpiresOn.Before(today)
	problems.Require(!isExpired || in.Reason != "", "expires_on",
		"o lote venceu em "+lot.ExpiresOn.Shown()+": confira a data. Se chegou vencido mesmo, escreva o motivo na nota")
	return problems
}

// differences returns a problem for each typed value that is not the stored one of the lot: units that expire on another day
// are another lot, or one of the two dates is wrong.
func (in ReceiveInput) differences(lot Lot) (problems errs.Problems) {
	typed := in.lot(auth.Caller{})
	stored := "este lote já está no estoque com "
	problems.Require(!in.ExpiresOn.HasValue() || typed.ExpiresOn == lot.ExpiresOn, "expires_on", stored+"a validade "+lot.ExpiresOn.Shown())
	problems.Require(typed.MadeOn == nil || lot.MadeOn != nil && *typed.MadeOn == *lot.MadeOn, "made_on", stored+"outra data, ou sem ela")
	isStored := func(typed, stored *decimal.Decimal) bool {
		return typed == nil || stored != nil && typed.Equal(*stored)
	}
	problems.Require(isStored(typed.THCContent, lot.THCContent), "thc_content", stored+"outro teor, ou sem ele")
	problems.Require(isStored(typed.CBDContent, lot.CBDContent), "cbd_content", stored+"outro teor, ou sem ele")
	return problems
}

// BlockInput blocks a lot: nothing more of it leaves. Typed must be the number of the lot.
type BlockInput struct {
	errs.BindErrors
	ID     int64  `form:"-"`
	Typed  string `form:"typed"`
	Reason string `form:"reason"`
}

// Block recalls a lot. It returns 400 VALIDATION_ERROR for another number than the lot's and without a reason, and 404
// NOT_FOUND.
func Block(ctx context.Context, tx *db.DB, by auth.Caller, input BlockInput) (Lot, error) {
	return db.Change(ctx, tx, input.ID, "", func(_ *db.DB, _ Lot, lot *Lot) error {
		name, reason := by.FullName(), strings.TrimSpace(input.Reason)
		var problems errs.Problems
		problems.Require(strings.EqualFold(strings.TrimSpace(input.Typed), lot.Number), "typed", "escreva o número do lote, "+lot.Number)
		problems.Require(reason != "" && texts.Fits(reason, maxReason), "reason", "escreva o motivo, em até 500 letras")
		if lot.BlockedAt == nil {
			lot.BlockedAt, lot.BlockedByName, lot.BlockedReason, lot.DateUpdated = &by.Now, &name, &reason, by.Now
		}
		return input.Merge(problems).Err()
	})
}

// Unblock takes a recall back, for example of the wrong lot. It returns 404 NOT_FOUND.
func Unblock(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Lot, error) {
	return db.Change(ctx, tx, id, "", func(_ *db.DB, _ Lot, lot *Lot) error {
		lot.BlockedAt, lot.BlockedByName, lot.BlockedReason, lot.DateUpdated = nil, nil, nil, by.Now
		return nil
	})
}

// FindLot returns a lot for a caller who may read products; else it is 404 NOT_FOUND.
func FindLot(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Lot, error) {
	return db.First[Lot](tx.WithContext(ctx).Scopes(visibleTo(by)).Where("id = ?", id), errNoLot())
}

// maxLots is the maximum number of lots of a product on one page.
const maxLots = 500

// ListLots lists the lots of these products that the caller may see, the first expiring first.
func ListLots(ctx context.Context, tx *db.DB, by auth.Caller, ids ...int64) ([]Lot, error) {
	var found []Lot
	err := tx.WithContext(ctx).Scopes(visibleTo(by)).Where("product_id in ?", ids).Order("expires_on, id").Limit(maxLots).Find(&found).Error
	return found, err
}

// Certificate returns the file of the certificate, for the name of its link; without one its id is 0.
func (l Lot) Certificate(ctx context.Context, tx *db.DB, by auth.Caller) (files.File, error) {
	if l.CertificateFileID == nil {
		return files.File{}, nil
	}
	file, err := files.FindFor(ctx, tx, by, *l.CertificateFileID)
	if errs.HasCode(err, errs.CodeNotFound) {
		return files.File{}, nil
	}
	return file, err
}

// SetCertificate stores a file as the certificate of a lot; the one before stays among the files. It returns 404 NOT_FOUND.
func SetCertificate(ctx context.Context, tx *db.DB, by auth.Caller, id, file int64) (Lot, error) {
	return db.Change(ctx, tx, id, "", func(_ *db.DB, _ Lot, lot *Lot) error {
		lot.CertificateFileID, lot.DateUpdated = &file, by.Now
		return nil
	}, visibleTo(by))
}

func errNoLot() error { return errs.NotFound("Lote não encontrado.") }

func visibleTo(by auth.Caller) db.Scope { return db.Allowed(canSee(by)) }

func canSee(by auth.Caller) bool {
	return by.Kind != auth.Associate && access.Can(by, "products", access.Read)
}
