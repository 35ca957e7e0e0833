// Package groups asks before something is done with many associates: set a field, write to them, send them the term.
package groups

import (
	"net/url"
	"strconv"

	"acolhe/models/associates"
	"acolhe/models/groupedit"
	"acolhe/models/readytexts"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	associatesview "acolhe/views/panel/associates"
	textsview "acolhe/views/panel/readytexts"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/web"
)

// The addresses of the pages.
const (
	FieldPath = associatesview.Path + "/" + associatesview.SetFieldSlug
	WritePath = associatesview.Path + "/" + associatesview.WriteSlug
	TermPath  = associatesview.Path + "/" + associatesview.SendTermSlug
	// ChatsPath is the page with a link to each person's WhatsApp.
	ChatsPath = WritePath + "/whatsapp"
)

// MaxChats is the number of people of one page of links.
const MaxChats = 50

// Selected are the selected associates, and how a form sends them again.
type Selected struct {
	// Count is their number; More that there are more.
	Count int
	More  bool
	// Sent has the fields of the list's selection.
	Sent url.Values
	// Next is the list.
	Next string
}

// Fields are the fields that a list sends with its selection.
func Fields() []string { return []string{"ids", "todos", "filtros", "ordem", "volta"} }

func (s Selected) people() string {
	if s.More {
		return "mais de " + fmtbr.Plural(s.Count, "associado", "associados")
	}
	return fmtbr.Plural(s.Count, "associado", "associados")
}

// hidden are the fields of the selection for a form.
func (s Selected) hidden() (fields []control.Option) {
	for _, name := range Fields() {
		for _, value := range s.Sent[name] {
			fields = append(fields, control.Option{Value: name, Label: value})
		}
	}
	return fields
}

// FieldData is the page that sets a field. Preview is nil before it was asked for.
type FieldData struct {
	Selected
	Typed   web.FormData
	Preview *groupedit.Preview
	Refused error
}

var labels = map[string]string{
	"city": "Cidade", "state": "Estado (UF)", "prescriber": "Prescritor", "how_found": "Como conheceu", "nationality": "Nacionalidade",
	"marital_status": "Estado civil", "occupation": "Ocupação",
}

func (d FieldData) options() []control.Option {
	options := make([]control.Option, 0, len(labels))
	for _, name := range groupedit.Fields() {
		options = append(options, control.Option{Value: name, Label: labels[name]})
	}
	return options
}

func (d FieldData) field() string { return d.Typed.Or("campo", "") }
func (d FieldData) value() string { return d.Typed.Or("valor", "") }

// states hints at the values of a state.
func (d FieldData) hint() string {
	if d.field() == "state" {
		return "Uma destas: " + fmtbr.List(brdoc.States()) + "."
	}
	return "Em branco, o campo fica vazio."
}

func (d FieldData) problem(name string) string {
	for _, field := range errs.FieldsOf(d.Refused) {
		if field.Path == name {
			return field.Message
		}
	}
	return ""
}

func (d FieldData) ask() dialog.Ask {
	ask := dialog.Ask{Title: "Editar um campo de " + d.people(), Action: FieldPath, Back: d.Next, Verb: "Ver o que muda",
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused),
			func(name string) string { return map[string]string{"campo": "Campo", "valor": "Valor"}[name] })}
	if d.Preview == nil {
		return ask
	}
	ask.Text = d.previewText()
	ask.Verb = "Mudar " + fmtbr.Plural(int(d.Preview.Changing), "cadastro", "cadastros")
	if d.Preview.Changing == 0 {
		ask.Verb = ""
	}
	return ask
}

func (d FieldData) previewText() string {
	value := d.value()
	if value == "" {
		value = "em branco"
	}
	return labels[d.field()] + " passa a ser: " + value + "."
}

// before is the value of a previewed associate.
func (d FieldData) before(row associates.Associate) string {
	if value := groupedit.Value(row, d.field()); value != "" {
		return "Hoje: " + value
	}
	return "Hoje: em branco"
}

func (d FieldData) unchanged() string {
	if left := d.Count - int(d.Preview.Changing); !d.More && left > 0 {
		return fmtbr.Plural(left, "já está assim", "já estão assim") + "."
	}
	return ""
}

// WriteData is the page that writes to the selected associates.
type WriteData struct {
	Selected
	Texts   []readytexts.Text
	Chosen  int64
	Refused error
}

func (d WriteData) ask() dialog.Ask {
	ask := dialog.Ask{Title: "Escrever para " + d.people(), Action: WritePath, Back: d.Next, Verb: "Enviar por e-mail",
		Text: "Cada pessoa recebe o texto com os dados dela. Quem não tem e-mail, ou não tem um dado do texto, fica no arquivo do resultado."}
	if d.Refused != nil {
		ask.Refusal = errs.As(d.Refused).Message
	}
	return ask
}

func (d WriteData) options() []control.Option {
	options := make([]control.Option, len(d.Texts))
	for i, text := range d.Texts {
		options[i] = control.Option{Value: strconv.FormatInt(text.ID, 10), Label: text.Name, Detail: texts.Shorten(text.Body, 140)}
	}
	return options
}

func (d WriteData) chosen() string {
	if d.Chosen != 0 {
		return strconv.FormatInt(d.Chosen, 10)
	}
	if len(d.Texts) == 0 {
		return ""
	}
	return strconv.FormatInt(d.Texts[0].ID, 10)
}

// ChatsData is the page with a link to each person's WhatsApp.
type ChatsData struct {
	Selected
	Text  readytexts.Text
	Chats []Chat
}

// Chat is a person with the text for them; Missing says why it cannot be used.
type Chat struct {
	To      readytexts.Recipient
	Filled  readytexts.Filled
	Missing string
}

func (d ChatsData) lead() string {
	sentence := "Abra uma conversa de cada vez. O que foi aberto fica na linha do tempo de cada pessoa."
	if d.More || d.Count > len(d.Chats) {
		sentence += " Mostramos os primeiros " + strconv.Itoa(len(d.Chats)) + "."
	}
	return sentence
}

func (c Chat) href() string { return fmtbr.WhatsApp(c.To.Phone, c.Filled.Words()) }

func (c Chat) records() string {
	subject := readytexts.Subject{Kind: readytexts.OfAssociate, ID: c.To.AssociateID}
	return textsview.OpenPath + "?" + url.Values{"de": {subject.String()}, "texto": {strconv.FormatInt(c.Filled.ID, 10)}}.Encode()
}

// TermData is the page that sends the term.
type TermData struct {
	Selected
	Refused error
}

func (d TermData) ask() dialog.Ask {
	ask := dialog.Ask{Title: "Enviar o termo a " + d.people(), Action: TermPath, Back: d.Next, Verb: "Enviar o termo",
		Text: "Cada um recebe um e-mail com o link para assinar. Quem já tem um termo a assinar fica com ele; quem já assinou fica no arquivo do resultado."}
	if d.Refused != nil {
		ask.Refusal = errs.As(d.Refused).Message
	}
	return ask
}
