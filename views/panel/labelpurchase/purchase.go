// Package labelpurchase shows the purchase of the shipping labels of many orders: the question before it, and its progress.
package labelpurchase

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/orders"
	"acolhe/models/parcels"
	"acolhe/models/tasks"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/panel/orders/parcel"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/nav"
)

// Addresses of the purchase of many labels.
const (
	Path     = ordersview.Path + "/" + ordersview.LabelsSlug
	PDFSlug  = "/etiquetas.pdf"
	SendSlug = "/enviar"

	// HandoversPath is the shipping list of today, a PDF.
	HandoversPath = ordersview.Path + "/lista-de-envios.pdf"

	// Part is the part of the page that changes while labels are bought.
	Part = "compra"
)

// Href returns the address of a task that buys labels.
func Href(id int64) string { return Path + "/" + strconv.FormatInt(id, 10) }

// OfStatusHref returns the address of the question about the labels of all orders with a status.
func OfStatusHref(status orders.Status) string {
	return Path + "?" + url.Values{"todos": {"1"}, "filtros": {ordersview.StatusQuery(status)}, "volta": {"/painel"}}.Encode()
}

// Ask is the question before the labels of orders are bought.
type Ask struct {
	Choice  tasks.LabelChoice
	Next    string
	Refused error
}

// Title returns the question: "Comprar 9 etiquetas por R$ 311,10?".
func (a Ask) Title() string {
	if len(a.Choice.Able) == 0 {
		return "Comprar etiquetas"
	}
	return "Comprar " + fmtbr.Plural(len(a.Choice.Able), "etiqueta", "etiquetas") + " por " + fmtbr.Money(a.Choice.Total) + "?"
}

func (a Ask) ask() dialog.Ask {
	ask := dialog.Ask{Title: a.Title(), Action: Path, Back: a.Next}
	switch refused := errs.As(a.Refused); {
	case refused != nil:
		ask.Refusal = refused.Message
	case len(a.Choice.Able) == 0:
		ask.Refusal = "Nenhum dos pedidos selecionados pode receber etiqueta."
	}
	if len(a.Choice.Able) > 0 {
		ask.Verb = "Comprar por " + fmtbr.Money(a.Choice.Total)
	}
	return ask
}

// source says from where the carriers take the money.
func (a Ask) source() string {
	sums := map[bool]money.Amount{true: money.Zero, false: money.Zero}
	for _, able := range a.Choice.Able {
		isLoggi := able.Parcel.Provider == externalservices.CarrierA
		sums[isLoggi] = sums[isLoggi].Add(able.Parcel.Price)
	}
	switch {
	case sums[true].IsZero():
		return "O valor sai do saldo do Melhor Envio."
	case sums[false].IsZero():
		return "A Loggi cobra na fatura."
	}
	return fmtbr.Money(sums[false]) + " saem do saldo do Melhor Envio; " + fmtbr.Money(sums[true]) + " a Loggi cobra na fatura."
}

func (a Ask) excluded() string {
	if len(a.Choice.Excluded) == 1 {
		return "1 pedido não entra na compra"
	}
	return fmtbr.Integer(int64(len(a.Choice.Excluded))) + " pedidos não entram na compra"
}

func ableLine(candidate parcels.Candidate) ui.Line {
	return ui.Line{Title: candidate.Order.NameAssociate, Note: fmtbr.Join(" · ", ordersview.Number(candidate.Order.ID), candidate.Parcel.ServiceLabel),
		Figure: fmtbr.Money(candidate.Parcel.Price)}
}

func excludedLine(candidate parcels.Candidate) ui.Line {
	return ui.Line{Title: candidate.Order.NameAssociate, Href: ordersview.Href(candidate.Order.ID),
		Note: ordersview.Number(candidate.Order.ID) + " · " + candidate.Refusal}
}

// Which are the rows of the page of a purchase that are shown.
type Which string

// The parts of the page.
const (
	All     Which = ""
	Bought  Which = "compradas"
	Trouble Which = "pendentes"
	Queued  Which = "fila"
)

// Data is the page of a purchase of many labels.
type Data struct {
	tasks.Labels
	Which     Which
	CanChange bool
	// MayPause reports whether the person may pause and continue the purchase.
	MayPause bool
	Now      time.Time
}

func (d Data) href() string { return Href(d.Task.ID) }

// fromHere returns the address of a question about the label of an order, which leads back to this part of the page.
func (d Data) fromHere(order int64, slug string) string {
	return ordersview.Href(order) + slug + "?" + url.Values{"volta": {d.partHref(d.Which)}}.Encode()
}

func (d Data) partHref(which Which) string {
	if which == All {
		return d.href()
	}
	return d.href() + "?parte=" + string(which)
}

// which returns the part of the page in which a row stands.
func (d Data) which(row tasks.LabelRow) Which {
	switch {
	case d.isBought(row):
		return Bought
	case row.IsWaiting && !d.Task.IsOver(), row.Parcel.IsRunning():
		return Queued
	}
	return Trouble
}

// isBought reports whether a label can be printed, or soon will be.
func (d Data) isBought(row tasks.LabelRow) bool {
	return row.Parcel.State == parcels.Ready || row.Parcel.State == parcels.Bought
}

func (d Data) shown() []tasks.LabelRow {
	var shown []tasks.LabelRow
	for _, row := range d.Rows {
		if d.Which == All || d.which(row) == d.Which {
			shown = append(shown, row)
		}
	}
	return shown
}

func (d Data) tabs() nav.Tabs {
	counts := map[Which]int{All: len(d.Rows)}
	for _, row := range d.Rows {
		counts[d.which(row)]++
	}
	tab := func(which Which, label string) nav.Tab {
		return nav.Tab{Label: label, Href: d.partHref(which), Count: new(counts[which]), Current: d.Which == which}
	}
	return nav.Tabs{Label: "Situação das etiquetas", Tabs: []nav.Tab{
		tab(All, "Todas"), tab(Bought, "Compradas"), tab(Trouble, "Precisam de você"), tab(Queued, "Na fila"),
	}}
}

func (d Data) about() string {
	return fmtbr.Plural(len(d.Rows), "pedido", "pedidos") + ", compra iniciada por " + d.Task.OwnerName + " " + fmtbr.At(d.Task.DateCreated, d.Now)
}

func (d Data) progress() ui.Progress {
	label := map[tasks.Status]string{tasks.Waiting: "Na fila", tasks.Running: "Comprando etiquetas", tasks.Paused: "Compra pausada",
		tasks.Done:      "Compra terminada",
		tasks.Cancelled: "Compra cancelada", tasks.Failed: "A compra parou"}
	return ui.Progress{Value: d.Task.Processed(), Max: d.Task.Total, Label: label[d.Task.Status], Wide: true}
}

// spending says what was spent, and what the rest would cost.
func (d Data) spending() string {
	spent, rest := money.Zero, money.Zero
	for _, row := range d.Rows {
		switch {
		case d.isBought(row):
			spent = spent.Add(row.Parcel.Price)
		case d.which(row) == Queued:
			rest = rest.Add(priceOf(row))
		}
	}
	said := []string{"Gasto até agora: " + fmtbr.Money(spent)}
	if !d.Task.IsOver() {
		said = append(said, "Falta: até "+fmtbr.Money(rest), "Você pode sair desta página.")
	}
	return fmtbr.Join(" · ", said...)
}

func priceOf(row tasks.LabelRow) money.Amount {
	switch {
	case row.Parcel.ID != 0:
		return row.Parcel.Price
	case row.Order.FreightOption != nil:
		return row.Order.FreightOption.Price
	}
	return money.Zero
}

func (d Data) price(row tasks.LabelRow) string {
	if price := priceOf(row); !price.IsZero() {
		return fmtbr.Money(price)
	}
	return "–"
}

func service(row tasks.LabelRow) (name, seller string) {
	option := row.Order.FreightOption
	switch {
	case row.Parcel.ID != 0:
		return row.Parcel.ServiceLabel, row.Parcel.Carrier()
	case option == nil:
		return "–", ""
	}
	return option.ServiceLabel, parcels.Parcel{Provider: externalservices.Name(option.Provider)}.Carrier()
}

// state returns the state of a row in a word, and why the person has to do something.
func (d Data) state(row tasks.LabelRow) (badge ui.Badge, reason string) {
	switch {
	case row.Parcel.ID != 0 && row.Parcel.State != parcels.Cancelled && (!row.Parcel.IsOver() || row.Refusal != ""):
		return parcel.LabelState(row.Parcel), texts.Of(row.Parcel.Failure)
	case row.Parcel.State == parcels.Cancelled && !row.IsWaiting:
		return parcel.LabelState(row.Parcel), ""
	case row.Order.FreightOption == nil:
		return ui.Badge{Tone: ui.Warn, Text: "Sem frete"}, "Escolha o frete no pedido."
	case row.Refusal != "":
		return ui.Badge{Tone: ui.Bad, Text: "Recusada"}, row.Refusal
	case d.Task.IsOver():
		return ui.Badge{Tone: ui.Muted, Text: "Não comprada"}, ""
	}
	return ui.Badge{Tone: ui.Muted, Text: "Na fila"}, ""
}

// printable counts the labels that can be printed.
func (d Data) printable() int {
	count := 0
	for _, row := range d.Rows {
		if row.Parcel.State == parcels.Ready {
			count++
		}
	}
	return count
}

func (d Data) printMenu() ui.Menu {
	text := "Imprimir " + fmtbr.Plural(d.printable(), "etiqueta", "etiquetas")
	href := d.href() + PDFSlug
	return ui.Menu{ID: "imprimir-etiquetas", Label: text, Text: text, Icon: "printer", Items: []ui.MenuItem{
		{Label: "A6, uma por página", Href: href + "?formato=" + string(parcels.A6)}, {Label: "A4, quatro por página",
			Href: href + "?formato=" + string(parcels.A4)},
	}}
}

// Sendable returns the parcels whose orders can be marked as sent.
func Sendable(rows []tasks.LabelRow) (ids []int64) {
	for _, row := range rows {
		if row.Parcel.State == parcels.Ready && row.Parcel.TrackingCode != nil && row.Order.Status == orders.Picking {
			ids = append(ids, row.Parcel.ID)
		}
	}
	return ids
}

// Sent returns the message after orders were marked as sent.
func Sent(sent int) string {
	return fmtbr.Plural(sent, "pedido marcado como enviado", "pedidos marcados como enviados") + "."
}
