// Package documents shows the queue in which the staff checks what associates sent, beside the data of the record.
package documents

import (
	"net/url"
	"strings"
	"time"

	"acolhe/models/associates"
	"acolhe/models/documents"
	library "acolhe/models/files"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	associatesview "acolhe/views/panel/associates"
	"acolhe/views/ui"
)

// Path is the address of the queue; that of a document begins with it.
const Path = "/painel/documentos"

// Slugs at the end of a document's address.
const (
	AcceptSlug = "/aceitar"
	RefuseSlug = "/recusar"
)

// Queue is the queue with the document that is open.
type Queue struct {
	Group   documents.Group
	Counts  []documents.Count
	Waiting []documents.Item
	// Item is the open document, with the id 0 if none waits. Person is the row of whose it is, Account that of the account.
	Item            documents.Item
	Person, Account associates.Associate
	// Others are the documents of the same account.
	Others []documents.Item
	// Colleague is the person who is checking the document; empty if nobody else is.
	Colleague string
	// Typed and Fields are a refused form. Open names the ticks that are open when somebody accepts.
	Typed  map[string]string
	Fields []errs.Field
	Open   []string
	Ticked []string
	// Record are the fields of the prescription, where it is registered with its document; else nil.
	Record ui.Content
	// Refused is why a decision was not kept.
	Refused string
	Now     time.Time
}

// HrefOf returns the address of a document within a group.
func HrefOf(group documents.Group, id int64) string {
	return within(group, ui.RowHref(Path, id))
}

// GroupHref returns the address of a group of the queue.
func GroupHref(group documents.Group) string { return within(group, Path) }

func within(group documents.Group, path string) string {
	if group == documents.All {
		return path
	}
	return path + "?" + url.Values{"grupo": {string(group)}}.Encode()
}

func (q Queue) at(slug string) string { return within(q.Group, ui.RowHref(Path, q.Item.ID)+slug) }

func groupName(group documents.Group) string {
	return map[documents.Group]string{documents.All: "Todos", documents.Identity: "Identidade", documents.Representation: "Representação",
		documents.Health: "Receitas"}[group]
}

// Name names a document by what it is.
func Name(item documents.Item) string {
	if item.DocType != "" {
		return library.DocType(item.DocType).Label() + ", " + map[string]string{"front": "frente", "back": "verso"}[item.Side]
	}
	return map[string]string{"prescription": "Receita", "report": "Laudo médico", "exam": "Exame",
		"representation": "Prova de representação"}[item.DocKind]
}

func icon(item documents.Item) string {
	if item.DocType != "" {
		return "id-card"
	}
	return "file-text"
}

// Tick is something to compare with the document: its name in forms, its label, and the value in the record.
type Tick struct{ Name, Label, Value string }

// Ticks returns what is compared: of an identity the data of the person, of other documents whose they are. A prescription that is
// registered is read whole.
func (q Queue) Ticks() []Tick {
	if q.Record != nil {
		return nil
	}
	name := Tick{"nome", "Nome", q.Person.FullName()}
	legible := Tick{"nitida", "Foto nítida, sem corte", "Dá para ler tudo"}
	if q.Item.DocType == "" {
		return []Tick{name, legible}
	}
	born := ""
	if q.Person.BirthDate != nil {
		born = q.Person.BirthDate.Shown()
	}
	cpf := texts.Of(q.Person.AssociateCPF)
	if cpf == "" {
		cpf = texts.Of(q.Person.CPF)
	}
	return []Tick{name, {"cpf", "CPF", fmtbr.CPF(cpf)}, {"nascimento", "Nascimento", born}, legible}
}

func (q Queue) isTicked(name string) bool {
	for _, one := range q.Ticked {
		if one == name {
			return true
		}
	}
	return false
}

// Reason is a reason to refuse a document, with the sentence that the associate reads.
type Reason struct{ Name, Label, Sentence string }

// Reasons are the reasons in the order of their keys.
func (q Queue) Reasons() []Reason {
	return []Reason{
		{"ilegivel", "Ilegível ou cortado", "Não dá para ler tudo na foto. Tire outra perto de uma janela, com o documento inteiro e sem flash."},
		{"vencido", "Vencido", "Este documento está vencido. Envie um que esteja valendo."},
		{"outra-pessoa", "De outra pessoa", "Este documento é de outra pessoa. Envie o de " + fmtbr.GivenName(q.Person.FullName()) + "."},
		{"falta", "Falta o verso ou uma página", "Falta o verso ou uma página. Envie o documento completo."},
		{"diferente", "Dados diferentes do cadastro",
			"Os dados deste documento são diferentes dos do cadastro. Envie outro ou fale com a equipe."},
		{"outro", "Outro motivo", ""},
	}
}

func (q Queue) problem(name string) string {
	for _, field := range q.Fields {
		if field.Path == name {
			return fmtbr.Capitalized(field.Message)
		}
	}
	return ""
}

// typed returns what was typed in a field of the prescription, else what the record has.
func (q Queue) typed(key string) string {
	if value, isTyped := q.Typed[key]; isTyped {
		return value
	}
	if day := q.Person.PrescriptionDay(key); day != nil {
		return ""
	}
	return q.Person.PrescriptionField(key)
}

func (q Queue) state() string {
	state := "Em cadastro"
	if q.Account.Status == associates.Associado {
		state = "Associado"
	}
	whose := ""
	if q.Person.ID != q.Account.ID {
		whose = "cadastro de " + q.Account.FullName()
	}
	return fmtbr.Join(" · ", state, whose, "enviado "+fmtbr.Ago(q.Item.DateCreated, q.Now, q.Now.Location()))
}

// acceptLabel is what the button that accepts says.
func (q Queue) acceptLabel() string {
	if q.Record != nil {
		return "Aceitar receita"
	}
	return "Aceitar e ir à próxima"
}

func (q Queue) recordHref() string { return associatesview.Href(q.Account.ID) }

// openWords names the ticks that are open.
func (q Queue) openWords() string {
	var labels []string
	for _, tick := range q.Ticks() {
		for _, open := range q.Open {
			if tick.Name == open {
				labels = append(labels, tick.Label)
			}
		}
	}
	return strings.Join(labels, ", ")
}

func stateTone(state documents.State) ui.Tone {
	return map[documents.State]ui.Tone{documents.Taken: ui.Good, documents.NotTaken: ui.Bad, documents.Checking: ui.Info}[state]
}

// step returns the document some places after the open one; 0 if there is none.
func (q Queue) step(by int) int64 {
	for i, item := range q.Waiting {
		if at := i + by; item.ID == q.Item.ID && at >= 0 && at < len(q.Waiting) {
			return q.Waiting[at].ID
		}
	}
	return 0
}
