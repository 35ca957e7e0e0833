package home

import (
	"time"

	"acolhe/models/backups"
	"acolhe/models/platform/mail"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/page"
	mailview "acolhe/views/admin/mail"
	tasksview "acolhe/views/panel/tasks"
	"acolhe/views/ui"
	"acolhe/views/ui/nav"
)

// systemText returns the state of the system in one line.
// systemText says the worst that is wrong, else that nothing is, and what is under way.
func (t Today) systemText() string {
	state := t.systemState()
	mails := ""
	if t.System.Queued.Rows > 0 {
		mails = mailsThat(t.System.Queued, "e-mail na fila", "e-mails na fila")
	}
	tasks := ""
	if t.System.Tasks > 0 {
		tasks = fmtbr.Plural(t.System.Tasks, "tarefa em andamento", "tarefas em andamento")
	}
	return fmtbr.Join(" · ", state.text, mails, tasks)
}

func (t Today) systemTone() ui.Tone { return t.systemState().tone }

// systemLink leads to what is wrong or under way, else to the administration.
func (t Today) systemLink() ui.Link {
	if state := t.systemState(); state.link.Href != "" {
		return state.link
	}
	if t.System.Tasks > 0 {
		return ui.Link{Text: "Ver tarefas", Href: tasksview.Path}
	}
	return ui.Link{Text: "Administração", Href: "/admin"}
}

// systemState is what the line of the system says first; link leads to where a fault is mended.
type systemState struct {
	text string
	tone ui.Tone
	link ui.Link
}

func (t Today) systemState() systemState {
	switch system := t.System; {
	case len(system.Alarms) > 0:
		worst := system.Alarms[0]
		return systemState{worst.Title + " " + worst.Text, ui.Bad, ui.Link{Text: "Resolver", Href: worst.Href}}
	case system.FailedMails.Rows > 0:
		return systemState{mailsThat(system.FailedMails, "e-mail não saiu", "e-mails não saíram"), ui.Bad, ui.Link{Text: "Ver e-mails", Href: mailview.StatusHref(mail.Failed)}}
	case system.First == nil:
		return systemState{"Nenhuma cópia de segurança ainda", ui.Warn, ui.Link{Text: "Escolher onde ela fica", Href: backups.Path}}
	case system.Copied == nil:
		return systemState{text: "Sistema em ordem", tone: ui.Good}
	}
	return systemState{text: "Sistema em ordem · cópia de segurança " + fmtbr.Since(*t.System.Copied, t.Now), tone: ui.Good}
}

// mailsThat says how many mails wait or failed.
func mailsThat(found page.Counted, one, many string) string {
	if found.Rows == 1 {
		return "1 " + one
	}
	return nav.Counted(found) + " " + many
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
