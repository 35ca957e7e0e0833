// Package statements shows bank statements, and for each entry the order or the booking that it pays.
package statements

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/statements"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
)

// Path is the address of the statements; that of one begins with it.
const Path = "/painel/conciliacao"

// Slugs at the end of a statement's address.
const (
	SureSlug    = "/certos"
	ConfirmSlug = "/confirmar"
	AsideSlug   = "/a-parte"
	UndoSlug    = "/desfazer"
)

// Names of fields.
const (
	EntryField  = "lancamento"
	OptionField = "opcao"
	OrderField  = "pedido"
	AnywayField = "mesmo"
	AsideField  = "motivo"
)

// Href returns the page of a statement.
func Href(id int64) string { return ui.RowHref(Path, id) }

// StartData is the page before a statement is chosen.
type StartData struct {
	Latest  []statements.Statement
	Refused error
	Now     time.Time
}

func (d StartData) problem() string { return errs.For(errs.FieldsOf(d.Refused), "arquivo") }

func (d StartData) refusal() string {
	if refused := errs.As(d.Refused); refused != nil && len(refused.Fields) == 0 {
		return refused.Message
	}
	return ""
}

func (d StartData) line(s statements.Statement) ui.Line {
	line := ui.Line{Title: s.FileName, Href: Href(s.ID),
		Note: fmtbr.Join(" · ", about(s), "por "+s.AuthorName+", "+fmtbr.Ago(s.DateCreated, d.Now, d.Now.Location()))}
	if s.UndoneAt != nil {
		line.Href, line.Note = "", line.Note+" · desfeito: "+texts.Of(s.UndoReason)
	}
	return line
}

func about(s statements.Statement) string {
	account := ""
	if s.Account != "" {
		account = "conta " + s.Account
	}
	return fmtbr.Join(" · ", account, s.FirstDay.Shown()+" a "+s.LastDay.Shown())
}

// Data is the page of a statement. Entry is the one of a refused form, which Refused is about. Show is the number of entries that
// are shown; 0 for the first ones.
type Data struct {
	statements.Overview
	Tab     Tab
	Show    int
	Entry   int64
	Typed   string
	Refused error
	Now     time.Time
}

func (d Data) text() string {
	return fmtbr.Join(" · ", d.Statement.FileName, about(d.Statement), "enviado "+fmtbr.Ago(d.Statement.DateCreated, d.Now, d.Now.Location()))
}

// at is the address of a form, which leads back to the same tab.
func (d Data) at(slug string) string {
	address := Href(d.Statement.ID) + slug
	if d.Tab == "" || slug == UndoSlug {
		return address
	}
	return address + "?" + TabParam + "=" + string(d.Tab)
}

func (d Data) refusal() string {
	refused := errs.As(d.Refused)
	if refused == nil {
		return ""
	}
	if len(refused.Fields) > 0 {
		return fmtbr.Capitalized(refused.Fields[0].Message)
	}
	return refused.Message
}

// differs reports whether the refusal can be confirmed.
func (d Data) differs() bool { return errs.HasCode(d.Refused, statements.CodeDiffers) }

type figure struct{ label, value, note string }

func (d Data) figures() []figure {
	sum := func(proposals []statements.Proposal) string {
		total := money.Zero
		for _, one := range proposals {
			total = total.Add(one.Entry.Amount)
		}
		return fmtbr.Money(total)
	}
	done := money.Zero
	for _, one := range d.Overview.Done {
		done = done.Add(one.Amount)
	}
	return []figure{
		{"Já conciliados", fmtbr.Integer(len(d.Overview.Done)), fmtbr.Money(done)},
		{"Certos", fmtbr.Integer(len(d.Overview.Sure)), sum(d.Overview.Sure)},
		{"Para decidir", fmtbr.Integer(len(d.Overview.Open)), sum(d.Overview.Open)},
		{"Sem par", fmtbr.Integer(len(d.Overview.Alone)), sum(d.Overview.Alone)},
		{"Saídas", fmtbr.Integer(len(d.Overview.Out)), "não entram aqui"},
	}
}

func debtName(debt statements.Debt) string {
	switch {
	case debt.OrderID != 0:
		return "Pedido nº " + strconv.FormatInt(debt.OrderID, 10)
	case len(debt.ServiceIDs) > 1:
		return "Reserva de " + fmtbr.Integer(len(debt.ServiceIDs)) + " serviços"
	}
	return "Serviço nº " + strconv.FormatInt(debt.ServiceIDs[0], 10)
}

func optionName(option statements.Option) string {
	names := make([]string, len(option.Debts))
	for i, debt := range option.Debts {
		names[i] = debtName(debt)
	}
	return fmtbr.List(names)
}

// optionNote says what speaks for an option, and what is missing.
func optionNote(option statements.Option, entry statements.Entry) string {
	var parts []string
	for _, reason := range option.Reasons {
		parts = append(parts, string(reason))
	}
	due := option.Amount()
	missing := ""
	switch due.Cmp(entry.Amount) {
	case 1:
		missing = "faltam " + fmtbr.Money(due.Sub(entry.Amount))
	case -1:
		missing = "sobram " + fmtbr.Money(entry.Amount.Sub(due))
	}
	if len(option.Debts) > 1 {
		missing = "a soma dá o valor exato"
	}
	return fmtbr.Join(" · ", fmtbr.List(parts), missing)
}

// isChosen preselects an option that is alone and exact.
func isChosen(proposal statements.Proposal, option statements.Option) bool {
	return len(proposal.Options) == 1 && option.Amount().Equal(proposal.Entry.Amount)
}

func key(id int64) string { return strconv.FormatInt(id, 10) }

func paidBy(done statements.Done) string {
	var names []string
	for _, match := range done.Matches {
		if match.OrderID != nil {
			names = append(names, "pedido nº "+key(*match.OrderID))
		} else {
			names = append(names, "serviço nº "+key(*match.ServiceID))
		}
	}
	return fmtbr.List(names)
}

// UndoData is the form that undoes a statement.
type UndoData struct {
	Statement statements.Statement
	Reason    string
	Refused   error
}

func (d UndoData) ask() dialog.Ask {
	ask := dialog.Ask{Title: "Desfazer " + d.Statement.FileName, Text: "Tudo o que este extrato marcou como pago volta a aguardar pagamento.",
		Action: Href(d.Statement.ID) + UndoSlug,
		Back:   Href(d.Statement.ID), Verb: "Desfazer tudo", Variant: ui.Danger,
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), func(string) string { return "Motivo" })}
	if refused := errs.As(d.Refused); refused != nil && len(refused.Fields) == 0 {
		ask.Refusal = refused.Message
	}
	return ask
}

func (d UndoData) reason() control.Textarea {
	return control.Textarea{Name: "reason", Label: "Motivo", Rows: 2, MaxLength: 500, Value: d.Reason,
		Error: errs.For(errs.FieldsOf(d.Refused), "reason")}
}

// typedOrder is the number of another order that was typed for an entry.
func (d Data) typedOrder(entry int64) string {
	if rest, isOrder := strings.CutPrefix(d.Typed, "p"); isOrder && d.Entry == entry && !d.isOffered(entry) {
		return rest
	}
	return ""
}

// isOffered reports whether the typed option is one that the page offers for an entry.
func (d Data) isOffered(entry int64) bool {
	return slices.ContainsFunc(slices.Concat(d.Overview.Open, d.Overview.Alone), func(p statements.Proposal) bool {
		return p.Entry.ID == entry && slices.ContainsFunc(p.Options, func(o statements.Option) bool { return o.Key() == d.Typed })
	})
}
