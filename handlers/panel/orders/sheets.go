package orders

import (
	"context"
	"io"
	"slices"

	"acolhe/models/associates"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/pdf"
	"acolhe/models/platform/settings"
	"acolhe/models/stock"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
	view "acolhe/views/panel/orders"
	"acolhe/views/paper"
)

// PDF is the format of an export that prints orders.
const PDF = "pdf"

// sheetsPerStep is the number of orders that are printed between two reports of the progress.
const sheetsPerStep = 50

// PrepareSheets prepares a PDF of the orders that match the query of a request, in its order and with a sheet for each.
func PrepareSheets(ctx context.Context, tx *db.DB, by auth.Caller, request exports.Request) (exports.File, error) {
	query, err := view.List().Requested(request)
	if err != nil {
		return exports.File{}, err
	}
	save := func(ctx context.Context, w io.Writer, progress func(rows, of int) error) (int, error) {
		var found []orders.Order
		err := orders.Each(ctx, tx, by, view.List().Read(query), func(order orders.Order) error {
			if found = append(found, order); len(found) > maxPrinted {
				return errs.Invalid("query", "imprima no máximo 2.000 pedidos de cada vez")
			}
			return nil
		})
		switch {
		case err != nil:
			return 0, err
		case len(found) == 0:
			return 0, errs.NotFound("Os pedidos não existem mais.")
		}
		return len(found), writeSheets(ctx, tx, by, sheetsFile{found, w, progress})
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return exports.File{}, err
	}
	name := "pedidos-" + civil.Of(by.Now.In(zone)).String() + ".pdf"
	return exports.File{Name: name, ContentType: "application/pdf", Save: save}, nil
}

// sheetsFile is a PDF of orders to be written, with the callback for the progress.
type sheetsFile struct {
	orders   []orders.Order
	to       io.Writer
	progress func(rows, of int) error
}

func writeSheets(ctx context.Context, tx *db.DB, by auth.Caller, file sheetsFile) error {
	sheets, err := newSheets(ctx, tx, by)
	if err != nil {
		return err
	}
	printed := paper.NewOrders(paper.OrdersTitle(len(file.orders), file.orders[0].ID), sheets.head.Now)
	written := 0
	for step := range slices.Chunk(file.orders, sheetsPerStep) {
		if err := file.progress(written, len(file.orders)); err != nil {
			return err
		}
		if err := sheets.add(ctx, printed, step); err != nil {
			return err
		}
		written += len(step)
	}
	if err := file.progress(written, written); err != nil {
		return err
	}
	return printed.Write(file.to)
}

// sheets adds the data that only printed sheets show to orders, for a caller.
type sheets struct {
	tx   *db.DB
	by   auth.Caller
	head pdf.Head
}

func newSheets(ctx context.Context, tx *db.DB, by auth.Caller) (sheets, error) {
	association, location, err := pdf.ReadAssociation(ctx, tx)
	return sheets{tx: tx, by: by, head: pdf.Head{IssuedBy: by.FullName(), Now: by.Now.In(location), Association: association}}, err
}

// add prints orders.
func (s sheets) add(ctx context.Context, printed paper.Orders, found []orders.Order) error {
	ids, placed := make([]int64, len(found)), make([]int64, len(found))
	for i, order := range found {
		ids[i], placed[i] = order.User, order.ID
	}
	contacts, err := associates.ByIDFor(ctx, s.tx, s.by, ids)
	if err != nil {
		return err
	}
	lots, _, err := stock.TakenWhileOn(ctx, s.tx, placed)
	if err != nil {
		return err
	}
	for _, order := range found {
		associate, head := contacts[order.User], s.head
		head.Title = paper.OrderTitle(order.ID)
		payment, err := orders.PayByPix(ctx, s.tx, order)
		if err != nil {
			return err
		}
		printed.Add(paper.Order{Head: head, Order: order, Totals: order.Totals(), Pix: payment, Lots: lots[order.ID],
			Phone: texts.Of(associate.Phone), CPF: texts.Of(associate.AssociateCPF)})
	}
	return nil
}
