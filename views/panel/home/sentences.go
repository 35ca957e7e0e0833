package home

import (
	"strings"
	"time"

	"acolhe/models/history"
	"acolhe/models/orders"
	"acolhe/models/platform/mail"
	"acolhe/models/types/fmtbr"
	mailview "acolhe/views/admin/mail"
	associatesview "acolhe/views/panel/associates"
	ordersview "acolhe/views/panel/orders"
	tasksview "acolhe/views/panel/tasks"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// sentence describes an activity, with a link to the order or the person.
func (t Today) sentence(of history.Activity) record.FeedItem {
	item := record.FeedItem{Icon: "shopping-cart", At: ui.When{Text: fmtbr.Since(of.At, t.Now), ISO: ui.ISO(of.At), Title: fmtbr.DateTime(of.At, t.Now.Location())}}
	order := ui.Link{Text: "pedido " + ordersview.Number(of.OrderID), Href: ordersview.Href(of.OrderID)}
	person := ui.Link{Text: of.PersonName, Href: personHref(of)}
	actor := t.actor(of)
	switch of.Action {
	case history.PlacedOrder:
		item.Before, item.Link = actor+" abriu o ", order
	case history.ChangedOrder:
		item.Icon, item.Before, item.Link = "pencil", actor+" alterou o ", order
	case history.MovedOrder:
		item.Icon = movedIcon(of.Status)
		verb, after := movedWords(of.Status)
		item.Before, item.Link, item.After = actor+" "+verb+" o ", order, after
	case history.Annotated:
		item.Icon, item.Before, item.Link = "message-square", actor+" anotou em ", person
	case history.SentFile:
		item.Icon, item.Link, item.After = "paperclip", person, " enviou "+document(of.DocKind)
	case history.AttachedFile:
		item.Icon, item.Before, item.Link = "paperclip", actor+" anexou "+document(of.DocKind)+" a ", person
	case history.Registered:
		item.Icon, item.Link, item.After = "user-plus", person, " entrou no cadastro"
	case history.Arrived:
		item.Icon, item.Link, item.After = "concierge-bell", person, " chegou à recepção"
	}
	return item
}

// actor returns the author of an activity: the person themself, a colleague by the first name, or a token by its whole
// name.
func (t Today) actor(of history.Activity) string {
	switch {
	case of.ActorName == "":
		return "O sistema"
	case of.ActorCode == t.By.Code:
		return "Você"
	case of.ActorCode == "":
		return of.ActorName
	}
	return fmtbr.FirstName(of.ActorName)
}

func personHref(of history.Activity) string {
	if of.AssociateID == 0 {
		return associatesview.SearchHref(of.PersonName)
	}
	return associatesview.Href(of.AssociateID)
}

// movedWords returns the verb before an order with a new status, and the words after it.
func movedWords(status orders.Status) (verb, after string) {
	switch status {
	case orders.Sent:
		return "enviou", ""
	case orders.Cancelled:
		return "cancelou", ""
	case orders.Picking:
		return "levou", " para a separação"
	case orders.AwaitingPayment:
		return "voltou", " para aguardando pagamento"
	}
	return "marcou", " como " + strings.ToLower(string(status))
}

func movedIcon(status orders.Status) string {
	icon, known := map[orders.Status]string{orders.Paid: "wallet", orders.Picking: "package", orders.Sent: "truck", orders.Delivered: "circle-check",
		orders.Cancelled: "circle-x"}[status]
	if !known {
		return "undo-2"
	}
	return icon
}

func document(kind string) string {
	words, known := map[string]string{"prescription": "uma receita", "report": "um laudo", "exam": "um exame"}[kind]
	if !known {
		return "um arquivo"
	}
	return words
}

// systemFacts returns the state of the system, each fact with a link to the page where problems are solved.
func (t Today) systemFacts() []record.Fact {
	mails := ui.Link{Text: "Tudo enviado", Href: mailview.Path}
	switch {
	case t.System.FailedMails.Rows > 0:
		mails = ui.Link{Text: counted(t.System.FailedMails) + " não enviados", Href: mailview.StatusHref(mail.Failed)}
	case t.System.Queued.Rows > 0:
		mails = ui.Link{Text: counted(t.System.Queued) + " na fila", Href: mailview.StatusHref(mail.Queued)}
	}
	tasks := ui.Link{Text: "Nenhuma em andamento", Href: tasksview.Path}
	if t.System.Tasks > 0 {
		tasks.Text = number(t.System.Tasks) + " em andamento"
	}
	return []record.Fact{
		{Label: "Banco de dados", Value: t.System.Database}, {Label: "E-mail", Content: mails}, {Label: "Tarefas", Content: tasks},
		{Label: "Versão", Value: t.System.Version},
	}
}

func greeting(now time.Time) string {
	switch hour := now.Hour(); {
	case hour < 5 || hour >= 18:
		return "Boa noite"
	case hour < 12:
		return "Bom dia"
	}
	return "Boa tarde"
}

func weekday(now time.Time) string {
	return [...]string{"Domingo", "Segunda-feira", "Terça-feira", "Quarta-feira", "Quinta-feira", "Sexta-feira", "Sábado"}[now.Weekday()]
}
