// Package analytics serves the pages of the analytics, their files and the report for the board.
package analytics

import (
	"context"
	"strings"
	"time"

	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/handlers/serve"
	"acolhe/models/analytics"
	"acolhe/models/analytics/periods"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals/catalog"
	"acolhe/models/reception/triage"
	"acolhe/models/revenue"
	"acolhe/models/types/access"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/panel/analytics"
	"acolhe/web"
)

// Pages serves the pages of the analytics.
type Pages struct {
	DB      *db.DB
	Frame   frame.Func
	Exports exports.Semaphore
}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	reads := web.StaffCan("reports", access.Read)
	routes := []web.Route{web.Page(view.Path, reads, p.first), web.Page(view.ReportPath, reads, p.report).Expensive()}
	for _, area := range view.Areas() {
		routes = append(routes, web.Page(view.Filter{}.Href(area), reads, p.show(area)).Expensive(),
			web.Form(view.ExportPath(area), reads, p.export(area)))
	}
	return routes
}

// first leads to the orders.
func (p Pages) first(r *web.Request) error { return r.Redirect(view.Filter{}.Href(view.Orders)) }

func (p Pages) show(area view.Area) web.Handler {
	return func(r *web.Request) error {
		var filter view.Filter
		if err := r.Queries().Bind(&filter); err != nil {
			return err
		}
		board, err := p.board(r, area, filter)
		data := view.Data{Board: board}
		if refusal := errs.As(err); refusal != nil && len(refusal.Fields) > 0 {
			data.Refused = view.Refusal(refusal)
			data.Board, err = p.board(r, area, filter.WithoutMistakes())
		}
		if err != nil {
			return err
		}
		if err := p.complete(r.Context(), &data); err != nil {
			return err
		}
		around, err := p.Frame(r, "Análise de "+strings.ToLower(area.Name()), layouts.Crumb{Label: "Análises", Href: view.Path})
		if err != nil {
			return err
		}
		return r.Render(view.Page(around, data))
	}
}

// complete reads the values of the filters.
func (p Pages) complete(ctx context.Context, data *view.Data) (err error) {
	if data.Choices, err = analytics.FindChoices(ctx, p.DB, data.Area.Collection()); err != nil {
		return err
	}
	if data.Types, err = catalog.Types(ctx, p.DB); err != nil {
		return err
	}
	data.Statuses, err = triage.Statuses(ctx, p.DB)
	return err
}

// board reads the sums of an area for the period of the filter and the one before.
func (p Pages) board(r *web.Request, area view.Area, filter view.Filter) (view.Board, error) {
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return view.Board{}, err
	}
	board := view.Board{Area: area, Filter: filter, Today: civil.Of(r.Now.In(zone)),
		ReadsReception: access.Can(r.By, "reception", access.Read)}
	input := filter.Input(board.Today)
	period, err := input.Period(board.Today)
	if err != nil {
		return board, err
	}
	board.Period, board.Before = period, period.Before()
	switch area {
	case view.Orders:
		return p.orders(r, board, zone)
	case view.Services:
		return compared(board, view.ServicesBoard, func(input periods.Input) (analytics.Services, error) {
			return analytics.FindServices(r.Context(), p.DB, r.By, filter.Services(input))
		})
	case view.Associates:
		return compared(board, view.AssociatesBoard, func(input periods.Input) (analytics.Associates, error) {
			return analytics.FindAssociates(r.Context(), p.DB, r.By, analytics.AssociatesInput{Input: input, Status: filter.Statuses()})
		})
	}
	return compared(board, view.ReceptionBoard, func(input periods.Input) (analytics.Reception, error) {
		return analytics.FindReception(r.Context(), p.DB, r.By, filter.Reception(input))
	})
}

// orders compares the orders of both periods, with what they are worth and with the earlier numbers of the lists.
func (p Pages) orders(r *web.Request, board view.Board, zone *time.Location) (view.Board, error) {
	var found []analytics.Orders
	board, err := compared(board, view.OrdersBoard, func(input periods.Input) (analytics.Orders, error) {
		orders, err := analytics.FindOrders(r.Context(), p.DB, r.By, board.Filter.Orders(input))
		found = append(found, orders)
		return orders, err
	})
	if err != nil {
		return board, err
	}
	input := board.Filter.Orders(board.Before.Input())
	products, associates, err := found[0].Earlier(r.Context(), p.DB, r.By, input)
	if err != nil {
		return board, err
	}
	return p.withRevenue(r, view.WithEarlier(board, found[1], products, associates), zone)
}

// withRevenue reads what the orders of both periods are worth.
func (p Pages) withRevenue(r *web.Request, board view.Board, zone *time.Location) (view.Board, error) {
	var of view.Revenue
	for period, into := range map[periods.Period]*revenue.Sums{board.Period: &of.Now, board.Before: &of.Before} {
		filter := board.Filter.Orders(period.Input())
		span := civil.Span{From: period.Start.In(zone), To: period.End.Add(0, 0, 1).In(zone)}
		sums, err := revenue.Of(r.Context(), p.DB, r.By, revenue.Input{Span: span, Statuses: filter.Status, Tags: filter.Tags})
		if err != nil {
			return board, err
		}
		*into = sums
	}
	return view.WithRevenue(board, of), nil
}

// compared reads the sums of the period and of the one before, whose rankings are not shown, and draws them.
func compared[Sums any](board view.Board, draw func(view.Board, Sums, Sums) view.Board,
	find func(periods.Input) (Sums, error)) (view.Board, error) {
	now, err := find(board.Period.Input())
	if err != nil {
		return board, err
	}
	earlier := board.Before.Input()
	earlier.SumsOnly = true
	before, err := find(earlier)
	if err != nil {
		return board, err
	}
	return draw(board, now, before), nil
}

// report answers with the report of every area for the board.
func (p Pages) report(r *web.Request) error {
	var filter view.Filter
	if err := r.Queries().Bind(&filter); err != nil {
		return err
	}
	var boards []view.Board
	for _, area := range view.Areas() {
		board, err := p.board(r, area, filter.PeriodOnly())
		if err != nil {
			return err
		}
		boards = append(boards, board)
	}
	return serve.BoardReport(r, p.DB, boards)
}

// export answers with the figures of a page as a file.
func (p Pages) export(area view.Area) web.Handler {
	return func(r *web.Request) error {
		var filter view.Filter
		if err := r.Queries().Bind(&filter); err != nil {
			return err
		}
		board, err := p.board(r, area, filter)
		if err != nil {
			return err
		}
		lines := board.Lines()
		export, err := exports.Prepare(r.Context(), exports.Source{DB: p.DB, Semaphore: p.Exports}, exports.List[view.Line]{
			Request: exports.Request{List: "analises-" + string(area), Collection: "reports", Format: r.Query("formato"),
				Summary: []string{board.Text()}},
			Columns: view.Columns(), By: r.By,
			Count: exports.CountOf(len(lines)),
			Each:  exports.EachOf(lines),
		})
		if err != nil {
			return err
		}
		return list.Stream(r, export)
	}
}
