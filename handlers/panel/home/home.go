// Package home serves the first page of the staff.
package home

import (
	"time"

	"acolhe/handlers/frame"
	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/reception"
	"acolhe/models/types/access"
	"acolhe/models/types/page"
	view "acolhe/views/panel/home"
	"acolhe/web"
)

// shortList is the number of rows in the lists of the page.
const shortList = 8

// Pages serves the page.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Show serves the page.
func (p Pages) Show(r *web.Request) error {
	around, err := p.Frame(r, "Painel")
	if err != nil {
		return err
	}
	today, err := p.today(r, around.Now)
	if err != nil {
		return err
	}
	return r.Render(view.Page(around, today))
}

// today reads the part of the current day that the person may see; now is in the association's time zone.
func (p Pages) today(r *web.Request, now time.Time) (view.Today, error) {
	ctx := r.Context()
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	today := view.Today{Now: now, Name: r.By.Name, CanPlace: access.Can(r.By, "orders", access.Create)}
	for _, part := range []struct {
		collection string
		read       func() error
	}{
		{"reception", func() (err error) { today.Waiting, err = reception.ListWaiting(ctx, p.DB, r.By, shortList); return }},
		{"reception", func() (err error) { today.WaitingCount, err = counted(reception.CountOpen(ctx, p.DB, r.By)); return }},
		{"orders", func() (err error) {
			today.AwaitingPayment, err = counted(orders.CountAwaiting(ctx, p.DB, r.By))
			return
		}},
		{"orders", func() (err error) { today.Orders, err = p.newestOrders(r); return }},
		{"services", func() (err error) {
			today.Services, err = counted(bookings.CountBetween(ctx, p.DB, r.By, day, day.AddDate(0, 0, 1)))
			return
		}},
		{"users", func() (err error) {
			today.NewAssociates, err = counted(associates.CountNew(ctx, p.DB, r.By, day.AddDate(0, 0, -6)))
			return
		}},
	} {
		if !access.Can(r.By, part.collection, access.Read) {
			continue
		}
		if err := part.read(); err != nil {
			return today, err
		}
	}
	return today, nil
}

func (p Pages) newestOrders(r *web.Request) ([]orders.Order, error) {
	found, err := orders.List(r.Context(), p.DB, r.By, orders.ListInput{Window: page.Window{Limit: new(shortList)}})
	return found.Items, err
}

// counted returns a count to show; a nil count is not shown.
func counted(count int, err error) (*int, error) { return &count, err }
