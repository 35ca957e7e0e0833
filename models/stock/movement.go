package stock

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Kind is the cause of a movement.
type Kind string

// The kinds of movements. A Return takes a Separation back; a Count corrects what was counted.
const (
	Receipt    Kind = "receipt"
	Separation Kind = "separation"
	Return     Kind = "return"
	Loss       Kind = "loss"
	Correction Kind = "correction"
	Counted    Kind = "count"
)

// Movement is a row of stock_movements, which never changes. Quantity is what the lot gains, below 0 what it loses.
type Movement struct {
	ID          int64      `gorm:"primaryKey"`
	LotID       int64      `gorm:"column:lot_id"`
	Kind        Kind       `gorm:"column:kind"`
	Quantity    int        `gorm:"column:quantity"`
	OrderID     *int64     `gorm:"column:order_id"`
	Reason      *string    `gorm:"column:reason"`
	ActorCode   *uuid.UUID `gorm:"column:actor_code"`
	ActorName   string     `gorm:"column:actor_name"`
	DateCreated time.Time  `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (Movement) TableName() string { return "stock_movements" }

// Constraints implements db.Constrained.
func (Movement) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{"lots_quantity_check": {Field: "quantity", Message: "o lote não tem tantas unidades"}}
}

// move stores a movement; the database changes the quantity of the lot, and refuses one below 0.
func move(tx *db.DB, by auth.Caller, movement Movement) error {
	movement.ActorCode, movement.ActorName, movement.DateCreated = by.OperatorCode(), by.FullName(), by.Now
	err := tx.Create(&movement).Error
	if refusal := errs.As(err); refusal != nil && refusal.Kind == errs.KindInvalid {
		return errs.Invalid("quantity", "o lote não tem tantas unidades")
	}
	return err
}

// AdjustInput corrects a lot by hand: a loss, which takes its quantity away, or what the stock truly has, Counted or as a
// Correction. Each needs a reason, unless the count agrees.
type AdjustInput struct {
	errs.BindErrors
	LotID int64 `form:"-"`
	Kind  Kind  `form:"kind"`
	// Quantity is the number of lost units of a Loss, else the number of units that the lot truly has.
	Quantity int    `form:"quantity"`
	Reason   string `form:"reason"`
}

// Adjust stores a loss, a correction or a count, and returns what the lot then has. A count that agrees stores nothing. It
// returns 400 VALIDATION_ERROR with every wrong field, and 404 NOT_FOUND.
func Adjust(ctx context.Context, tx *db.DB, by auth.Caller, input AdjustInput) (lot Lot, err error) {
	reason := strings.TrimSpace(input.Reason)
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// The lock keeps the difference true until it is stored.
		if lot, err = db.Lock[Lot](tx, input.LotID, visibleTo(by)); err != nil {
			return err
		}
		difference := input.Quantity - lot.Quantity
		if input.Kind == Loss {
			difference = -input.Quantity
		}
		var problems errs.Problems
		problems.Require(input.Kind == Loss || input.Kind == Correction || input.Kind == Counted, "kind", "escolha o que aconteceu")
		problems.Require(input.Quantity >= 0 && input.Quantity <= maxQuantity &&
			(input.Kind != Loss || input.Quantity > 0), "quantity", "informe quantas unidades")
		problems.Require(lot.Quantity+difference >= 0, "quantity", "o lote não tem tantas unidades")
		problems.Require(difference == 0 || reason != "", "reason", "diga o motivo da diferença")
		problems.Require(texts.Fits(reason, maxReason), "reason", "é longo demais")
		if err := input.Merge(problems).Err(); err != nil || difference == 0 {
			return err
		}
		lot.Quantity += difference
		return move(tx, by, Movement{LotID: lot.ID, Kind: input.Kind, Quantity: difference, Reason: texts.Optional(reason)})
	})
	return lot, err
}

// Moved is a movement with its lot.
type Moved struct {
	Movement
	Number string `gorm:"column:number"`
}

// Direction is a part of the movements.
type Direction string

// The directions; the empty one is all movements.
const (
	In      Direction = "in"
	Out     Direction = "out"
	Mending Direction = "mending"
)

func (d Direction) kinds() []Kind {
	switch d {
	case In:
		return []Kind{Receipt, Return}
	case Out:
		return []Kind{Separation, Loss}
	case Mending:
		return []Kind{Correction, Counted}
	}
	return []Kind{Receipt, Return, Separation, Loss, Correction, Counted}
}

// MovementsInput are the movements of a product.
type MovementsInput struct {
	Product   int64
	Direction Direction
	Limit     int
}

// ListMovements lists the latest movements of a product that the caller may see.
func ListMovements(ctx context.Context, tx *db.DB, by auth.Caller, input MovementsInput) ([]Moved, error) {
	var found []Moved
	err := tx.WithContext(ctx).Table("stock_movements m").Joins("join lots on lots.id = m.lot_id").Scopes(visibleTo(by)).
		Select("m.*, lots.number").Where("lots.product_id = ? and m.kind in ?", input.Product, input.Direction.kinds()).Order("m.date_created desc, m.id desc").
		Limit(input.Limit).Find(&found).Error
	return found, err
}

// QuantityOn returns what a lot had at the end of a day.
func QuantityOn(ctx context.Context, tx *db.DB, lot int64, day civil.Date, zone *time.Location) (int, error) {
	var quantity int
	err := tx.WithContext(ctx).Model(&Movement{}).Where("lot_id = ? and date_created < ?", lot, day.Add(0, 0, 1).In(zone)).
		Select("coalesce(sum(quantity), 0)").Row().Scan(&quantity)
	return quantity, err
}
