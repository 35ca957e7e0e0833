// Package overview shows the first page of the administration: what needs a person, the state of each part, the
// external services and the latest security events.
package overview

import (
	"strings"
	"time"

	"acolhe/models/backups"
	"acolhe/models/externalservices"
	"acolhe/models/installation"
	"acolhe/models/platform/mail"
	"acolhe/models/retention"
	"acolhe/models/types/fmtbr"
	backupsview "acolhe/views/admin/backups"
	"acolhe/views/admin/jobs"
	mailview "acolhe/views/admin/mail"
	"acolhe/views/admin/operators"
	"acolhe/views/admin/privacy"
	"acolhe/views/admin/samples"
	"acolhe/views/admin/security"
	storageview "acolhe/views/admin/storage"
	"acolhe/views/ui"
)

// Path is the address of the page.
const Path = "/admin"

// Part is the part of the page that is read again.
const Part = "estado"

// PageData is the data of Page. Now is in the association's time zone.
type PageData struct {
	State  installation.State
	Copies backups.Status
	// LateRequests is the number of requests about data that were not answered in time.
	LateRequests int
	// Retention is whether rows leave by their age, IsLeavingSoon that they begin to within the thirty days after switching on.
	Retention     retention.State
	IsLeavingSoon bool
	Version       string
	Now           time.Time
	// Production reports whether this is the system that the association uses.
	Production bool
}

// problem is a thing that needs a person: a title, a fact, and the buttons that solve it.
type problem struct {
	title, note string
	actions     []ui.Content
}

func linkButton(label, href string) ui.Content {
	return ui.Button{Label: label, Variant: ui.Outline, Small: true, Href: href}
}

// problems lists what needs a person, the most urgent first.
func (d PageData) problems() []problem {
	var found []problem
	add := func(applies bool, p problem) {
		if applies {
			found = append(found, p)
		}
	}
	s := d.State
	missing := d.missing()
	add(missing > 0, problem{fmtbr.Plural(missing, "arquivo está sem conteúdo", "arquivos estão sem conteúdo"),
		"Recupere a pasta ou o bucket de uma cópia; a conferência é diária.",
		[]ui.Content{linkButton("Ver armazenamento", storageview.Path)}})
	add(d.LateRequests > 0, problem{fmtbr.Plural(d.LateRequests, "pedido sobre dados passou do prazo", "pedidos sobre dados passaram do prazo"),
		"A lei dá 15 dias para responder.", []ui.Content{linkButton("Ver pedidos", privacy.Path)}})
	add(d.IsLeavingSoon, problem{"Dados começam a sair por prazo em " + fmtbr.Date(d.Retention.Begins(), d.Now.Location()),
		"Confira o que sai e quem precisa ficar. Até lá, dá para pausar.", []ui.Content{linkButton("Ver o que sai", privacy.RetentionPath)}})
	test := s.Storage.Of(s.Storage.Active).Test
	add(test != nil && !test.OK, problem{"O armazenamento não passou no teste", "Arquivos novos podem não ser guardados.",
		[]ui.Content{linkButton("Ver armazenamento", storageview.Path)}})
	add(d.isDiskFull(), problem{"O disco do servidor está quase cheio",
		fmtbr.FileSize(s.Storage.Disk.Free) + " livres de " + fmtbr.FileSize(s.Storage.Disk.Total) + ".",
		[]ui.Content{linkButton("Ver armazenamento", storageview.Path)}})
	add(s.Jobs.NotDone() > 0, problem{fmtbr.Plural(s.Jobs.NotDone(), "tarefa falhou", "tarefas falharam"),
		"O motivo está na lista. As que ainda têm tentativas rodam de novo sozinhas.",
		[]ui.Content{linkButton("Ver tarefas", jobs.FailedPath),
			ui.PostButton{Label: "Tentar de novo", Name: "todas as tarefas que falharam", Action: jobs.RetryPath}}})
	add(s.Mails.Failed > 0, problem{fmtbr.Plural(s.Mails.Failed, "e-mail não foi enviado", "e-mails não foram enviados"),
		"Ainda dá para enviar de novo.",
		[]ui.Content{linkButton("Ver e-mails", mailview.StatusHref(mail.Failed))}})
	add(!s.Mails.Configured, problem{"O e-mail está desligado", "Convites e links de nova senha não saem. Configure SMTP_URL no servidor.",
		[]ui.Content{linkButton("Ver correio", mailview.Path)}})
	for _, notice := range d.copyNotices() {
		add(true, problem{notice.Title, notice.Text, []ui.Content{linkButton("Ver cópias", backupsview.Path)}})
	}
	add(s.HasSamples && d.Production, problem{"Há dados de exemplo no sistema",
		"Nomes, documentos e valores inventados aparecem junto com os reais.", []ui.Content{linkButton("Ver dados", samples.Path)}})
	add(s.Administrators == 1 && d.Production, problem{"Só uma pessoa administra o sistema",
		"Se ela perder o acesso, ninguém convida operadores nem muda configurações.",
		[]ui.Content{linkButton("Convidar", operators.Path+"/novo")}})
	return found
}

// copyNotices returns what is wrong with the copies; a system for trying needs none.
func (d PageData) copyNotices() []backupsview.Notice {
	if !d.Production && len(d.Copies.Places) == 0 {
		return nil
	}
	return backupsview.PageData{Status: d.Copies, Now: d.Now}.Notices()
}

// A disk is almost full with less free space than its part fullShare, a tenth, and than fullBytes.
const (
	fullShare = 10
	fullBytes = 10 << 30
)

func (d PageData) isDiskFull() bool {
	disk := d.State.Storage.Disk
	return disk.Total > 0 && disk.Free < disk.Total/fullShare && disk.Free < fullBytes
}

func (d PageData) missing() (count int) {
	for _, driver := range d.State.Storage.Drivers {
		count += int(driver.Missing)
	}
	return count
}

func (d PageData) headline() string {
	if count := len(d.problems()); count > 0 {
		return fmtbr.Plural(count, "item precisa de você.", "itens precisam de você.") + " Conferido às " + fmtbr.Clock(d.Now,
			d.Now.Location()) + "."
	}
	return "Conferido às " + fmtbr.Clock(d.Now, d.Now.Location()) + "."
}

func (d PageData) services() []ui.Line {
	lines := make([]ui.Line, len(d.State.Services))
	for i, service := range d.State.Services {
		lines[i] = ui.Line{Title: externalservices.LabelOf(service.Service), Note: "Nunca testado",
			Status: ui.Badge{Tone: ui.Muted, Text: "Desligado"}}
		if service.TestedAt != nil {
			lines[i].Note = "Testado " + fmtbr.Ago(*service.TestedAt, d.Now, d.Now.Location())
		}
		switch {
		case service.Enabled && service.TestedOK != nil && !*service.TestedOK:
			lines[i].Status = ui.Badge{Tone: ui.Bad, Text: "Falhou no teste"}
		case service.Enabled:
			lines[i].Status = ui.Badge{Tone: ui.Good, Text: "Ligado"}
		}
	}
	return lines
}

func (d PageData) modules() []ui.Line {
	mails := ui.Line{Title: "E-mail", Href: mailview.Path, Note: "Convites, senhas e avisos", Status: ui.Badge{Tone: ui.Good, Text: "Ligado"}}
	if !d.State.Mails.Configured {
		mails.Status = ui.Badge{Tone: ui.Warn, Text: "Desligado"}
	}
	return append([]ui.Line{
		{Title: "Cadastro pelo site", Href: "/cadastro", Note: "Associados se cadastram pelo celular",
			Status: ui.Badge{Tone: ui.Good, Text: "Ligado"}},
		{Title: "Formulário de contato", Href: "/atendimento", Note: "Novos contatos entram na recepção",
			Status: ui.Badge{Tone: ui.Good, Text: "Ligado"}},
		mails,
	}, d.services()...)
}

func (d PageData) events() []ui.Line {
	lines := make([]ui.Line, len(d.State.Events))
	for i, entry := range d.State.Events {
		lines[i] = ui.Line{Title: security.Title(entry), Note: security.WhoAndWhere(entry),
			Actions: []ui.Content{ui.Moment(entry.DateCreated, d.Now)}}
	}
	return lines
}

func (d PageData) versionLine() string {
	return "Acolhe, versão " + strings.TrimPrefix(d.Version, "versão ")
}
