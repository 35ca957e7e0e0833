// Package portal serves the pages of professionals, who see their own services alone.
package portal

import (
	"acolhe/handlers/frame"
	"acolhe/handlers/serve"
	"acolhe/models/appointments"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/professionals/catalog"
	"acolhe/models/reports"
	"acolhe/models/reports/contests"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/portal"
	"acolhe/web"
)

// Portal serves the pages of professionals.
type Portal struct {
	DB *db.DB
	// Feeds are the addresses of the calendars of professionals.
	Feeds appointments.Feeds
}

// latestStatements is the number of statements on the page of a report.
const latestStatements = 12

// Routes returns the routes of the portal.
func (p Portal) Routes() []web.Route {
	own := web.Professional()
	return []web.Route{
		web.Page(view.Path, own, p.report),
		web.Page(view.Path+"/contestar/:id", own, p.askContest),
		web.Form(view.Path+"/contestar/:id", own, p.contest),
		web.Form(view.Path+"/conversas/:id", own, p.reply),
		web.Page(view.MissingPath, own, p.askMissing),
		web.Form(view.MissingPath, own, p.claimMissing),
		web.Page(view.Path+"/extratos/:id/extrato.pdf", own, p.statement),
		web.Page(view.WeekPath, own, p.week),
		web.Form(view.FeedPath, own, p.renewFeed),
		web.Page(view.YearPath, own, p.year),
		web.Page(view.YearPath+"/extrato.pdf", own, p.yearPDF),
		web.Page(view.YearPath+"/extrato.csv", own, p.yearSheet),
		web.Page(view.DataPath, own, p.data),
		web.Form(view.DataPath, own, p.save),
	}
}

// professional returns the professional of the caller; an account without one gets a page that says so.
func (p Portal) professional(r *web.Request) (professionals.Professional, error) {
	return professionals.FindByCode(r.Context(), p.DB, r.By, r.By.InternalCode)
}

// unlinked answers a failed look-up of the professional.
func (p Portal) unlinked(r *web.Request, err error, title string) error {
	if !errs.HasCode(err, errs.CodeNotFound) {
		return err
	}
	around, err := p.frame(r, title)
	if err != nil {
		return err
	}
	return r.Render(view.Unlinked(around))
}

func (p Portal) frame(r *web.Request, title string) (layouts.Frame, error) {
	return frame.Portal(r, p.DB, title)
}

// reportQuery is the state of the report in its address.
type reportQuery struct {
	Month  string `form:"mes"`
	Thread int64  `form:"conversa"`
}

func (p Portal) report(r *web.Request) error {
	var query reportQuery
	if err := r.Queries().Bind(&query); err != nil {
		return err
	}
	return p.renderReport(r, query, view.ReportData{})
}

func (p Portal) renderReport(r *web.Request, query reportQuery, data view.ReportData) (err error) {
	if data.Professional, err = p.professional(r); err != nil {
		return p.unlinked(r, err, "Relatório de serviços")
	}
	data.Page = r.QueryPage()
	data.Report, err = reports.Find(r.Context(), p.DB, r.By,
		reports.Input{Month: query.Month, Limit: &data.Page.Size, Offset: data.Page.Offset()})
	if err != nil {
		return err
	}
	if data.Statements, err = reports.ListOwnStatements(r.Context(), p.DB, r.By, latestStatements); err != nil {
		return err
	}
	for i, statement := range data.Statements {
		if statement.Month == data.Report.Month {
			data.Statement = &data.Statements[i]
		}
	}
	if data.Planned, err = catalog.PlannedPayout(r.Context(), p.DB, data.Report.Month); err != nil {
		return err
	}
	data.Own = r.By.Code
	if err := p.readThread(r, query.Thread, &data); err != nil {
		return err
	}
	around, err := p.frame(r, "Relatório de serviços")
	if err != nil {
		return err
	}
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.Report(around, data))
}

// readThread adds the thread of a service of the month; another service has none.
func (p Portal) readThread(r *web.Request, id int64, data *view.ReportData) error {
	if id == 0 {
		return nil
	}
	row, month, err := reports.FindRow(r.Context(), p.DB, r.By, id)
	if errs.HasCode(err, errs.CodeNotFound) || err == nil && month != data.Report.Month {
		return nil
	}
	if err != nil {
		return err
	}
	data.Thread = &row
	data.Messages, err = contests.Thread(r.Context(), p.DB, r.By, id)
	return err
}

// row returns a service of the caller as a row of its month.
func (p Portal) row(r *web.Request) (data view.ContestData, err error) {
	id, err := r.ParamID("id")
	if err != nil {
		return data, err
	}
	if data.Zone, err = reports.Zone(r.Context(), p.DB); err != nil {
		return data, err
	}
	data.Row, data.Month, err = reports.FindRow(r.Context(), p.DB, r.By, id)
	return data, err
}

func (p Portal) askContest(r *web.Request) error {
	data, err := p.row(r)
	if err != nil {
		return err
	}
	return p.renderContest(r, data)
}

func (p Portal) renderContest(r *web.Request, data view.ContestData) error {
	around, err := p.frame(r, "Contestar serviço")
	if err != nil {
		return err
	}
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.ContestPage(around, data))
}

func (p Portal) contest(r *web.Request) error {
	data, err := p.row(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	text := posted.Or("text", "")
	if text != "" {
		text = view.Reason(posted.Or("reason", "")) + ": " + text
	}
	if err := contests.Add(r.Context(), p.DB, r.By, contests.Input{IDs: []int64{data.Row.ID}, Text: text}); err != nil {
		data.Typed, data.Refused = posted, err
		return p.renderContest(r, data)
	}
	r.Notify("Contestação enviada.")
	return r.Redirect(view.MonthHref(data.Month, data.Row.ID))
}

func (p Portal) reply(r *web.Request) error {
	data, err := p.row(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := contests.ReplyInput{ID: data.Row.ID, Text: posted.Or("text", ""), Outcome: contests.Outcome(posted.Or("outcome", ""))}
	if err := contests.Reply(r.Context(), p.DB, r.By, input); err != nil {
		if errs.As(err) == nil {
			return err
		}
		return p.renderReport(r, reportQuery{Month: data.Month.String(), Thread: data.Row.ID}, view.ReportData{Typed: posted, Refused: err})
	}
	if input.Outcome == contests.Withdraw {
		r.Notify("Contestação retirada.")
		return r.Redirect(view.MonthHref(data.Month, 0))
	}
	r.Notify("Resposta enviada.")
	return r.Redirect(view.MonthHref(data.Month, data.Row.ID))
}

func (p Portal) statement(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	statement, err := reports.FindStatement(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	return serve.Statement(r, p.DB, statement)
}

// renewFeed gives the calendar of the professional a new address.
func (p Portal) renewFeed(r *web.Request) error {
	before, err := p.Feeds.FindOwn(r.Context(), r.By)
	if err != nil {
		return p.unlinked(r, err, "Semana")
	}
	if _, err := p.Feeds.RenewOwn(r.Context(), r.By); err != nil {
		return err
	}
	if before == "" {
		r.Notify("Link pronto. Copie e abra na agenda do seu celular.")
	} else {
		r.Notify("Link trocado. O antigo não funciona mais.")
	}
	return r.Redirect(view.WeekPath)
}

// week shows the appointments of the week of a day, the current one by default.
func (p Portal) week(r *web.Request) error {
	if _, err := p.professional(r); err != nil {
		return p.unlinked(r, err, "Semana")
	}
	zone, err := reports.Zone(r.Context(), p.DB)
	if err != nil {
		return err
	}
	from := civil.StartOfDay(r.Now.In(zone))
	if asked := r.Query("de"); civil.IsDay(asked) {
		from = civil.Midnight(asked, zone)
	}
	from = from.AddDate(0, 0, -(int(from.Weekday())+6)%7)
	week := view.WeekData{From: from}
	if week.Services, err = appointments.OfProfessional(r.Context(), p.DB, r.By,
		civil.Span{From: from, To: from.AddDate(0, 0, 7)}); err != nil {
		return err
	}
	if week.Feed, err = p.Feeds.FindOwn(r.Context(), r.By); err != nil {
		return err
	}
	around, err := p.frame(r, "Semana")
	if err != nil {
		return err
	}
	return r.Render(view.Week(around, week))
}
