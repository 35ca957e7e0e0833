// Package evidence serves the numbers for the health authority and the board, as a page, a PDF and a sheet.
package evidence

import (
	"context"
	"io"
	"strconv"
	"time"

	"acolhe/handlers/frame"
	"acolhe/handlers/serve"
	"acolhe/models/evidence"
	"acolhe/models/platform/db"
	"acolhe/models/platform/items/kind"
	"acolhe/models/platform/items/sheet"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/layouts"
	analyticsview "acolhe/views/panel/analytics"
	view "acolhe/views/panel/evidence"
	"acolhe/web"
)

// Pages serves this page and its files.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes.
func (p Pages) Routes() []web.Route {
	reads := web.StaffCan("reports", access.Read)
	return []web.Route{
		web.Page(view.Path, reads, p.show).Expensive(),
		web.Page(view.Path+".pdf", reads, p.print).Expensive(),
		web.Page(view.Path+".xlsx", reads, p.export).Expensive(),
	}
}

// period is that of the address, else the current month and the eleven before it, also in place of a month that is none.
func (p Pages) period(r *web.Request) (period evidence.Period, zone *time.Location, err error) {
	if zone, err = settings.Location(r.Context(), p.DB); err != nil {
		return period, zone, err
	}
	current := civil.MonthOf(r.Now.In(zone))
	period = evidence.Period{First: current.Add(-11), Last: current}
	var problems errs.Problems
	readMonth(r, "de", &period.First, &problems)
	readMonth(r, "ate", &period.Last, &problems)
	return period, zone, problems.Err()
}

// readMonth changes the month if the address has one under this name.
func readMonth(r *web.Request, name string, month *civil.Month, problems *errs.Problems) {
	typed := r.Query(name)
	if typed == "" {
		return
	}
	chosen, err := civil.ParseMonth(typed)
	if err != nil {
		problems.Add(name, "escreva o mês como 2026-01")
		return
	}
	*month = chosen
}

// read returns the numbers, or of a refused period only its months.
func (p Pages) read(r *web.Request) (report evidence.Report, zone *time.Location, err error) {
	period, zone, err := p.period(r)
	if err == nil {
		report, err = evidence.Read(r.Context(), p.DB, r.By, period)
	}
	report.Period = period
	return report, zone, err
}

func (p Pages) show(r *web.Request) error {
	report, zone, err := p.read(r)
	fields := errs.FieldsOf(err)
	if err != nil && len(fields) == 0 {
		return err
	}
	data := view.Data{Report: report, Refused: fields, Current: civil.MonthOf(r.Now.In(zone)), Zone: zone,
		ReadsTerms: access.CanOpen(r.By, "doc_sign", access.Read)}
	around, err := p.Frame(r, "Relatório de evidências", layouts.Crumb{Label: "Análises", Href: analyticsview.Path})
	if err != nil {
		return err
	}
	around.Refused = len(fields) > 0
	return r.Render(view.Page(around, data))
}

func (p Pages) print(r *web.Request) error {
	report, _, err := p.read(r)
	if err != nil {
		return err
	}
	return serve.EvidenceReport(r, p.DB, report)
}

// export answers with every number in one row: part, what, month or day, amount.
func (p Pages) export(r *web.Request) error {
	report, zone, err := p.read(r)
	if err != nil {
		return err
	}
	format := sheet.Formats(sheet.Brazilian(zone))["xlsx"]
	name := "evidencias-" + report.First.String() + "-" + report.Last.String() + ".xlsx"
	file := web.File{Name: name, ContentType: format.ContentType, Limit: time.Minute}
	return r.Download(file, func(_ context.Context, w io.Writer) error { return writeRows(w, format, lines(report, zone)) })
}

// line is a number with what it counts.
type line struct {
	part, what, detail, when string
	amount                   int
}

func lines(report evidence.Report, zone *time.Location) []line {
	all := []line{
		{"Resumo", "Associados", "", "", report.Associates},
		{"Resumo", "Pacientes com receita em dia no último dia", "", "", report.Prescribed},
		{"Resumo", "Termos assinados no período", "", "", report.Signed},
		{"Resumo", "Termos assinados ao todo", "", "", report.AllSigned},
	}
	for _, row := range report.Supplied {
		all = append(all, line{"Quantidades fornecidas", row.Name, row.Code, view.Month(row.Month), row.Units})
	}
	for _, lot := range report.Lots {
		cells, labels := []int{lot.Received, lot.Separated, lot.Lost, lot.Corrected, lot.Left}, view.LotLabels()[3:8]
		for i, amount := range cells {
			all = append(all, line{"Lotes", lot.Number + " · " + lot.Product, labels[i], lot.ExpiresOn.Shown(), amount})
		}
	}
	for _, loss := range report.Losses {
		all = append(all, line{"Perdas", loss.Number + " · " + loss.Product, loss.Reason, fmtbr.Date(loss.Date, zone), loss.Units})
	}
	for _, events := range report.Events {
		all = append(all, line{"Efeitos relatados", view.Severity(events.Severity), view.State(events.State), "", events.Count})
	}
	return all
}

func writeRows(w io.Writer, format sheet.Format, all []line) error {
	rows, err := format.Open(w, []sheet.Column{{Name: "Parte", Kind: kind.Text}, {Name: "O quê", Kind: kind.Text}, {Name: "Detalhe", Kind: kind.Text},
		{Name: "Mês ou dia", Kind: kind.Text}, {Name: "Quantidade", Kind: kind.Integer}})
	if err != nil {
		return err
	}
	for _, one := range all {
		cells := [][]byte{[]byte(one.part), []byte(one.what), []byte(one.detail), []byte(one.when), []byte(strconv.Itoa(one.amount))}
		if err := rows.Row(cells); err != nil {
			rows.Discard()
			return err
		}
	}
	return rows.Close()
}
