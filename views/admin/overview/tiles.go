package overview

import (
	"strconv"
	"time"

	"acolhe/models/backups"
	"acolhe/models/installation"
	"acolhe/models/types/fmtbr"
	backupsview "acolhe/views/admin/backups"
	errorsview "acolhe/views/admin/errors"
	"acolhe/views/admin/jobs"
	mailview "acolhe/views/admin/mail"
	storageview "acolhe/views/admin/storage"
	"acolhe/views/admin/templates"
	"acolhe/views/ui"
	"acolhe/views/ui/chart"
)

// tiles are the parts of the installation, each a link to its page.
func (d PageData) tiles() []chart.Tile {
	return []chart.Tile{d.copyTile(), d.drillTile(), d.diskTile(), d.sealTile(), d.mailTile(), d.databaseTile(), d.jobsTile(), d.errorsTile()}
}

var inOrder = ui.Badge{Tone: ui.Good, Text: "Em ordem"}

// copiedDays is the number of days of the drawing of copies.
const copiedDays = 14

func (d PageData) copyTile() chart.Tile {
	tile := chart.Tile{Label: "Cópia de segurança", Icon: "copy", Href: backupsview.Path, Value: "–", Note: "Nenhuma cópia feita",
		State: ui.Badge{Tone: ui.Muted, Text: "Configurar"}}
	done := d.Copies.LastDone()
	if done == nil {
		return tile
	}
	tile.Value, tile.Unit, tile.State = fmtbr.Ago(done.DateStarted, d.Now, d.Now.Location()), fmtbr.FileSize(done.Bytes), inOrder
	if len(d.Copies.Concerns(d.Now)) > 0 {
		tile.State = ui.Badge{Tone: ui.Bad, Text: "Conferir"}
	}
	tones := d.copyTones()
	good := 0
	for _, tone := range tones {
		if tone == ui.Good {
			good++
		}
	}
	tile.Note = strconv.Itoa(good) + " dos últimos " + strconv.Itoa(copiedDays) + " dias"
	tile.Drawing = chart.Squares{Tones: tones, Label: "Cópias: " + tile.Note}
	return tile
}

// copyTones are good for a day with a whole copy, bad for one with failed attempts alone, and muted for one without any.
func (d PageData) copyTones() []ui.Tone {
	tones := make([]ui.Tone, copiedDays)
	for i := range tones {
		tones[i] = ui.Muted
	}
	for _, copied := range d.Copies.Copies {
		ago := daysBetween(copied.DateStarted.In(d.Now.Location()), d.Now)
		if ago >= copiedDays || ago < 0 {
			continue
		}
		at := copiedDays - 1 - ago
		switch {
		case copied.State == backups.Done:
			tones[at] = ui.Good
		case copied.State == backups.Failed && tones[at] != ui.Good:
			tones[at] = ui.Bad
		}
	}
	return tones
}

// daysBetween counts the midnights between two times of one zone.
func daysBetween(from, to time.Time) int {
	day := func(at time.Time) time.Time { return time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC) }
	return int(day(to).Sub(day(from)) / (24 * time.Hour))
}

func (d PageData) drillTile() chart.Tile {
	tile := chart.Tile{Label: "Ensaio de restauração", Icon: "history", Href: backupsview.Path, Value: "–", Note: "Sem dados ainda"}
	if len(d.Copies.Drills) == 0 {
		return tile
	}
	last, passed := d.Copies.Drills[0], 0
	tones := make([]ui.Tone, 0, len(d.Copies.Drills))
	for i := range d.Copies.Drills {
		drill := d.Copies.Drills[len(d.Copies.Drills)-1-i]
		tone := map[backups.State]ui.Tone{backups.Passed: ui.Good, backups.Failed: ui.Bad}[drill.State]
		if tone == ui.Good {
			passed++
		}
		tones = append(tones, tone)
	}
	tile.Value, tile.Note = fmtbr.Ago(last.DateStarted, d.Now, d.Now.Location()), "Contagens, arquivos, entrada e um termo"
	tile.State = map[backups.State]ui.Badge{backups.Passed: {Tone: ui.Good, Text: "Passou"}, backups.Failed: {Tone: ui.Bad, Text: "Falhou"},
		backups.Running: {Tone: ui.Info, Text: "Em andamento"}}[last.State]
	tile.Drawing = chart.Squares{Tones: tones, Label: strconv.Itoa(passed) + " de " + fmtbr.Plural(len(tones), "ensaio passou", "ensaios passaram")}
	return tile
}

func (d PageData) diskTile() chart.Tile {
	tile := chart.Tile{Label: "Disco", Icon: "hard-drive", Href: storageview.Path, Value: "–", Note: d.storedText(), State: inOrder}
	if disk := d.State.Storage.Disk; disk.Total > 0 {
		used := disk.Total - disk.Free
		share := chart.Share{Value: used, Whole: disk.Total, Tone: ui.Good, Label: strconv.FormatInt(used*100/disk.Total, 10) + "% em uso"}
		if d.isDiskFull() {
			share.Tone, tile.State = ui.Warn, ui.Badge{Tone: ui.Warn, Text: "Quase cheio"}
		}
		tile.Value, tile.Unit, tile.Drawing = fmtbr.FileSize(disk.Free), "livres de "+fmtbr.FileSize(disk.Total), share
	}
	if d.missing() > 0 {
		tile.State = ui.Badge{Tone: ui.Bad, Text: fmtbr.Plural(d.missing(), "sem conteúdo", "sem conteúdo")}
	}
	return tile
}

// storedText says how many files are stored.
func (d PageData) storedText() string {
	var files, bytes int64
	for _, driver := range d.State.Storage.Drivers {
		files, bytes = files+driver.Files, bytes+driver.Bytes
	}
	if files == 0 {
		return "Nenhum arquivo guardado"
	}
	return fmtbr.Plural(int(files), "arquivo", "arquivos") + ", " + fmtbr.FileSize(bytes)
}

// sealYear and sealSoon are days: the whole of the drawing, and the rest from which a certificate ends soon.
const (
	sealYear = 365
	sealSoon = 30
)

func (d PageData) sealTile() chart.Tile {
	tile := chart.Tile{Label: "Certificado dos termos", Icon: "lock", Href: templates.Path, Value: "–", Note: "Criado com o primeiro termo assinado"}
	if d.State.SealExpires == nil {
		return tile
	}
	left := daysBetween(d.Now, d.State.SealExpires.In(d.Now.Location()))
	share := chart.Share{Value: int64(min(left, sealYear)), Whole: sealYear, Tone: ui.Good, Label: fmtbr.Plural(left, "dia", "dias") + " até vencer"}
	tile.Value, tile.Unit = fmtbr.Plural(max(0, left), "dia", "dias"), "até "+fmtbr.Date(*d.State.SealExpires, d.Now.Location())
	tile.State, tile.Note = inOrder, "Assina os termos da associação"
	switch {
	case left < 0:
		tile.State, share.Tone = ui.Badge{Tone: ui.Bad, Text: "Vencido"}, ui.Bad
	case left <= sealSoon:
		tile.State, share.Tone = ui.Badge{Tone: ui.Warn, Text: "Vence em breve"}, ui.Warn
	}
	tile.Drawing = share
	return tile
}

func (d PageData) mailTile() chart.Tile {
	mails := d.State.Mails
	tile := chart.Tile{Label: "E-mail", Icon: "mail", Href: mailview.Path, Value: fmtbr.Integer(int64(mails.Sent)), Unit: "enviados hoje",
		State: inOrder, Note: "Nenhum na fila", Drawing: hoursOf(d.State.Hours.Mails, "e-mail", "e-mails")}
	if mails.Queued > 0 {
		tile.Note = fmtbr.Integer(int64(mails.Queued)) + " na fila"
	}
	switch {
	case !mails.Configured:
		tile.Value, tile.Unit, tile.Drawing, tile.Note, tile.State = "–", "", nil, "Convites e senhas não saem", ui.Badge{Tone: ui.Warn, Text: "Desligado"}
	case mails.Failed > 0:
		tile.State = ui.Badge{Tone: ui.Bad, Text: fmtbr.Plural(mails.Failed, "não enviado", "não enviados")}
	case mails.Kept:
		tile.Unit, tile.State = "guardados hoje, sem envio", ui.Badge{Tone: ui.Muted, Text: "Sem envio"}
	}
	return tile
}

func (d PageData) databaseTile() chart.Tile {
	database := d.State.Database
	connections, most := int64(database.Connections), int64(database.MaxConnections)
	used := fmtbr.Integer(connections) + " de " + fmtbr.Integer(most) + " conexões"
	return chart.Tile{Label: "Banco de dados", Icon: "database", Value: fmtbr.FileSize(database.Size), Unit: used, State: inOrder, Note: database.Version,
		Drawing: chart.Share{Value: connections, Whole: most, Tone: ui.Good, Label: used}}
}

func (d PageData) jobsTile() chart.Tile {
	state := d.State.Jobs
	tile := chart.Tile{Label: "Tarefas", Icon: "list-checks", Href: jobs.Path, Unit: "na fila", State: inOrder,
		Value:   fmtbr.Integer(int64(state.Counts[installation.Waiting] + state.Counts[installation.Running])),
		Drawing: hoursOf(d.State.Hours.Jobs, "tarefa", "tarefas"), Note: fmtbr.Plural(int(installation.Sum(d.State.Hours.Jobs)), "feita", "feitas") + " em 24 h"}
	if state.Oldest != nil {
		tile.Note = "A mais antiga espera há " + fmtbr.Elapsed(max(0, d.Now.Sub(*state.Oldest)))
	}
	if state.NotDone() > 0 {
		tile.State = ui.Badge{Tone: ui.Bad, Text: fmtbr.Plural(state.NotDone(), "falhou", "falharam")}
	}
	return tile
}

func (d PageData) errorsTile() chart.Tile {
	drawing := hoursOf(d.State.Hours.Errors, "erro", "erros")
	drawing.IsBad = true
	tile := chart.Tile{Label: "Erros", Icon: "bug", Href: errorsview.Path, Value: fmtbr.Integer(installation.Sum(d.State.Hours.Errors)), Unit: "em 24 h",
		State: inOrder, Note: "Nenhum aberto", Drawing: drawing}
	if open := d.State.OpenErrors; open > 0 {
		tile.State, tile.Note = ui.Badge{Tone: ui.Warn, Text: fmtbr.Plural(open, "aberto", "abertos")}, "Agrupados pela causa"
	}
	return tile
}

// hoursOf draws the last 24 hours.
func hoursOf(values []int64, one, many string) chart.Hours {
	return chart.Hours{Values: values, Label: fmtbr.Plural(int(installation.Sum(values)), one, many) + " nas últimas 24 horas"}
}
