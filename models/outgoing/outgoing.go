// Package outgoing keeps units of recalled and expired lots from leaving with an order that was separated before. Orders ask it;
// lots and their movements belong to package stock, which builds on orders.
package outgoing

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
)

// Enabled switches on lots, separation by lot and the pages of the stock.
var Enabled = settings.Key[bool]{System: "stock", Name: "enabled", Type: settings.Boolean, Default: false,
	Description: "Ligado, cada produto tem lotes, e a separação diz de qual lote saiu cada unidade."}

// withdrawn is a lot of which an order has units that may not leave.
type withdrawn struct {
	Number    string
	IsBlocked bool
	Quantity  int
}

// Check returns 409 CONFLICT if an order has units of a recalled or an expired lot, and nil while the stock is switched off. That a
// carrier has the parcel already is a fact, which the program records.
func Check(ctx context.Context, tx *db.DB, by auth.Caller, order int64) error {
	if by.Kind == auth.System {
		return nil
	}
	stored, err := settings.Read(ctx, tx, settings.TimeZone, Enabled)
	if err != nil || !settings.Of(stored, Enabled) {
		return err
	}
	zone, err := stored.Location()
	if err != nil {
		return err
	}
	var found []withdrawn
	err = tx.WithContext(ctx).Table("stock_movements m").Joins("join lots l on l.id = m.lot_id").
		Select("l.number, l.blocked_at is not null as is_blocked, -sum(m.quantity) as quantity").
		Where("m.order_id = ? and (l.blocked_at is not null or l.expires_on < ?)", order, civil.Of(by.Now.In(zone))).
		Group("l.id").Having("sum(m.quantity) < 0").Order("l.id").Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return err
	}
	return errs.Conflict(errs.CodeConflict, found[0].message())
}

func (w withdrawn) message() string {
	cause := "venceu"
	if w.IsBlocked {
		cause = "foi recolhido"
	}
	return "O lote " + w.Number + " " + cause + ". Antes de enviar, devolva " +
		fmtbr.Plural(w.Quantity, "unidade dele", "unidades dele") + " na separação e separe de outro lote."
}
