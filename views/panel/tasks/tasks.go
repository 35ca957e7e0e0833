// Package tasks shows background tasks: bulk actions and exports.
package tasks

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/tasks"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/panel/associates"
	"acolhe/views/panel/orders"
	"acolhe/views/panel/tags"
	"acolhe/views/ui"
	"acolhe/views/ui/feedback"
	"acolhe/views/ui/record"
	"acolhe/views/ui/table"
)

// Path is the address of the list of tasks.
const Path = "/painel/tarefas"

// Fragment is the part of a task's page that shows its progress.
const Fragment = "andamento"

// List holds the latest tasks that the person may see.
type List struct {
	Tasks []tasks.Task
	// Now is in the association's time zone.
	Now time.Time
	// OfAll reports whether the list includes tasks of others.
	OfAll bool
	// Refused is the reason why another export was refused.
	Refused string
}

// PageData is the page of a task; Now is in the association's time zone.
type PageData struct {
	Task tasks.Task
	Now  time.Time
	// IsOwn reports whether the caller owns the task.
	IsOwn bool
	// UndoneBy is the id of the task that undoes this one, 0 if none does.
	UndoneBy int64
}

// Href returns the address of a task.
func Href(id int64) string { return Path + "/" + strconv.FormatInt(id, 10) }

// Name returns the name of a task in titles and links.
func Name(task tasks.Task) string {
	if task.File != nil {
		return "Exportação " + strconv.FormatInt(task.ID, 10)
	}
	return "Tarefa " + strconv.FormatInt(task.ID, 10)
}

// Title returns the action of a task and its number of rows.
func Title(task tasks.Task) string {
	if task.File != nil {
		return exportTitle(*task.File)
	}
	rows := rowsOf(task.Kind, task.Total)
	switch task.Kind {
	case tasks.RenameTag:
		return "Renomear a etiqueta “" + texts.Of(task.Tag) + "” para “" + task.Facts.Tag.Name + "”"
	case tasks.JoinTag:
		return "Juntar a etiqueta “" + texts.Of(task.Tag) + "” com outra"
	case tasks.DeleteTag:
		return "Remover a etiqueta “" + texts.Of(task.Tag) + "” de todos os registros"
	case tasks.AddTag, tasks.AddOrderTag:
		return "Etiquetar " + rows + " com “" + texts.Of(task.Tag) + "”"
	case tasks.RemoveTag, tasks.RemoveOrderTag:
		return "Remover “" + texts.Of(task.Tag) + "” de " + rows
	case tasks.SetField:
		return "Mudar um campo de " + rows
	case tasks.UndoGroup:
		return "Desfazer a tarefa " + strconv.FormatInt(task.Facts.Undone.Task, 10) + " em " + rows
	case tasks.SendText:
		return "Escrever para " + rows
	case tasks.SendTerms:
		return "Enviar o termo a " + rows
	case tasks.RequestSignatures:
		return "Pedir nova assinatura a " + rows
	case tasks.BuyLabels:
		return "Comprar etiquetas de envio de " + rows
	case tasks.MoveOrders:
		return "Mudar " + rows + " para “" + string(task.Facts.Step.Status) + "”"
	}
	return "Enviar " + rows + " para a recepção"
}

// rowsOf counts the rows of a task: "650 associados", "612 pedidos".
func rowsOf(kind tasks.Kind, count int) string {
	switch {
	case kind.IsOfTag():
		return fmtbr.Plural(count, "registro", "registros")
	case kind.IsOfOrders():
		return fmtbr.Plural(count, "pedido", "pedidos")
	}
	return fmtbr.Plural(count, "associado", "associados")
}

// rowTitle distinguishes a task from others in the list; exports differ by their filters.
func rowTitle(task tasks.Task) string {
	if task.File == nil || len(task.File.Words) == 0 {
		return Title(task)
	}
	return Title(task) + " · " + strings.Join(task.File.Words, " · ")
}

// Started returns the message that a task runs in the background.
func Started(task tasks.Task) string {
	if task.Kind.IsOfTag() {
		return "A mudança da etiqueta “" + texts.Of(task.Tag) + "” começou."
	}
	return "A tarefa com " + rowsOf(task.Kind, task.Total) + " começou."
}

// Applied returns the message after an action on associates performed within the request.
func Applied(input tasks.Input, done tasks.Result) string {
	people := fmtbr.Plural(done.Changed, "associado", "associados")
	switch {
	case input.Kind == tasks.AddTag:
		return people + " com a etiqueta “" + input.Tag + "”."
	case input.Kind == tasks.RemoveTag:
		return people + " sem a etiqueta “" + input.Tag + "”."
	case input.Kind == tasks.SetField && done.PassedOver > 0:
		return people + " com o campo mudado; " + fmtbr.Plural(done.PassedOver, "já estava assim", "já estavam assim") + "."
	case input.Kind == tasks.SetField:
		return people + " com o campo mudado."
	case done.PassedOver == 0:
		return people + " na fila da recepção."
	}
	return fmtbr.Integer(int64(done.Changed)) + " na fila, " + fmtbr.Plural(done.PassedOver, "já esperava", "já esperavam") + "."
}

func statusText(status tasks.Status) string {
	return map[tasks.Status]string{
		tasks.Waiting: "Na fila", tasks.Running: "Em andamento", tasks.Paused: "Pausada", tasks.Done: "Feita", tasks.Cancelled: "Cancelada",
		tasks.Failed: "Falhou",
	}[status]
}

// badge shows the status of a task; its word carries the meaning, the tone repeats it.
func badge(status tasks.Status) ui.Badge {
	tones := map[tasks.Status]ui.Tone{
		tasks.Waiting: ui.Muted, tasks.Running: ui.Info, tasks.Paused: ui.Warn, tasks.Done: ui.Good, tasks.Cancelled: ui.Warn,
		tasks.Failed: ui.Bad,
	}
	return ui.Badge{Tone: tones[status], Text: statusText(status)}
}

func progressOf(task tasks.Task) string {
	if task.Total == 0 {
		return "–"
	}
	return fmtbr.Integer(int64(task.Processed())) + " de " + fmtbr.Integer(int64(task.Total))
}

func (s PageData) facts() []record.Fact {
	zone := s.Now.Location()
	facts := []record.Fact{
		{Label: "Situação", Content: badge(s.Task.Status)},
		{Label: "Pedida por", Value: s.Task.OwnerName},
		{Label: "Pedida em", Value: fmtbr.DateTime(s.Task.DateCreated, zone)},
	}
	if s.Task.DateEnded != nil {
		facts = append(facts, record.Fact{Label: "Terminou em", Value: fmtbr.DateTime(*s.Task.DateEnded, zone)})
	}
	facts = append(facts, record.Fact{Label: "Feitos", Value: fmtbr.Integer(int64(s.Task.Changed))})
	if label := passedOver(s.Task.Kind); label != "" {
		facts = append(facts, record.Fact{Label: label, Value: fmtbr.Integer(int64(s.Task.PassedOver))})
	}
	if s.Task.Kind.IsOfTag() {
		return facts
	}
	return append(facts, record.Fact{Label: "Recusados", Value: fmtbr.Integer(int64(s.Task.Refused))})
}

// passedOver names the rows that were as the task would leave them; empty for a kind that does not count them.
func passedOver(kind tasks.Kind) string {
	return map[tasks.Kind]string{tasks.Enqueue: "Já esperavam", tasks.RequestSignatures: "Já tinham um termo a assinar",
		tasks.SetField: "Já estavam assim", tasks.SendTerms: "Já tinham um termo a assinar", tasks.AddOrderTag: "Já tinham a etiqueta",
		tasks.RemoveOrderTag: "Não tinham a etiqueta", tasks.AddTag: "Já tinham a etiqueta", tasks.RemoveTag: "Não tinham a etiqueta",
		tasks.UndoGroup: "Mudaram depois e ficaram"}[kind]
}

// outcome describes the result of a task in a sentence.
func (s PageData) outcome() feedback.Alert {
	left := s.Task.Total - s.Task.Processed()
	rest := rowsOf(s.Task.Kind, left) + " ficaram como antes."
	if left == 1 {
		rest = rowsOf(s.Task.Kind, left) + " ficou como antes."
	}
	switch {
	case s.Task.Status == tasks.Cancelled && s.Task.Kind.IsOfTag():
		return feedback.Alert{Tone: ui.Warn, Title: "Tarefa cancelada", Text: "A etiqueta ficou como antes em todos os registros."}
	case s.Task.Status == tasks.Failed && s.Task.Kind.IsOfTag():
		return feedback.Alert{Tone: ui.Bad, Title: "A tarefa parou",
			Text: sentence(texts.Of(s.Task.Failure)) + " A etiqueta ficou como antes em todos os registros."}
	case s.Task.Status == tasks.Cancelled:
		return feedback.Alert{Tone: ui.Warn, Title: "Tarefa cancelada", Text: "O que já foi feito é mantido; " + rest}
	case s.Task.Status == tasks.Failed:
		return feedback.Alert{Tone: ui.Bad, Title: "A tarefa parou", Text: texts.Of(s.Task.Failure) + " " + rest}
	}
	return feedback.Alert{Tone: ui.Good, Title: "Tarefa feita", Text: s.done()}
}

// done says what a finished task did.
func (s PageData) done() string {
	rows := rowsOf(s.Task.Kind, s.Task.Changed)
	switch s.Task.Kind {
	case tasks.RenameTag, tasks.JoinTag, tasks.DeleteTag:
		return rows + " com a mudança, todos ao mesmo tempo."
	case tasks.AddOrderTag:
		return rows + " com a etiqueta “" + texts.Of(s.Task.Tag) + "”."
	case tasks.RemoveOrderTag:
		return rows + " sem a etiqueta “" + texts.Of(s.Task.Tag) + "”."
	case tasks.UndoGroup:
		return rows + " como antes."
	case tasks.SendText:
		return "E-mail a " + rows + " na fila de envio."
	case tasks.SendTerms:
		return "Termo enviado a " + rows + "."
	case tasks.RequestSignatures:
		return rows + " com o termo atual para assinar. O termo anterior continua guardado até a nova assinatura."
	case tasks.BuyLabels:
		return rows + " com etiqueta de envio."
	case tasks.MoveOrders:
		return rows + " em “" + string(s.Task.Facts.Step.Status) + "”."
	}
	return Applied(tasks.Input{Kind: s.Task.Kind, Tag: texts.Of(s.Task.Tag)},
		tasks.Result{Changed: s.Task.Changed, PassedOver: s.Task.PassedOver})
}

func (s PageData) refused() feedback.Alert {
	refused := " foram recusados"
	if s.Task.Refused == 1 {
		refused = " foi recusado"
	}
	return feedback.Alert{Tone: ui.Warn, Title: rowsOf(s.Task.Kind, s.Task.Refused) + refused,
		Text: "Baixe o arquivo para ver quais e por quê."}
}

// back returns the list whose rows the task changed.
func (s PageData) back() ui.Button {
	switch {
	case s.Task.Kind.IsOfTag():
		return ui.Button{Label: "Voltar às etiquetas", Icon: "arrow-left", Variant: ui.Outline, Href: tags.Path}
	case s.Task.Kind.IsOfOrders():
		return ui.Button{Label: "Voltar aos pedidos", Icon: "arrow-left", Variant: ui.Outline, Href: orders.Path}
	}
	return ui.Button{Label: "Voltar aos associados", Icon: "arrow-left", Variant: ui.Outline, Href: associates.Path}
}

func (l List) columns() []table.Column {
	columns := []table.Column{{Label: "Tarefa"}, {Label: "Situação"}, {Label: "Andamento", Right: true}, {Label: "Recusados", Right: true}}
	if l.OfAll {
		columns = append(columns, table.Column{Label: "Pedida por"})
	}
	return append(columns, table.Column{Label: "Pedida"})
}

func failures(task tasks.Task) string {
	if task.Refused == 0 {
		return "–"
	}
	return strconv.Itoa(task.Refused)
}
