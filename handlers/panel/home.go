package panel

import (
	"time"

	"acolhe/models/associates"
	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/reception"
	"acolhe/models/types/access"
	"acolhe/models/types/page"
	"acolhe/views/panel"
	"acolhe/web"
)

// homeRows is how many rows the short lists of today's page show.
const homeRows = 8

func (p Panel) home(r *web.Request) error {
	frame, err := p.frame(r, "Painel")
	if err != nil {
		return err
	}
	today, err := p.today(r, frame.Now)
	if err != nil {
		return err
	}
	return r.Render(panel.Home(frame, today))
}

// today gathers what the person may see of the day of now, which is in the association's time zone.
func (p Panel) today(r *web.Request, now time.Time) (panel.Today, error) {
	ctx := r.Context()
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	today := panel.Today{Now: now, Name: r.By.Name, CanPlace: access.Can(r.By, "orders", access.Create)}
	for _, part := range []struct {
		collection string
		read       func() error
	}{
		{"reception", func() (err error) { today.Waiting, err = reception.ListWaiting(ctx, p.DB, r.By, homeRows); return }},
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
			today.NewAssociates, err = counted(associates.CountNew(ctx, p.DB, day.AddDate(0, 0, -6)))
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

func (p Panel) newestOrders(r *web.Request) ([]orders.Order, error) {
	found, err := orders.List(r.Context(), p.DB, r.By, orders.ListInput{Window: page.Window{Limit: new(homeRows)}})
	return found.Items, err
}

// counted makes a count that was allowed to be read; a nil one is not shown.
func counted(count int, err error) (*int, error) { return &count, err }
