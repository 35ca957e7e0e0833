package reports

import (
	"strconv"

	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/reports"
	"acolhe/models/types/access"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/layouts"
	view "acolhe/views/panel/reports"
	"acolhe/views/panel/undo"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/web"
)

// closing returns the form that closes the month of the address or the form.
func (p Pages) closing(r *web.Request, values web.FormData) (data view.AskData, input reports.CloseInput, err error) {
	if err := values.Bind(&input); err != nil {
		return data, input, err
	}
	professional, err := professionals.FindFor(r.Context(), p.DB, r.By, input.ProfessionalID)
	if err != nil {
		return data, input, err
	}
	report, err := reports.Find(r.Context(), p.DB, r.By,
		reports.Input{Month: input.Month, Professional: strconv.FormatInt(input.ProfessionalID, 10), Limit: new(0)})
	if err != nil {
		return data, input, err
	}
	name := fmtbr.LongMonth(report.Month.In(report.Zone).From, report.Zone)
	data = view.AskData{Title: "Fechar " + name + " de " + professional.Name + "?", Verb: "Fechar mês", Action: view.ClosePath,
		Back: view.MonthHref(report.Month),
		Text: fmtbr.Plural(report.Totals.Count, "serviço",
			"serviços") + ", " + fmtbr.Money(report.Totals.PayableSum) + ". Depois de fechado, só a administração pode reabrir o mês.",
		Hidden: []control.Option{{Value: "mes", Label: report.Month.String()},
			{Value: "professional_id", Label: strconv.FormatInt(professional.ID, 10)}}}
	return data, input, nil
}

func (p Pages) askClose(r *web.Request) error {
	data, _, err := p.closing(r, r.Queries())
	if err != nil {
		return err
	}
	return p.renderAsk(r, data)
}

func (p Pages) closeMonth(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	data, input, err := p.closing(r, posted)
	if err != nil {
		return err
	}
	statement, err := reports.Close(r.Context(), p.DB, r.By, input)
	if err != nil {
		data.Refused = err
		return p.renderAsk(r, data)
	}
	r.NotifyOf("Mês fechado no extrato "+statement.Number()+".", view.StatementHref(statement.ID))
	return r.Redirect(view.MonthHref(statement.Month))
}

// find reads the statement of the address.
func (p Pages) find(r *web.Request) (reports.Statement, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return reports.Statement{}, err
	}
	return reports.FindStatement(r.Context(), p.DB, r.By, id)
}

func (p Pages) statement(r *web.Request) error {
	statement, err := p.find(r)
	if err != nil {
		return err
	}
	events, err := reports.ListEvents(r.Context(), p.DB, r.By, statement.ID)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, view.Title(statement), crumb, monthCrumb(r, statement.Month))
	if err != nil {
		return err
	}
	zone := around.Now.Location()
	return r.Render(view.StatementPage(around,
		view.StatementData{Statement: statement, Events: events, CanReopen: access.IsAdministrator(r.By), Zone: zone, Now: around.Now}))
}

func reopening(statement reports.Statement) view.AskData {
	return view.AskData{Title: "Reabrir o mês?", Text: "O extrato " + statement.Number() + " deixa de valer até o novo fechamento.",
		Verb: "Reabrir mês", Variant: ui.Danger,
		Action: view.StatementHref(statement.ID) + "/reabrir", Back: view.StatementHref(statement.ID), Reason: "Por que reabrir?",
		ReasonName: "reason"}
}

func (p Pages) askReopen(r *web.Request) error {
	statement, err := p.find(r)
	if err != nil {
		return err
	}
	return p.renderAsk(r, reopening(statement))
}

func (p Pages) reopen(r *web.Request) error {
	statement, err := p.find(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if _, err := reports.Reopen(r.Context(), p.DB, r.By, reports.ReopenInput{ID: statement.ID, Reason: posted.Or("reason", "")}); err != nil {
		data := reopening(statement)
		data.Typed, data.Refused = posted, err
		return p.renderAsk(r, data)
	}
	r.Notify("Mês reaberto.")
	return r.Redirect(view.StatementHref(statement.ID))
}

func (p Pages) payouts(r *web.Request) error {
	found, err := reports.FindPayouts(r.Context(), p.DB, r.By, r.Query("mes"))
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Repasses", crumb, monthCrumb(r, found.Month))
	if err != nil {
		return err
	}
	return r.Render(view.PayoutsPage(around, view.PayoutsData{Payouts: found,
		WritesKeys: access.CanOpen(r.By, "professionals", access.Update)}))
}

// paying returns the form that marks statements as paid.
func (p Pages) paying(r *web.Request, ids []int64, back string) (view.AskData, error) {
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return view.AskData{}, err
	}
	if len(ids) == 0 {
		return view.AskData{}, errs.Invalid("ids", "escolha os extratos")
	}
	return view.AskData{Title: "Marcar " + fmtbr.Plural(len(ids), "repasse", "repasses") + " como pago?",
		Text: "O profissional vê a data no portal.", Verb: "Marcar como pago", Action: view.PayPath,
		Back: back, IDs: ids, Day: "Data do pagamento", Today: civil.Of(r.Now.In(zone)).String()}, nil
}

func (p Pages) askPay(r *web.Request) error {
	data, err := p.paying(r, parsed(r.Queries().Values("ids")), r.CameFrom(view.PayoutsPath))
	if err != nil {
		return err
	}
	return p.renderAsk(r, data)
}

func (p Pages) pay(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	data, err := p.paying(r, parsed(posted.Values("ids")), backOf(posted, view.PayoutsPath))
	if err != nil {
		return err
	}
	input := reports.PayInput{}
	refused := posted.Bind(&input)
	var undoID int64
	if refused == nil {
		undoID, refused = reports.Pay(r.Context(), p.DB, r.By, input)
	}
	if refused != nil {
		data.Typed, data.Refused = posted, refused
		return p.renderAsk(r, data)
	}
	r.NotifyUndo(fmtbr.Plural(len(input.IDs), "repasse marcado como pago", "repasses marcados como pagos")+".", undo.Href(undoID))
	return r.Redirect(data.Back)
}

// backOf returns the page on which a dialog was opened.
func backOf(posted web.FormData, fallback string) string {
	return web.LocalPath(posted.Or(view.BackField, ""), fallback)
}

func (p Pages) unpay(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := reports.Unpay(r.Context(), p.DB, r.By, reports.PaidStatements{IDs: parsed(posted.Values("ids"))}); err != nil {
		return err
	}
	r.Notify("Pagamento desfeito.")
	return r.Redirect(r.CameFrom(view.PayoutsPath))
}

// monthCrumb is the step of the breadcrumb that leads to the report of a month.
func monthCrumb(r *web.Request, month civil.Month) layouts.Crumb {
	return layouts.Crumb{Label: fmtbr.LongMonth(month.In(r.Now.Location()).From, r.Now.Location()), Href: view.MonthHref(month)}
}

// askForKey asks a professional for the Pix key, and says why no letter left.
func (p Pages) askForKey(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(posted.Or("id", ""), 10, 64)
	if err != nil {
		return errs.Invalid("id", "escolha o extrato")
	}
	name, err := reports.AskForKey(r.Context(), p.DB, r.By, p.Mail, id)
	switch {
	case errs.HasCode(err, errs.CodeConflict):
		r.Notify(errs.As(err).Message)
	case err != nil:
		return err
	default:
		r.Notify("Pedido enviado a " + name + ".")
	}
	return r.Redirect(r.CameFrom(view.PayoutsPath))
}
