package home

import (
	"time"

	"acolhe/models/platform/mail"
	"acolhe/models/types/fmtbr"
	mailview "acolhe/views/admin/mail"
	tasksview "acolhe/views/panel/tasks"
	"acolhe/views/ui"
)

// systemText returns the state of the system in one line.
func (t Today) systemText() string {
	mails := ""
	if t.System.Queued.Rows > 0 {
		mails = counted(t.System.Queued) + " e-mails na fila"
	}
	tasks := ""
	if t.System.Tasks > 0 {
		tasks = fmtbr.Plural(t.System.Tasks, "tarefa em andamento", "tarefas em andamento")
	}
	if t.System.FailedMails.Rows > 0 {
		return fmtbr.Join(" · ", counted(t.System.FailedMails)+" e-mails não saíram", mails, tasks)
	}
	return fmtbr.Join(" · ", "Sistema em ordem", mails, tasks)
}

func (t Today) systemTone() ui.Tone {
	if t.System.FailedMails.Rows > 0 {
		return ui.Bad
	}
	return ui.Good
}

// systemLink leads to what is wrong or under way, else to the administration.
func (t Today) systemLink() ui.Link {
	switch {
	case t.System.FailedMails.Rows > 0:
		return ui.Link{Text: "Ver e-mails", Href: mailview.StatusHref(mail.Failed)}
	case t.System.Tasks > 0:
		return ui.Link{Text: "Ver tarefas", Href: tasksview.Path}
	}
	return ui.Link{Text: "Administração", Href: "/admin"}
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
