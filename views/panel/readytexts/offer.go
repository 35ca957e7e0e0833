// Package readytexts offers the staff the ready texts for a person, filled with what is known.
package readytexts

import (
	"net/url"
	"strconv"

	"acolhe/models/readytexts"
	"acolhe/models/types/fmtbr"
	admin "acolhe/views/admin/readytexts"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/record"
)

// The addresses of the page, and of those that record an opened text and send one.
const (
	Path     = "/painel/textos"
	OpenPath = Path + "/abrir"
	SendPath = Path + "/enviar"
)

// Channel is the way of a text.
type Channel string

// The channels, as they stand in addresses.
const (
	WhatsApp Channel = "whatsapp"
	Email    Channel = "email"
)

// Href returns the address of the page for a record.
func Href(kind readytexts.Kind, id int64, channel Channel) string {
	return Path + "?" + url.Values{"de": {readytexts.Subject{Kind: kind, ID: id}.String()}, "canal": {string(channel)}}.Encode()
}

// Offers returns the addresses of the texts for the contact buttons of a record.
func Offers(kind readytexts.Kind, id int64) record.Texts {
	return record.Texts{WhatsApp: Href(kind, id, WhatsApp), Email: Href(kind, id, Email)}
}

// OfferData is the page on which a text is chosen.
type OfferData struct {
	Subject readytexts.Subject
	To      readytexts.Recipient
	Channel Channel
	Texts   []readytexts.Filled
	// Chosen is the id of the text that is shown first; 0 for the first usable one.
	Chosen  int64
	Back    string
	CanEdit bool
	Refused error
}

func (d OfferData) ask() dialog.Ask {
	ask := dialog.Ask{Title: "Texto para " + fmtbr.FirstName(d.To.Name), Action: SendPath, Back: d.Back}
	if d.Channel == Email && d.To.Email != "" {
		ask.Verb, ask.Text = "Enviar e-mail", "Sai do sistema para "+d.To.Email+"."
	}
	if d.Refused != nil {
		ask.Refusal = d.Refused.Error()
	}
	return ask
}

// chosen returns the id of the text that is shown first.
func (d OfferData) chosen() int64 {
	for _, text := range d.Texts {
		if len(text.Missing) == 0 && (d.Chosen == 0 || d.Chosen == text.ID) {
			return text.ID
		}
	}
	return 0
}

// unreachable says why no text can be used.
func (d OfferData) unreachable() string {
	switch {
	case d.Channel == Email && d.To.Email == "":
		return "Esta pessoa não tem e-mail."
	case d.Channel == WhatsApp && d.To.Phone == "":
		return "Esta pessoa não tem telefone."
	case d.Channel == WhatsApp && d.To.NoWhatsApp:
		return "Esta pessoa não permite recados pelo WhatsApp. Ligue ou escreva por e-mail."
	case len(d.Texts) == 0:
		return "Nenhum texto pronto ainda."
	}
	return ""
}

// chat is the address that opens a text in WhatsApp, records the one that records it.
func (d OfferData) chat(text readytexts.Filled) string {
	return fmtbr.WhatsApp(d.To.Phone, text.Words())
}

func (d OfferData) records(text readytexts.Filled) string {
	return OpenPath + "?" + url.Values{"de": {d.Subject.String()}, "texto": {strconv.FormatInt(text.ID, 10)}}.Encode()
}

// key is the digit that chooses a text; empty after the ninth.
func key(place int) string {
	if place >= 9 {
		return ""
	}
	return strconv.Itoa(place + 1)
}

func editHref() string { return admin.Path }

func missing(text readytexts.Filled) string { return fmtbr.List(text.Missing) }

func title(data OfferData) ui.Content {
	return ui.Quiet("Prévia, com os dados de " + fmtbr.FirstName(data.To.Name))
}
