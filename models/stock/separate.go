package stock

import (
	"context"
	"slices"
	"strings"
	"time"

	"acolhe/models/orders"
	"acolhe/models/parcels"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/products"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Taken is what an order has of a lot.
type Taken struct {
	OrderID   int64      `gorm:"column:order_id"`
	LotID     int64      `gorm:"column:lot_id"`
	ProductID int64      `gorm:"column:product_id"`
	Code      string     `gorm:"column:code"`
	Name      string     `gorm:"column:name"`
	Number    string     `gorm:"column:number"`
	ExpiresOn civil.Date `gorm:"column:expires_on"`
	Quantity  int        `gorm:"column:quantity"`
	// BlockedAt is set for a recalled lot.
	BlockedAt *time.Time `gorm:"column:blocked_at"`
}

// MayLeave reports whether the units may be sent on a day: their lot is neither recalled nor expired.
func (t Taken) MayLeave(day civil.Date) bool {
	return Lot{BlockedAt: t.BlockedAt, ExpiresOn: t.ExpiresOn}.IsUsable(day)
}

// TakenBy lists what an order has of each lot, in the order of the names.
func TakenBy(ctx context.Context, tx *db.DB, order int64) ([]Taken, error) {
	found, err := TakenByMany(ctx, tx, []int64{order})
	return found[order], err
}

// TakenByMany is TakenBy for several orders, by their ids.
func TakenByMany(ctx context.Context, tx *db.DB, ids []int64) (map[int64][]Taken, error) {
	var found []Taken
	err := tx.WithContext(ctx).Table("stock_movements m").Joins("join lots on lots.id = m.lot_id").
		Joins("join products p on p.id = lots.product_id").
		Select("m.order_id, lots.id as lot_id, p.id as product_id, p.code, p.name, lots.number, lots.expires_on, lots.blocked_at, -sum(m.quantity) as quantity").
		Where("m.order_id in ?", ids).Group("m.order_id, lots.id, p.id").Having("sum(m.quantity) <> 0").Order("p.name, lots.expires_on, lots.id").
		Find(&found).Error
	byOrder := make(map[int64][]Taken, len(ids))
	for _, taken := range found {
		byOrder[taken.OrderID] = append(byOrder[taken.OrderID], taken)
	}
	return byOrder, err
}

// TakenWhileOn is TakenByMany, with isOn false and no lots while the stock is switched off.
func TakenWhileOn(ctx context.Context, tx *db.DB, ids []int64) (found map[int64][]Taken, isOn bool, err error) {
	if isOn, err = settings.Get(ctx, tx, Enabled); err != nil || !isOn {
		return nil, false, err
	}
	found, err = TakenByMany(ctx, tx, ids)
	return found, true, err
}

// Line is a product of an order on its way out of the stock.
type Line struct {
	Product products.Product
	// Ordered and Separated are in units.
	Ordered, Separated int
	// Lots are the usable lots with units, the first expiring first.
	Lots []Lot
}

// Left is the number of units that are still to be separated.
func (l Line) Left() int { return l.Ordered - l.Separated }

// Separating is an order with what is to be separated. Products that the catalogue lacks are not part of it.
type Separating struct {
	Order orders.Order
	Lines []Line
	Taken []Taken
}

// Totals returns the numbers of units ordered and separated.
func (s Separating) Totals() (ordered, separated int) {
	for _, line := range s.Lines {
		ordered, separated = ordered+line.Ordered, separated+line.Separated
	}
	return ordered, separated
}

// ReadSeparating returns an order that the caller may see with what is to be separated; any other is 404 NOT_FOUND.
func ReadSeparating(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (s Separating, err error) {
	if s.Order, err = orders.FindFor(ctx, tx, by, id); err != nil {
		return s, err
	}
	if s.Taken, err = TakenBy(ctx, tx, id); err != nil {
		return s, err
	}
	var codes []string
	for _, item := range s.Order.Items {
		codes = append(codes, item.Code)
	}
	known, err := products.FindByCodes(ctx, tx, codes)
	if err != nil {
		return s, err
	}
	var ids []int64
	for _, item := range s.Order.Items {
		product, found := known[item.Code]
		if !found {
			continue
		}
		at := slices.IndexFunc(s.Lines, func(line Line) bool { return line.Product.ID == product.ID })
		if at < 0 {
			at, s.Lines, ids = len(s.Lines), append(s.Lines, Line{Product: product}), append(ids, product.ID)
		}
		s.Lines[at].Ordered += item.Quantity
	}
	return s, s.addLots(ctx, tx, by, ids)
}

func (s *Separating) addLots(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) error {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	today := civil.Of(by.Now.In(zone))
	lots, err := ListLots(ctx, tx, by, ids...)
	for i := range s.Lines {
		line := &s.Lines[i]
		for _, lot := range lots {
			if lot.ProductID == line.Product.ID && lot.Quantity > 0 && lot.IsUsable(today) {
				line.Lots = append(line.Lots, lot)
			}
		}
		for _, taken := range s.Taken {
			if taken.ProductID == line.Product.ID {
				line.Separated += taken.Quantity
			}
		}
	}
	return err
}

// SeparateInput takes one unit out of the stock for an order. Code is the number of a lot or the code of a product, as a
// scanner or a person types it.
type SeparateInput struct {
	errs.BindErrors
	OrderID int64  `form:"-"`
	Code    string `form:"codigo"`
	// Reason is needed for another lot than the one that expires first.
	Reason string `form:"reason"`
}

// CodeOtherLot is the code for a lot that does not expire first, without a reason.
const CodeOtherLot = "OTHER_LOT"

// Separate takes one unit of the lot for the order, and returns its lot. A product's code takes the lot that the order has
// already, else the one that expires first. It returns 400 VALIDATION_ERROR for a code that the order does not need, an
// expired, blocked or empty lot, 409 OTHER_LOT for a lot that does not expire first without a reason, 409 CONFLICT unless
// the order is paid or being picked, and 404 NOT_FOUND for an unknown order.
func Separate(ctx context.Context, tx *db.DB, by auth.Caller, input SeparateInput) (lot Lot, err error) {
	reason := strings.TrimSpace(input.Reason)
	if !texts.Fits(reason, maxReason) {
		return lot, errs.Invalid("reason", "é longo demais")
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// The lock of the order keeps its separated units below the ordered ones.
		if err := lockOpen(ctx, tx, input.OrderID, orders.Paid, orders.Picking); err != nil {
			return err
		}
		now, err := ReadSeparating(ctx, tx, by, input.OrderID)
		if err != nil {
			return err
		}
		if lot, err = now.lotOf(ctx, tx, by, strings.TrimSpace(input.Code), reason); err != nil {
			return err
		}
		return move(tx, by, Movement{LotID: lot.ID, Kind: Separation, Quantity: -1, OrderID: &input.OrderID, Reason: texts.Optional(reason)})
	})
	if errs.For(errs.FieldsOf(err), "quantity") != "" {
		err = errs.Invalid("codigo", "Outra pessoa levou a última unidade do lote "+lot.Number+".")
	}
	return lot, err
}

// lockOpen locks an order whose units may leave or come back: in one of these statuses, and without a bought label unless it is
// cancelled.
func lockOpen(ctx context.Context, tx *db.DB, id int64, open ...orders.Status) error {
	order, err := db.Lock[orders.Order](tx, id)
	if err != nil || order.Status == orders.Cancelled && slices.Contains(open, orders.Cancelled) {
		return err
	}
	if !slices.Contains(open, order.Status) {
		return errs.Conflict(errs.CodeConflict,
			"Só um pedido pago ou em separação passa pela separação. Este está em “"+string(order.Status)+"”.")
	}
	labels, err := parcels.LatestByOrder(ctx, tx, []int64{id})
	if err == nil && labels[id].IsPaid() {
		err = errs.Conflict(errs.CodeConflict, "A etiqueta deste pedido já foi comprada. Cancele a etiqueta para mudar a separação.")
	}
	return err
}

// lotOf returns the lot from which the code takes a unit.
func (s Separating) lotOf(ctx context.Context, tx *db.DB, by auth.Caller, code, reason string) (lot Lot, err error) {
	if code == "" {
		return lot, errs.Invalid("codigo", "Passe o leitor na caixa ou digite o lote.")
	}
	for _, line := range s.Lines {
		if strings.EqualFold(line.Product.Code, code) {
			return line.first(s.Taken)
		}
		for _, usable := range line.Lots {
			if strings.EqualFold(usable.Number, code) {
				return usable, line.check(usable, s.Taken, reason)
			}
		}
	}
	return lot, s.refusalOf(ctx, tx, by, code)
}

// first returns the lot that the order already has if any is left, else the one that expires first.
func (l Line) first(taken []Taken) (lot Lot, err error) {
	if l.Left() <= 0 {
		return lot, l.errComplete()
	}
	if len(l.Lots) == 0 {
		return lot, errs.Invalid("codigo", "Não há unidades de "+l.Product.Name+" no estoque.")
	}
	for _, lot := range l.Lots {
		if isTaken(taken, lot) {
			return lot, nil
		}
	}
	return l.Lots[0], nil
}

func (l Line) check(lot Lot, taken []Taken, reason string) error {
	switch {
	case l.Left() <= 0:
		return l.errComplete()
	case lot.ID == l.Lots[0].ID, reason != "", isTaken(taken, lot):
		return nil
	}
	return errs.Conflict(CodeOtherLot, "O lote "+l.Lots[0].Number+" vence antes. Para usar o "+lot.Number+", diga o motivo.")
}

func (l Line) errComplete() error {
	return errs.Invalid("codigo", l.Product.Name+" já está completo neste pedido.")
}

func isTaken(taken []Taken, lot Lot) bool {
	return slices.ContainsFunc(taken, func(one Taken) bool { return one.LotID == lot.ID })
}

// refusalOf says why no usable lot of the order has the code.
func (s Separating) refusalOf(ctx context.Context, tx *db.DB, by auth.Caller, code string) error {
	query := tx.WithContext(ctx).Scopes(visibleTo(by)).Where("upper(number) = upper(?)", code).Order("id")
	lot, err := db.First[Lot](query, errNoLot())
	if err != nil && !errs.HasCode(err, errs.CodeNotFound) {
		return err
	}
	isOrdered := slices.ContainsFunc(s.Lines, func(line Line) bool { return line.Product.ID == lot.ProductID })
	switch {
	case err != nil:
		return errs.Invalid("codigo", "O código "+code+" não é de um produto nem de um lote deste pedido.")
	case !isOrdered:
		return errs.Invalid("codigo", "O lote "+lot.Number+" é de outro produto, que não está neste pedido.")
	case lot.BlockedAt != nil:
		return errs.Invalid("codigo", "O lote "+lot.Number+" foi recolhido. Não envie.")
	case lot.Quantity == 0:
		return errs.Invalid("codigo", "O lote "+lot.Number+" não tem mais unidades no estoque.")
	}
	return errs.Invalid("codigo", "O lote "+lot.Number+" venceu em "+lot.ExpiresOn.Shown()+". Não envie.")
}

// PutBack takes one unit of the lot back from the order, which may be cancelled too. It returns 400 VALIDATION_ERROR if the order has
// none, and the errors of Separate for the order.
func PutBack(ctx context.Context, tx *db.DB, by auth.Caller, order, lot int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := lockOpen(ctx, tx, order, orders.Paid, orders.Picking, orders.Cancelled); err != nil {
			return err
		}
		taken, err := TakenBy(ctx, tx, order)
		if err != nil {
			return err
		}
		if !isTaken(taken, Lot{ID: lot}) {
			return errs.Invalid("lote", "Este pedido não tem unidades deste lote.")
		}
		return move(tx, by, Movement{LotID: lot, Kind: Return, Quantity: 1, OrderID: &order})
	})
}
