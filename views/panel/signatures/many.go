package signatures

import (
	"acolhe/models/signing"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/list"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/web"
)

// The ends of the addresses of the acts on selected contracts.
const (
	ResendManySlug = "reenviar-selecionados"
	VoidManySlug   = "anular-selecionados"
)

func actions() []list.Action {
	return []list.Action{
		{Name: ResendManySlug, Icon: "mail", Label: "Enviar de novo", One: "Enviar 1 de novo", Many: "Enviar {n} de novo",
			Collection: access.DocSign,
			Action:     access.Update, Limit: signing.MaxMany},
		{Name: VoidManySlug, Icon: "ban", Label: "Anular…", One: "Anular 1…", Many: "Anular {n}…", Collection: access.DocSign,
			Action: access.Update,
			Limit:  signing.MaxMany, Asks: true},
	}
}

// ResentMany says how many links leave.
func ResentMany(done signing.Many) string {
	return manySentence(done, "link enviado de novo", "links enviados de novo")
}

// VoidedMany says how many contracts are void.
func VoidedMany(done signing.Many) string {
	return manySentence(done, "termo anulado", "termos anulados")
}

func manySentence(done signing.Many, one, many string) string {
	if done.Changed == 0 {
		return "Nada mudou: nenhum dos termos espera assinatura."
	}
	sentence := fmtbr.Plural(done.Changed, one, many) + "."
	if done.Unchanged > 0 {
		sentence += " " + fmtbr.Plural(done.Unchanged, "outro não espera", "outros não esperam") + " assinatura."
	}
	return sentence
}

// VoidManyData is the page that asks before several contracts are voided.
type VoidManyData struct {
	// Pending are the contracts that will be voided, Others the number of selected ones that stay.
	Pending []signing.Contract
	Others  int
	Typed   web.FormData
	Refused error
	// Next is the address after an accepted form.
	Next string
}

// Title returns the title of the page.
func (d VoidManyData) Title() string {
	if len(d.Pending) == 0 {
		return "Nada para anular"
	}
	return "Anular " + fmtbr.Plural(len(d.Pending), "termo", "termos")
}

func (d VoidManyData) ask() dialog.Ask {
	ask := dialog.Ask{Title: d.Title(), Text: "Os links deixam de funcionar. Não dá para desfazer.", Action: Path + "/" + VoidManySlug,
		Back: d.Next, Refusal: message(d.Refused),
		Variant: ui.Danger, Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), label)}
	switch {
	case len(d.Pending) > 0:
		ask.Verb = d.Title()
	case d.Refused == nil:
		ask.Text, ask.Refusal = "", "Nenhum dos termos selecionados espera assinatura."
	}
	return ask
}
