package panel

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/kind"
	"acolhe/models/tasks"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
)

// TasksPath is the address of the list of tasks.
const TasksPath = "/painel/tarefas"

// TaskFragment is the part of a task's page that tells how far it is.
const TaskFragment = "andamento"

// TaskList are the last tasks that one may see.
type TaskList struct {
	Tasks []tasks.Task
	// Now carries the association's time zone.
	Now time.Time
	// OfAll tells that they are not one's own alone.
	OfAll bool
	// Refused says why one more was not begun.
	Refused string
}

// TaskSheet is a task as its page shows it; Now carries the association's time zone.
type TaskSheet struct {
	Task tasks.Task
	Now  time.Time
	// IsOwn tells that whoever looks asked for it.
	IsOwn bool
}

// TaskHref is the address of a task.
func TaskHref(id int64) string { return TasksPath + "/" + strconv.FormatInt(id, 10) }

// TaskName names a task in titles and the way to its page.
func TaskName(task tasks.Task) string {
	if task.File != nil {
		return "Exportação " + strconv.FormatInt(task.ID, 10)
	}
	return "Tarefa " + strconv.FormatInt(task.ID, 10)
}

// TaskTitle says what a task does, and to how many.
func TaskTitle(task tasks.Task) string {
	if task.File != nil {
		return exportTitle(*task.File)
	}
	people := fmtbr.Plural(task.Total, "associado", "associados")
	switch task.Kind {
	case tasks.AddTag:
		return "Etiquetar " + people + " com “" + text(task.Tag) + "”"
	case tasks.RemoveTag:
		return "Tirar “" + text(task.Tag) + "” de " + people
	}
	return "Enviar " + people + " para a recepção"
}

// rowTitle tells a task from the others of the list; exports differ by their filters.
func rowTitle(task tasks.Task) string {
	if task.File == nil || len(task.File.Words) == 0 {
		return TaskTitle(task)
	}
	return TaskTitle(task) + " · " + strings.Join(task.File.Words, " · ")
}

// TaskBegun says that a task goes on elsewhere.
func TaskBegun(task tasks.Task) string {
	return "A tarefa com " + fmtbr.Plural(task.Total, "associado", "associados") + " começou."
}

// Applied says what was done at once.
func Applied(input tasks.Input, done tasks.Result) string {
	people := fmtbr.Plural(done.Changed, "associado", "associados")
	switch {
	case input.Kind == tasks.AddTag:
		return people + " com a etiqueta “" + input.Tag + "”."
	case input.Kind == tasks.RemoveTag:
		return people + " sem a etiqueta “" + input.Tag + "”."
	case done.PassedOver == 0:
		return people + " na fila da recepção."
	}
	return fmtbr.Integer(int64(done.Changed)) + " na fila, " + fmtbr.Plural(done.PassedOver, "já esperava", "já esperavam") + "."
}

// RefusalColumns are the columns of the file of those who were refused.
func RefusalColumns() []exports.Column[tasks.Failure] {
	return []exports.Column[tasks.Failure]{
		{Name: "Nº", Kind: kind.Integer, Value: func(r tasks.Failure) string { return strconv.FormatInt(r.AssociateID, 10) }},
		{Name: "Nome", Value: func(r tasks.Failure) string { return r.Name }},
		{Name: "Motivo", Value: func(r tasks.Failure) string { return r.Reason }},
	}
}

func taskWords(status tasks.Status) string {
	return map[tasks.Status]string{
		tasks.Waiting: "Na fila", tasks.Running: "Em andamento", tasks.Done: "Feita", tasks.Cancelled: "Cancelada", tasks.Failed: "Falhou",
	}[status]
}

// taskStatus shows how far a task is; the word says it, the tone repeats it.
func taskStatus(status tasks.Status) ui.Badge {
	tones := map[tasks.Status]ui.Tone{
		tasks.Waiting: ui.Muted, tasks.Running: ui.Info, tasks.Done: ui.Good, tasks.Cancelled: ui.Warn, tasks.Failed: ui.Bad,
	}
	return ui.Badge{Tone: tones[status], Text: taskWords(status)}
}

func progressOf(task tasks.Task) string {
	if task.Total == 0 {
		return "–"
	}
	return fmtbr.Integer(int64(task.Worked())) + " de " + fmtbr.Integer(int64(task.Total))
}

func (s TaskSheet) facts() []ui.Fact {
	zone := s.Now.Location()
	facts := []ui.Fact{
		{Label: "Situação", Content: taskStatus(s.Task.Status)},
		{Label: "Pedida por", Value: s.Task.OwnerName},
		{Label: "Pedida em", Value: fmtbr.DateTime(s.Task.DateCreated, zone)},
	}
	if s.Task.DateEnded != nil {
		facts = append(facts, ui.Fact{Label: "Terminou em", Value: fmtbr.DateTime(*s.Task.DateEnded, zone)})
	}
	facts = append(facts, ui.Fact{Label: "Feitos", Value: fmtbr.Integer(int64(s.Task.Changed))})
	if s.Task.Kind == tasks.Enqueue {
		facts = append(facts, ui.Fact{Label: "Já esperavam", Value: fmtbr.Integer(int64(s.Task.PassedOver))})
	}
	return append(facts, ui.Fact{Label: "Recusados", Value: fmtbr.Integer(int64(s.Task.Refused))})
}

// outcome says how a task ended, in a sentence.
func (s TaskSheet) outcome() ui.Alert {
	left := s.Task.Total - s.Task.Worked()
	rest := fmtbr.Plural(left, "associado ficou", "associados ficaram") + " como antes."
	switch s.Task.Status {
	case tasks.Cancelled:
		return ui.Alert{Tone: ui.Warn, Title: "Tarefa cancelada", Text: "O que já estava feito continua feito; " + rest}
	case tasks.Failed:
		return ui.Alert{Tone: ui.Bad, Title: "A tarefa parou", Text: text(s.Task.Failure) + " " + rest}
	}
	done := Applied(tasks.Input{Kind: s.Task.Kind, Tag: text(s.Task.Tag)}, tasks.Result{Changed: s.Task.Changed, PassedOver: s.Task.PassedOver})
	return ui.Alert{Tone: ui.Good, Title: "Tarefa feita", Text: done}
}

func (s TaskSheet) refused() ui.Alert {
	return ui.Alert{Tone: ui.Warn, Title: fmtbr.Plural(s.Task.Refused, "associado foi recusado", "associados foram recusados"),
		Text: "O arquivo diz quem, e por quê."}
}

func (l TaskList) columns() []ui.Column {
	columns := []ui.Column{{Label: "Tarefa"}, {Label: "Situação"}, {Label: "Andamento", Right: true}, {Label: "Recusados", Right: true}}
	if l.OfAll {
		columns = append(columns, ui.Column{Label: "Pedida por"})
	}
	return append(columns, ui.Column{Label: "Pedida"})
}
