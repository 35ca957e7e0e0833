package paper

import (
	"io"
	"strconv"
	"time"

	"acolhe/models/evidence"
	"acolhe/models/platform/pdf"
	"acolhe/models/types/fmtbr"
	view "acolhe/views/panel/evidence"
)

// EvidenceReport are the numbers for the health authority and the board.
type EvidenceReport struct {
	pdf.Head
	Report evidence.Report
}

// Write writes the PDF.
func (r EvidenceReport) Write(to io.Writer, now time.Time) error {
	document := pdf.New("Relatório de evidências", now)
	document.Begin(r.Head)
	document.Paragraph("Período: " + view.PeriodText(r.Report.Period) + ". Este relatório tem números e nenhum nome.")
	document.Heading("Resumo")
	document.Table([]pdf.Column{{Label: "O quê", Width: 142, Align: "L"}, {Label: "Quantos", Width: 40, Align: "R"}}, [][]string{
		{"Associados", fmtbr.Integer(r.Report.Associates)},
		{"Pacientes com receita em dia no último dia", fmtbr.Integer(r.Report.Prescribed)},
		{"Efeitos relatados no período", fmtbr.Integer(r.Report.AllEvents())},
		{"Termos assinados no período", fmtbr.Integer(r.Report.Signed)},
		{"Termos assinados ao todo", fmtbr.Integer(r.Report.AllSigned)},
	})
	r.part(document, "Quantidades fornecidas", []pdf.Column{{Label: "Produto", Width: 102, Align: "L"}, {Label: "Mês", Width: 26, Align: "L"},
		{Label: "Unidades", Width: 27, Align: "R"}, {Label: "Pedidos", Width: 27, Align: "R"}}, r.supplied())
	r.part(document, "Lotes", evidenceLotColumns(), r.lots())
	r.part(document, "Perdas", []pdf.Column{{Label: "Lote", Width: 34, Align: "L"}, {Label: "Produto", Width: 52, Align: "L"},
		{Label: "Motivo", Width: 52, Align: "L"}, {Label: "Dia", Width: 22, Align: "L"}, {Label: "Unidades", Width: 22, Align: "R"}}, r.losses(now))
	r.part(document, "Efeitos relatados", []pdf.Column{{Label: "Como foi", Width: 80, Align: "L"}, {Label: "Situação", Width: 62, Align: "L"},
		{Label: "Quantos", Width: 40, Align: "R"}}, r.events())
	document.End()
	return document.Write(to)
}

// part writes a table under its heading, or that there is nothing.
func (EvidenceReport) part(document *pdf.Document, title string, columns []pdf.Column, rows [][]string) {
	document.MoveTo(document.Y() + 3)
	document.Heading(title)
	if len(rows) == 0 {
		document.Paragraph("Nada no período.")
		return
	}
	document.Table(columns, rows)
}

func (r EvidenceReport) supplied() (rows [][]string) {
	for _, row := range r.Report.Supplied {
		rows = append(rows, []string{row.Name, view.Month(row.Month), fmtbr.Integer(row.Units), fmtbr.Integer(row.Orders)})
	}
	return rows
}

func evidenceLotColumns() []pdf.Column {
	widths := []float64{28, 34, 20, 18, 18, 16, 17, 13, 18}
	columns := make([]pdf.Column, len(widths))
	for i, label := range view.LotLabels() {
		columns[i] = pdf.Column{Label: label, Width: widths[i], Align: "L"}
		if i > 2 && i < 8 {
			columns[i].Align = "R"
		}
	}
	return columns
}

func (r EvidenceReport) lots() (rows [][]string) {
	for _, lot := range r.Report.Lots {
		rows = append(rows, view.LotCells(lot))
	}
	return rows
}

func (r EvidenceReport) losses(now time.Time) (rows [][]string) {
	for _, loss := range r.Report.Losses {
		rows = append(rows, []string{loss.Number, loss.Product, loss.Reason, fmtbr.Date(loss.Date, now.Location()), fmtbr.Integer(loss.Units)})
	}
	return rows
}

func (r EvidenceReport) events() (rows [][]string) {
	for _, events := range r.Report.Events {
		rows = append(rows, []string{view.Severity(events.Severity), view.State(events.State), strconv.Itoa(events.Count)})
	}
	return rows
}
