// Package health shows administrators what the examination of the installation found, and what to do.
package health

import (
	"strings"
	"time"

	"acolhe/models/doctor"
	"acolhe/models/types/fmtbr"
	"acolhe/views/admin/backups"
	errorsview "acolhe/views/admin/errors"
	"acolhe/views/admin/jobs"
	mailview "acolhe/views/admin/mail"
	"acolhe/views/admin/reads"
	"acolhe/views/admin/storage"
	"acolhe/views/ui"
)

// The addresses.
const (
	Path       = "/admin/saude"
	ReportPath = Path + "/relatorio"
)

// PageData is the data of Page. Report is nil before the first examination, Now is in the association's time zone.
type PageData struct {
	Report *doctor.Report
	Now    time.Time
}

func (d PageData) headline() string {
	if d.Report == nil {
		return "O exame olha servidor, banco de dados, cópias, e-mail e tarefas, e diz o que fazer."
	}
	seconds := fmtbr.Tenths(max(1, int(d.Report.Took()/(100*time.Millisecond)))) + "\u00a0s"
	return d.Report.Summary() + " " + fmtbr.Capitalized(fmtbr.Ago(d.Report.DateCreated, d.Now, d.Now.Location())) + ", em " + seconds + "."
}

// pages are those on which a finding is mended.
var pages = map[string]ui.Button{
	"disk": {Label: "Ver armazenamento", Href: storage.Path}, "storage": {Label: "Ver armazenamento", Href: storage.Path},
	"copy": {Label: "Ver cópias", Href: backups.Path}, "places": {Label: "Ver cópias", Href: backups.Path},
	"change_log": {Label: "Ver cópias", Href: backups.Path},
	"drill":      {Label: "Ver cópias", Href: backups.Path}, "paper_key": {Label: "Imprimir a chave…", Href: backups.PrintPath},
	"undelivered": {Label: "Ver e-mails", Href: mailview.StatusHref("failed")}, "jobs": {Label: "Ver tarefas", Href: jobs.Path},
	"failed_jobs": {Label: "Ver tarefas", Href: jobs.FailedPath}, "read_log": {Label: "Quem viu", Href: reads.Path},
	"errors": {Label: "Ver erros", Href: errorsview.Path},
}

// pageOf returns the button to the page on which a finding is mended, nil if it is mended on the server.
func pageOf(finding doctor.Finding) ui.Content {
	button, known := pages[finding.Exam]
	if !known {
		return nil
	}
	button.Variant, button.Small = ui.Outline, true
	return button
}

var tones = map[doctor.Level]ui.Tone{doctor.Good: ui.Good, doctor.Watch: ui.Warn, doctor.Bad: ui.Bad}

// part is a piece of a sentence; commands stand between backquotes.
type part struct {
	text      string
	isCommand bool
}

func partsOf(sentence string) (parts []part) {
	for i, text := range strings.Split(sentence, "`") {
		parts = append(parts, part{text: text, isCommand: i%2 == 1})
	}
	return parts
}

// sides are the groups of the two columns.
func sides() [2][]doctor.Group {
	return [2][]doctor.Group{{doctor.Server, doctor.Database}, {doctor.Copies, doctor.Work}}
}
