// Package reports serves the report of services of a month, the statements of closed months and their payment.
package reports

import (
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/models/bookings"
	"acolhe/models/bookings/commissions"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/mail"
	"acolhe/models/professionals"
	"acolhe/models/reports"
	"acolhe/models/reports/contests"
	"acolhe/models/types/access"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/models/types/patch"
	"acolhe/views/layouts"
	view "acolhe/views/panel/reports"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// Pages serves the pages of reports.
type Pages struct {
	DB      *db.DB
	Frame   frame.Func
	Exports exports.Semaphore
	Mail    mail.Outbox
}

// maxFrom is more than the rows of any month.
const maxFrom = 1_000_000

var crumb = layouts.Crumb{Label: "Relatórios", Href: view.Path}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const statement = view.Path + view.StatementSub + "/:id"
	reads, changes, settles := web.StaffCan("services", access.Read), web.StaffCan("services", access.Update), web.Settling()
	return []web.Route{
		web.Page(view.Path, reads, p.show).FromReplica().Expensive(),
		web.Form(view.ExportPath, reads, p.export),
		web.Form(view.ApprovePath, changes, p.set(patch.Of(bookings.Approved), "aprovado", "aprovados")),
		web.Form(view.ApproveGroupPath, changes, p.approveGroup),
		web.Form(view.RestorePath, changes, p.set(patch.Field[bookings.Validation]{Sent: true, Null: true}, "a conferir", "a conferir")),
		web.Page(view.ContestPath, changes, p.askContest),
		web.Form(view.ContestPath, changes, p.contest),
		web.Form(view.Path+"/:id/responder", changes, p.reply),
		web.Page(view.ClosePath, settles, p.askClose),
		web.Form(view.ClosePath, settles, p.closeMonth),
		web.Page(statement, settles, p.statement),
		web.Page(statement+"/extrato.pdf", settles, p.statementPDF).Expensive(),
		web.Page(statement+"/extrato.xlsx", settles, p.statementSheet),
		web.Page(statement+"/reabrir", settles, p.askReopen),
		web.Form(statement+"/reabrir", settles, p.reopen),
		web.Page(view.PayoutsPath, settles, p.payouts).Expensive(),
		web.Page(view.FilePath, settles, p.payoutsFile),
		web.Page(view.PayPath, settles, p.askPay),
		web.Form(view.PayPath, settles, p.pay),
		web.Form(view.UnpayPath, settles, p.unpay),
		web.Form(view.AskKeyPath, settles, p.askForKey),
	}
}

func (p Pages) show(r *web.Request) error {
	var filter view.Filter
	if err := r.Queries().Bind(&filter); err != nil {
		return err
	}
	return p.render(r, view.Data{Filter: filter})
}

// render shows the report of the filter.
func (p Pages) render(r *web.Request, data view.Data) error {
	data.Filter.From = min(max(0, data.Filter.From), maxFrom)
	data.CanValidate, data.CanSettle = access.CanOpen(r.By, "services", access.Update), access.CanSettle(r.By)
	data.OpensProfessionals = access.CanOpen(r.By, "professionals", access.Read)
	if err := p.openThread(r, &data); err != nil {
		return err
	}
	if err := p.sumUp(r, &data); err != nil {
		return err
	}
	if err := p.readRows(r, &data); err != nil {
		return err
	}
	if err := p.complete(r, &data); err != nil {
		return err
	}
	around, err := p.Frame(r, fmtbr.LongMonth(data.Overview.Month.In(data.Overview.Zone).From, data.Overview.Zone), crumb)
	if err != nil {
		return err
	}
	data.Now, around.Refused = around.Now, data.Refused != nil
	if data.Refused != nil {
		return r.RenderForm(data.Refused, view.Page(around, data))
	}
	return r.Render(view.Page(around, data), data.Fragments()...)
}

// openThread reads the service of the open thread and its messages. A tab without the service gives way to all services.
func (p Pages) openThread(r *web.Request, data *view.Data) (err error) {
	if data.Filter.Thread == 0 {
		return nil
	}
	service, err := commissions.Find(r.Context(), p.DB, r.By, data.Filter.Thread)
	if err == nil {
		data.Messages, err = contests.Thread(r.Context(), p.DB, r.By, service.ID)
	}
	if errs.HasCode(err, errs.CodeNotFound) {
		data.Filter.Thread = 0
		return nil
	}
	if data.Thread = service; !view.InTab(service.CommissionValidation, data.Filter.Tab) {
		data.Filter.Tab = view.All
	}
	return err
}

// sumUp reads the sums of the filter, and the professionals of the whole month.
func (p Pages) sumUp(r *web.Request, data *view.Data) (err error) {
	if data.Overview, err = reports.FindOverview(r.Context(), p.DB, r.By, data.Filter.Selection()); err != nil {
		return err
	}
	data.Filter.Month = data.Overview.Month.String()
	data.Part = data.Overview.With(data.Filter.Tab.Validation())
	whole := data.Overview
	if data.Filter.Professional != "" || data.Filter.Search != "" {
		whole, err = reports.FindOverview(r.Context(), p.DB, r.By, reports.Selection{Month: data.Filter.Month})
	}
	for _, group := range whole.Groups {
		data.Professionals = append(data.Professionals, group.Professional)
	}
	return err
}

// readRows reads all rows of a short report, else a window of those of the open group.
func (p Pages) readRows(r *web.Request, data *view.Data) error {
	part, window := data.Part, page.Range{Limit: view.WholeRows}
	if data.IsFolded() {
		data.Open()
		window = page.Range{Limit: data.Limit, Offset: data.Filter.From}
		part = part.Of(data.Filter.Group)
	}
	if data.IsFolded() && data.Filter.Group != 0 && data.Filter.Group == data.Thread.ProfessionalID {
		before, err := part.Position(r.Context(), p.DB, r.By, data.Thread)
		if err != nil {
			return err
		}
		window.Offset = before - before%view.MoreRows
		data.Filter.From = window.Offset
	}
	rows, err := part.Rows(r.Context(), p.DB, r.By, window)
	data.Rows = rows
	return err
}

// complete reads the statements of the month, and what professionals contest.
func (p Pages) complete(r *web.Request, data *view.Data) error {
	statements, err := reports.ListStatements(r.Context(), p.DB, r.By, data.Overview.Month)
	if err != nil {
		return err
	}
	data.Statements = map[int64]reports.Statement{}
	for _, statement := range statements {
		data.Statements[statement.ProfessionalID] = statement
	}
	if !data.CanValidate || r.IsFragment() {
		return nil
	}
	if data.Contests, err = contests.ListOpen(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	data.Claims, err = professionals.ListContests(r.Context(), p.DB, r.By, data.Overview.Month.String())
	return err
}

// picked returns the services of a posted selection: that of the pressed row, else the marked ones.
func picked(posted web.FormData) []int64 {
	if one := parsed([]string{posted.Or("um", "")}); len(one) == 1 {
		return one
	}
	return parsed(posted.Values("ids"))
}

func parsed(values []string) (ids []int64) {
	for _, value := range values {
		if id, err := strconv.ParseInt(value, 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// set returns the handler that validates the picked services.
func (p Pages) set(validation patch.Field[bookings.Validation], one, many string) func(r *web.Request) error {
	return func(r *web.Request) error {
		posted, err := r.FormData()
		if err != nil {
			return err
		}
		ids := picked(posted)
		undoID, err := reports.ValidateWithUndo(r.Context(), p.DB, r.By, reports.ValidateInput{IDs: ids, Validation: validation})
		if err != nil {
			return err
		}
		r.NotifyUndo(fmtbr.Plural(len(ids), "serviço "+one, "serviços "+many)+".", undo.Href(undoID))
		return r.Redirect(r.CameFrom(view.Path))
	}
}

// approveGroup approves all services to check of a professional that match the posted filter.
func (p Pages) approveGroup(r *web.Request) error {
	var filter view.Filter
	if err := r.Queries().Bind(&filter); err != nil {
		return err
	}
	selection := filter.Selection()
	selection.Professional = strconv.FormatInt(filter.Group, 10)
	count, undoID, err := reports.ApproveAll(r.Context(), p.DB, r.By, selection)
	if err != nil {
		return err
	}
	r.NotifyUndo(fmtbr.Plural(count, "serviço aprovado", "serviços aprovados")+".", undo.Href(undoID))
	return r.Redirect(r.CameFrom(view.Path))
}

func (p Pages) askContest(r *web.Request) error {
	return p.renderAsk(r, view.ContestAsk(parsed(r.Queries().Values("ids")), r.CameFrom(view.Path)))
}

func (p Pages) contest(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	ids, back := parsed(posted.Values("ids")), backOf(posted, view.Path)
	if err := contests.Add(r.Context(), p.DB, r.By, contests.Input{IDs: ids, Text: posted.Or("text", "")}); err != nil {
		data := view.ContestAsk(ids, back)
		data.Typed, data.Refused = posted, err
		return p.renderAsk(r, data)
	}
	r.Notify(fmtbr.Plural(len(ids), "serviço contestado", "serviços contestados") + ".")
	return r.Redirect(back)
}

// reply answers in the thread of a service, and shows the report with the thread again if it is refused.
func (p Pages) reply(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	service, err := commissions.Find(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	zone, err := reports.Zone(r.Context(), p.DB)
	if err != nil {
		return err
	}
	filter := view.Filter{Month: civil.MonthOf(service.ConsultationDate.In(zone)).String(), Thread: id}
	input := contests.ReplyInput{ID: id, Text: posted.Or("text", ""), Outcome: contests.Outcome(posted.Or("outcome", ""))}
	if err := contests.Reply(r.Context(), p.DB, r.By, input); err != nil {
		return p.render(r, view.Data{Filter: filter, Typed: posted, Refused: err})
	}
	said := "Resposta enviada."
	if input.Outcome == contests.Approve {
		said = "Resposta enviada e serviço aprovado."
		filter.Thread = 0
	}
	r.Notify(said)
	return r.Redirect(filter.Href())
}

// renderAsk shows a form as a dialog for htmx, else as a page.
func (p Pages) renderAsk(r *web.Request, data view.AskData) error {
	around, err := p.Frame(r, data.Title, crumb)
	if err != nil {
		return err
	}
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.AskPage(around, data))
}
