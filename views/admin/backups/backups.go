// Package backups shows administrators the copies of everything: when they were made, where they are kept, the rehearsals, the
// key on paper, and how to restore.
package backups

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/backups"
	"acolhe/models/platform/backup"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/record"
	"acolhe/web"
)

// The addresses.
const (
	Path          = backups.Path
	MakePath      = Path + "/fazer"
	RehearsePath  = Path + "/ensaiar"
	AddPath       = Path + "/lugares/novo"
	RemovePath    = Path + "/lugares/:id/tirar"
	PrintPath     = Path + "/chave"
	CheckKeyPath  = Path + "/chave/conferir"
	RestorePath   = Path + "/restaurar"
	statePart     = "copias"
	shownPerPlace = 7
)

// StatePart is the id of the part of the page that follows a copy.
const StatePart = statePart

// PageData is the state of the page. Now is in the association's time zone.
type PageData struct {
	Status backups.Status
	// Chosen is the name of the copy to go back to; empty for the newest.
	Chosen string
	Now    time.Time
}

// isWorking reports whether a copy or a rehearsal goes on, or is about to.
func (d PageData) isWorking() bool {
	return d.Status.IsRequested || d.Status.Running() != nil || len(d.Status.Drills) > 0 && d.Status.Drills[0].State == backups.Running
}

// Notices are the sentences for the concerns, the worst first.
func (d PageData) Notices() (notices []Notice) {
	for _, concern := range d.Status.Concerns(d.Now) {
		notices = append(notices, d.noticeOf(concern))
	}
	return notices
}

// Notice is what is wrong and how it is mended.
type Notice struct{ Title, Text string }

func (d PageData) noticeOf(concern backups.Concern) Notice {
	switch concern {
	case backups.NoPlace:
		return Notice{"Nenhuma cópia é feita", "Adicione um lugar que fique longe deste servidor: um bucket, um SFTP ou outro disco."}
	case backups.NoCopy:
		return Notice{"A última cópia tem mais de 26 horas", "Veja o motivo na lista e faça uma cópia agora."}
	case backups.LogStopped:
		return Notice{"O registro de mudanças parou", "O que mudou desde a última cópia pode se perder. Confira os lugares: com eles em ordem, ele volta sozinho."}
	case backups.NoDrill:
		return Notice{"O último ensaio que passou tem mais de 8 dias", "Sem ensaio, ninguém sabe se a cópia volta. Ensaie agora."}
	case backups.NoPaperKey:
		return Notice{"Imprima a chave de papel", "Sem ela, perder o servidor é perder tudo."}
	}
	return Notice{"Um lugar não responde", d.failedPlaces()}
}

func (d PageData) failedPlaces() string {
	var sentences []string
	for _, place := range d.Status.Places {
		if place.Fails() {
			sentences = append(sentences, place.Name+" "+fmtbr.Since(*place.LastErrorAt, d.Now)+": "+strings.TrimSuffix(*place.LastError, ".")+".")
		}
	}
	return strings.Join(sentences, " ")
}

func (d PageData) figures() []ui.KPI {
	last := ui.KPI{Label: "Última cópia", Value: "–", Note: "Nenhuma ainda"}
	size := ui.KPI{Label: "Tamanho", Value: "–", Note: "Sem dados ainda"}
	if done := d.Status.LastDone(); done != nil {
		last.Value, last.Note, last.Tone = fmtbr.Since(done.DateStarted, d.Now), fmtbr.DateTime(done.DateStarted, d.Now.Location())+", conferida",
			ui.Good
		size.Value = fmtbr.FileSize(done.Bytes)
		size.Note = "em " + fmtbr.Plural(len(done.Places), "lugar", "lugares") + ", " + fmtbr.FileSize(done.Added) + " a mais na última"
	}
	rehearsed := ui.KPI{Label: "Último ensaio que passou", Value: "–", Note: "Nenhum ainda"}
	if passed := d.Status.LastPassed(); passed != nil && passed.DateEnded != nil {
		rehearsed.Value, rehearsed.Tone = fmtbr.Since(passed.DateStarted, d.Now), ui.Good
		rehearsed.Note = "passou em " + duration(passed.DateEnded.Sub(passed.DateStarted))
	}
	lost := ui.KPI{Label: "Perda máxima", Value: "24 h", Note: "uma cópia por dia, às " + strconv.Itoa(d.Status.Hour) + "h"}
	if d.Status.Log.Works() {
		lost.Value, lost.Note, lost.Tone = "1 min", "minuto a minuto ligado", ui.Good
	}
	return []ui.KPI{last, lost, rehearsed, size}
}

// duration returns seconds below a minute, else minutes and seconds.
func duration(d time.Duration) string {
	if d < time.Minute {
		return strconv.Itoa(int(d.Seconds())) + "\u00a0s"
	}
	return strconv.Itoa(int(d.Minutes())) + "\u00a0min " + strconv.Itoa(int(d.Seconds())%60) + "\u00a0s"
}

// copyLine shows a copy in the list.
func (d PageData) copyLine(c backups.Copy) ui.Line {
	line := ui.Line{Title: fmtbr.Weekday(c.DateStarted, d.Now.Location()) + ", " + fmtbr.DateTime(c.DateStarted, d.Now.Location())}
	switch c.State {
	case backups.Running:
		line.Note, line.Status = strconv.Itoa(int(100*c.Progress))+"% feito. Você pode sair desta página.",
			ui.Badge{Tone: ui.Info, Text: "Copiando"}
	case backups.Failed:
		line.Note, line.Status = c.Error, ui.Badge{Tone: ui.Bad, Text: "Falhou"}
	default:
		line.Note = fmtbr.Integer(c.Associates) + " cadastros, " + fmtbr.Integer(c.Contents) + " arquivos · " + strings.Join(c.Places, ", ")
		if c.Missing > 0 {
			line.Note += " · " + fmtbr.Plural(int(c.Missing), "arquivo sem conteúdo", "arquivos sem conteúdo")
		}
		line.Figure = fmtbr.FileSize(c.Bytes)
		line.Actions = []ui.Content{ui.Button{Label: "Como restaurar…", Variant: ui.Outline, Small: true, Href: RestorePath + "?copia=" + c.Name,
			Attrs: map[string]any{"aria-label": "Como restaurar a cópia de " + line.Title}}}
	}
	return line
}

func (d PageData) drillLine(drill backups.Drill) ui.Line {
	line := ui.Line{Title: fmtbr.Weekday(drill.DateStarted, d.Now.Location()) + ", " + fmtbr.DateTime(drill.DateStarted, d.Now.Location())}
	var checked []string
	for _, check := range drill.Checks {
		checked = append(checked, check.Text)
	}
	line.Note = strings.Join(checked, " · ")
	if drill.DateEnded != nil {
		line.Figure = duration(drill.DateEnded.Sub(drill.DateStarted))
	}
	switch drill.State {
	case backups.Passed:
		line.Status = ui.Badge{Tone: ui.Good, Text: "Passou"}
	case backups.Failed:
		line.Note, line.Status = drill.Error, ui.Badge{Tone: ui.Bad, Text: "Falhou"}
	default:
		line.Note, line.Status = "Restaurando a última cópia em um lugar à parte.", ui.Badge{Tone: ui.Info, Text: "Ensaiando"}
	}
	return line
}

var kinds = map[string]string{backup.Folder: "Pasta", backup.SFTP: "SFTP", backup.Bucket: "Bucket S3"}

func (d PageData) placeLine(p backups.Place) ui.Line {
	line := ui.Line{Title: p.Name, Note: kinds[p.Kind] + " · " + p.Label, Status: ui.Badge{Tone: ui.Muted, Text: "Ainda sem cópia"}}
	switch {
	case p.Fails():
		line.Note, line.Status = *p.LastError, ui.Badge{Tone: ui.Bad, Text: "Falhou"}
	case p.LastOKAt != nil:
		line.Status = ui.Badge{Tone: ui.Good, Text: "Em ordem"}
	}
	line.Actions = []ui.Content{ui.Button{Label: "Tirar…", Variant: ui.Outline, Small: true,
		Href:  strings.Replace(RemovePath, ":id", strconv.FormatInt(p.ID, 10), 1),
		Attrs: map[string]any{"data-ask": true, "aria-label": "Tirar " + p.Name}}}
	return line
}

func (d PageData) paperFacts() []record.Fact {
	paper := d.Status.Paper
	facts := []record.Fact{{Label: "Impressa em", Value: fmtbr.Date(paper.DatePrinted, d.Now.Location()) + ", por " + paper.PrintedBy}}
	checked := "Ainda não"
	if paper.DateChecked != nil {
		checked = fmtbr.Date(*paper.DateChecked, d.Now.Location()) + ", por " + paper.CheckedBy
	}
	facts = append(facts, record.Fact{Label: "Conferida em", Value: checked})
	if paper.KeptAt != "" {
		facts = append(facts, record.Fact{Label: "Onde está", Value: paper.KeptAt})
	}
	return facts
}

func (d PageData) scheduleFacts() []record.Fact {
	return []record.Fact{
		{Label: "Cópia", Value: "todo dia, a partir das " + strconv.Itoa(d.Status.Hour) + "h"},
		{Label: "Ensaio", Value: "toda semana"},
		{Label: "Guardamos", Value: "7 dias, 5 semanas, 12 meses"},
	}
}

// PlaceForm is the form of a new place.
type PlaceForm struct {
	Typed   web.FormData
	Refused error
}

var placeLabels = map[string]string{
	"name": "Nome", "kind": "Tipo", "path": "Pasta ou bucket", "host": "Servidor", "user": "Usuário ou chave de acesso",
	"secret": "Senha ou chave secreta",
	"region": "Região do bucket", "host_key": "Impressão da chave do servidor SFTP",
}

func (f PlaceForm) problems() ui.Problems {
	problems := ui.ProblemsOf(errs.FieldsOf(f.Refused), func(path string) string { return placeLabels[path] })
	if refusal := errs.As(f.Refused); refusal != nil && len(refusal.Fields) == 0 {
		problems = append(problems, ui.Problem{Message: refusal.Message})
	}
	return problems
}

func (f PlaceForm) input(name, hint string) control.Input {
	return control.Input{Name: name, Label: placeLabels[name], Kind: control.Text, Value: f.Typed.Or(name, ""), Hint: hint,
		Error: errs.For(errs.FieldsOf(f.Refused), name)}
}

func (f PlaceForm) secret() control.Input {
	input := f.input("secret", "")
	input.Kind, input.Value = control.Secret, ""
	return input
}

func (f PlaceForm) kind() control.Radio {
	return control.Radio{Name: "kind", Label: placeLabels["kind"], Value: f.Typed.Or("kind", backup.Bucket),
		Error: errs.For(errs.FieldsOf(f.Refused), "kind"),
		Options: []control.Option{
			{Value: backup.Bucket, Label: kinds[backup.Bucket]}, {Value: backup.SFTP, Label: kinds[backup.SFTP]},
			{Value: backup.Folder, Label: "Pasta deste servidor"},
		}}
}

// KeyForm asks where a new key is kept, or for the key on the paper.
type KeyForm struct {
	Typed   web.FormData
	Refused error
	// HasKey reports whether the new key replaces one.
	HasKey bool
}

func (f KeyForm) problems(label, name string) ui.Problems {
	return ui.ProblemsOf(errs.FieldsOf(f.Refused), func(string) string { return label })
}

func (f KeyForm) refusal() string {
	if refusal := errs.As(f.Refused); refusal != nil && len(refusal.Fields) == 0 {
		return refusal.Message
	}
	return ""
}

func (f KeyForm) error(name string) string { return errs.For(errs.FieldsOf(f.Refused), name) }

// Printed is a new key, shown once.
type Printed struct {
	Key         string
	Squares     [][]bool
	Association string
	Now         time.Time
}

// groups breaks the key into groups of four that are read and typed easily.
func (p Printed) groups() string {
	var text strings.Builder
	for i, letter := range p.Key {
		if i > 0 && i%4 == 0 {
			text.WriteByte(' ')
		}
		text.WriteRune(letter)
	}
	return text.String()
}

// RestoreData is how a copy is restored.
type RestoreData struct {
	Copy backups.Copy
	// Places are those that have the copy.
	Places []backups.Place
	Log    backups.ChangeLog
	Now    time.Time
}

// command returns the command that restores the copy from a place; what only the paper or a person knows stands in capitals.
func (d RestoreData) command(p backups.Place) string {
	from := p.Label
	switch p.Kind {
	case backup.SFTP:
		from = "sftp://USUARIO:SENHA@" + p.Label + "?key=IMPRESSAO"
	case backup.Bucket:
		from = "s3://CHAVE:SEGREDO@" + p.Label
	}
	return "acolhe restore --from '" + from + "' --copy " + d.Copy.Name + " --key chave.txt"
}
