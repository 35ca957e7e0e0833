// Package duplicates shows the pairs of associates who are probably one person, and two records side by side to join them.
package duplicates

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/duplicates"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	"acolhe/views/ui"
	"acolhe/views/ui/nav"
	"acolhe/views/ui/table"
	"acolhe/web"
)

// The addresses of the pages and their actions.
const (
	Path         = "/painel/duplicados"
	ApartSlug    = "/diferentes"
	JoinedPath   = Path + "/juntados"
	SeparateSlug = "/desfazer"
	// FieldPrefix begins the names of the choices of a comparison.
	FieldPrefix = "campo_"
	// TakesGone is the value of a choice for the record that goes.
	TakesGone = "sai"
	// PatientsField has the pairs of patients to join.
	PatientsField = "pacientes"
)

// Tab is a part of the page.
type Tab string

// The parts.
const (
	Open   Tab = ""
	Joined Tab = "juntados"
	Apart  Tab = "diferentes"
)

// Href returns the comparison of two records; the first one stays.
func Href(kept, gone int64) string { return ui.RowHref(ui.RowHref(Path, kept), gone) }

// Data is the page of the pairs.
type Data struct {
	Tab    Tab
	Input  duplicates.ListInput
	Page   web.PageQuery
	Pairs  []duplicates.Pair
	Joined []duplicates.Joining
	Apart  []duplicates.Apart
	// Counts are those of the parts.
	Counts map[Tab]page.Counted
	// AsOf is until when the pairs are known; nil before the first comparison.
	AsOf    *time.Time
	By      auth.Caller
	Now     time.Time
	Refused error
}

func (d Data) text() string {
	text := "Pares que parecem a mesma pessoa. Juntar pode ser desfeito por 30 dias."
	if d.AsOf != nil {
		text += " Conferido " + fmtbr.Ago(*d.AsOf, d.Now, d.Now.Location()) + "."
	}
	return text
}

func (d Data) here() ui.Here {
	query := url.Values{}
	for name, value := range map[string]string{"aba": string(d.Tab), "q": d.Input.Q, "motivo": string(d.Input.Reason)} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if d.Input.Newest {
		query.Set("ordem", "novos")
	}
	if len(query) == 0 {
		return ui.Here(Path)
	}
	return ui.Here(Path + "?" + query.Encode())
}

func (d Data) tabs() nav.Tabs {
	tabs := nav.Tabs{Label: "Situação dos pares"}
	for _, tab := range []struct {
		name  Tab
		label string
	}{{Open, "Para decidir"}, {Joined, "Juntados"}, {Apart, "São pessoas diferentes"}} {
		href := Path
		if tab.name != Open {
			href += "?aba=" + string(tab.name)
		}
		count := d.Counts[tab.name]
		tabs.Tabs = append(tabs.Tabs, nav.Tab{Label: tab.label, Href: href, Count: &count.Rows, More: count.More, Current: tab.name == d.Tab})
	}
	return tabs
}

func (d Data) pager() table.Pager {
	counted := d.Counts[d.Tab]
	shown := len(d.Pairs) + len(d.Apart)
	if d.Tab == Joined {
		shown = len(d.Joined)
	}
	return table.Pager{Here: d.here(), Page: d.Page.Number, Size: d.Page.Size, Total: counted.Rows, More: counted.More, Shown: shown}
}

func (d Data) refusal() string {
	if refused := errs.As(d.Refused); refused != nil {
		return refused.Message
	}
	return ""
}

// Label names a reason.
func Label(reason duplicates.Reason) string {
	return map[duplicates.Reason]string{
		duplicates.SameCPF: "Mesmo CPF", duplicates.SamePatientCPF: "Paciente com o mesmo CPF", duplicates.SameEmail: "Mesmo e-mail",
		duplicates.SamePhone: "Mesmo telefone", duplicates.SameBirth: "Mesmo nascimento", duplicates.SameName: "Mesmo nome e nascimento",
		duplicates.SimilarName: "Nome parecido", duplicates.SameAddress: "Mesmo endereço", duplicates.OtherBirth: "Nascimentos diferentes",
	}[reason]
}

func about(side duplicates.Side) string {
	orders := "sem pedidos"
	if side.Orders > 0 {
		orders = fmtbr.Plural(side.Orders, "pedido", "pedidos")
	}
	parts := []string{"código " + strconv.FormatInt(side.ID, 10), orders}
	if side.Services > 0 {
		parts = append(parts, fmtbr.Plural(side.Services, "serviço", "serviços"))
	}
	if side.Terms > 0 {
		parts = append(parts, fmtbr.Plural(side.Terms, "termo", "termos"))
	}
	if !side.IsAssociate {
		parts = append(parts, "em cadastro")
	}
	return fmtbr.Join(" · ", parts...)
}

func number(id int64) string { return strconv.FormatInt(id, 10) }

// who says who joined two records and when.
func (d Data) who(j duplicates.Joining) string {
	name := j.ActorName
	if j.ActorID == d.By.ID && j.ActorName == d.By.FullName() {
		name = "você"
	}
	return "por " + name + ", " + fmtbr.Ago(j.DateCreated, d.Now, d.Now.Location())
}

func (d Data) canSeparate(j duplicates.Joining) bool { return d.Now.Before(j.Until()) }

func (d Data) moved(j duplicates.Joining) string {
	return fmtbr.Plural(j.Moved, "registro mudou de lugar", "registros mudaram de lugar")
}

func (d Data) until(j duplicates.Joining) string {
	if d.canSeparate(j) {
		return "desfazer até " + fmtbr.Date(j.Until(), d.Now.Location())
	}
	return "o prazo de 30 dias acabou"
}

// CompareData is the page of two records.
type CompareData struct {
	duplicates.Comparison
	// Typed are the choices of a refused form.
	Typed   web.FormData
	Refused error
	Now     time.Time
}

func (d CompareData) takesGone(choice duplicates.Choice) bool {
	if d.Typed != nil {
		return d.Typed.Or(FieldPrefix+choice.Name, "") == TakesGone
	}
	return choice.TakesGone
}

func (d CompareData) refusal() string { return Data{Refused: d.Refused}.refusal() }

func (d CompareData) since(side duplicates.Side, at time.Time) string {
	return "código " + number(side.ID) + " · desde " + fmtbr.Date(at, d.Now.Location())
}

func (d CompareData) untilDay() string {
	return fmtbr.Date(d.Now.AddDate(0, 0, duplicates.UndoDays), d.Now.Location())
}

func pairValue(pair duplicates.PatientPair) string {
	return number(pair.Kept.ID) + ":" + number(pair.Gone.ID)
}

func patient(of duplicates.Patient) string {
	if of.BirthDate == nil {
		return of.Name
	}
	return of.Name + ", " + of.BirthDate.Shown()
}

// fallback is a value for people; "vazio" without one.
func fallback(value string) string {
	if value == "" {
		return "vazio"
	}
	return value
}

func dash(count int) string {
	if count == 0 {
		return "–"
	}
	return fmtbr.Integer(count)
}

func ago(d Data, pair duplicates.Apart) string {
	return fmtbr.Ago(pair.DateCreated, d.Now, d.Now.Location())
}
