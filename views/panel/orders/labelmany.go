package orders

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/orders"
	"acolhe/models/parcels"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/nav"
)

// Addresses of the purchase of many labels.
const (
	LabelsSlug     = "etiquetas-de-envio"
	LabelsPath     = Path + "/" + LabelsSlug
	LabelsPDFSlug  = "/etiquetas.pdf"
	LabelsSendSlug = "/enviar"

	// HandoversPath is the shipping list of today, a PDF.
	HandoversPath = Path + "/lista-de-envios.pdf"

	// LabelsPart is the part of the page that changes while labels are bought.
	LabelsPart = "compra"
)

// LabelsHref returns the address of a task that buys labels.
func LabelsHref(id int64) string { return LabelsPath + "/" + strconv.FormatInt(id, 10) }

// LabelsOfStatusHref returns the address of the question about the labels of all orders with a status.
func LabelsOfStatusHref(status orders.Status) string {
	return LabelsPath + "?" + url.Values{"todos": {"1"}, "filtros": {withStatus(status).Encode()}, "volta": {"/painel"}}.Encode()
}

// labelsAction is the action on selected orders that buys their labels.
func labelsAction() list.Action {
	return list.Action{Name: LabelsSlug, Icon: "truck", Label: "Comprar etiquetas de envio…", One: "Comprar etiqueta de envio…",
		Many:       "Comprar {n} etiquetas de envio…",
		Collection: "orders", Action: access.Update, Limit: parcels.MaxTogether, Asks: true}
}

// LabelsAsk is the question before the labels of orders are bought.
type LabelsAsk struct {
	Choice  tasks.LabelChoice
	Next    string
	Refused error
}

// Title returns the question: "Comprar 9 etiquetas por R$ 311,10?".
func (a LabelsAsk) Title() string {
	if len(a.Choice.Able) == 0 {
		return "Comprar etiquetas"
	}
	return "Comprar " + fmtbr.Plural(len(a.Choice.Able), "etiqueta", "etiquetas") + " por " + fmtbr.Money(a.Choice.Total) + "?"
}

func (a LabelsAsk) ask() dialog.Ask {
	ask := dialog.Ask{Title: a.Title(), Action: LabelsPath, Back: a.Next}
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
func (a LabelsAsk) source() string {
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

func (a LabelsAsk) excluded() string {
	if len(a.Choice.Excluded) == 1 {
		return "1 pedido não entra na compra"
	}
	return fmtbr.Integer(int64(len(a.Choice.Excluded))) + " pedidos não entram na compra"
}

func ableLine(candidate parcels.Candidate) ui.Line {
	return ui.Line{Title: candidate.Order.NameAssociate, Note: fmtbr.Join(" · ", Number(candidate.Order.ID), candidate.Parcel.ServiceLabel),
		Figure: fmtbr.Money(candidate.Parcel.Price)}
}

func excludedLine(candidate parcels.Candidate) ui.Line {
	return ui.Line{Title: candidate.Order.NameAssociate, Href: Href(candidate.Order.ID),
		Note: Number(candidate.Order.ID) + " · " + candidate.Refusal}
}

// Which are the rows of the page of a purchase that are shown.
type Which string

// The parts of the page.
const (
	AllLabels     Which = ""
	BoughtLabels  Which = "compradas"
	TroubleLabels Which = "pendentes"
	WaitingLabels Which = "fila"
)

// LabelsData is the page of a purchase of many labels.
type LabelsData struct {
	tasks.Labels
	Which     Which
	CanChange bool
	// MayPause reports whether the person may pause and continue the purchase.
	MayPause bool
	Now      time.Time
}

func (d LabelsData) href() string { return LabelsHref(d.Task.ID) }

// fromHere returns the address of a question about the label of an order, which leads back to this part of the page.
func (d LabelsData) fromHere(order int64, slug string) string {
	return Href(order) + slug + "?" + url.Values{"volta": {d.partHref(d.Which)}}.Encode()
}

func (d LabelsData) partHref(which Which) string {
	if which == AllLabels {
		return d.href()
	}
	return d.href() + "?parte=" + string(which)
}

// which returns the part of the page in which a row stands.
func (d LabelsData) which(row tasks.LabelRow) Which {
	switch {
	case d.isBought(row):
		return BoughtLabels
	case row.IsWaiting && !d.Task.IsOver(), row.Parcel.IsRunning():
		return WaitingLabels
	}
	return TroubleLabels
}

// isBought reports whether a label can be printed, or soon will be.
func (d LabelsData) isBought(row tasks.LabelRow) bool {
	return row.Parcel.State == parcels.Ready || row.Parcel.State == parcels.Bought
}

func (d LabelsData) shown() []tasks.LabelRow {
	var shown []tasks.LabelRow
	for _, row := range d.Rows {
		if d.Which == AllLabels || d.which(row) == d.Which {
			shown = append(shown, row)
		}
	}
	return shown
}

func (d LabelsData) tabs() nav.Tabs {
	counts := map[Which]int{AllLabels: len(d.Rows)}
	for _, row := range d.Rows {
		counts[d.which(row)]++
	}
	tab := func(which Which, label string) nav.Tab {
		return nav.Tab{Label: label, Href: d.partHref(which), Count: new(counts[which]), Current: d.Which == which}
	}
	return nav.Tabs{Label: "Situação das etiquetas", Tabs: []nav.Tab{
		tab(AllLabels, "Todas"), tab(BoughtLabels, "Compradas"), tab(TroubleLabels, "Precisam de você"), tab(WaitingLabels, "Na fila"),
	}}
}

func (d LabelsData) about() string {
	at := fmtbr.Clock(d.Task.DateCreated, d.Now.Location())
	if fmtbr.Date(d.Task.DateCreated, d.Now.Location()) != fmtbr.Date(d.Now, d.Now.Location()) {
		at = fmtbr.DateTime(d.Task.DateCreated, d.Now.Location())
	}
	return fmtbr.Plural(len(d.Rows), "pedido", "pedidos") + ", compra iniciada por " + d.Task.OwnerName + " às " + at
}

func (d LabelsData) progress() ui.Progress {
	label := map[tasks.Status]string{tasks.Waiting: "Na fila", tasks.Running: "Comprando etiquetas", tasks.Paused: "Compra pausada",
		tasks.Done:      "Compra terminada",
		tasks.Cancelled: "Compra cancelada", tasks.Failed: "A compra parou"}
	return ui.Progress{Value: d.Task.Processed(), Max: d.Task.Total, Label: label[d.Task.Status], Wide: true}
}

// spending says what was spent, and what the rest would cost.
func (d LabelsData) spending() string {
	spent, rest := money.Zero, money.Zero
	for _, row := range d.Rows {
		switch {
		case d.isBought(row):
			spent = spent.Add(row.Parcel.Price)
		case d.which(row) == WaitingLabels:
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

func (d LabelsData) price(row tasks.LabelRow) string {
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
func (d LabelsData) state(row tasks.LabelRow) (badge ui.Badge, reason string) {
	switch {
	case row.Parcel.ID != 0 && row.Parcel.State != parcels.Cancelled && (!row.Parcel.IsOver() || row.Refusal != ""):
		return LabelState(row.Parcel), texts.Of(row.Parcel.Failure)
	case row.Parcel.State == parcels.Cancelled && !row.IsWaiting:
		return LabelState(row.Parcel), ""
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
func (d LabelsData) printable() int {
	count := 0
	for _, row := range d.Rows {
		if row.Parcel.State == parcels.Ready {
			count++
		}
	}
	return count
}

func (d LabelsData) printMenu() ui.Menu {
	text := "Imprimir " + fmtbr.Plural(d.printable(), "etiqueta", "etiquetas")
	href := d.href() + LabelsPDFSlug
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

// SentLabels returns the message after orders were marked as sent.
func SentLabels(sent int) string {
	return fmtbr.Plural(sent, "pedido marcado como enviado", "pedidos marcados como enviados") + "."
}
