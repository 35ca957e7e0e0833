// Package storage shows the page of administrators on where the contents of files are.
package storage

import (
	"strconv"
	"time"

	"acolhe/models/filestorage"
	"acolhe/models/platform/storage"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/web"
)

// Path is the address of the page; the others are those of its forms.
const (
	Path         = "/admin/armazenamento"
	TestPath     = Path + "/testar"
	ActivatePath = Path + "/usar"
	MovePath     = Path + "/mover"
	StopPath     = Path + "/parar"
)

// MovePart is the id of the part of the page that shows a running move.
const MovePart = "mudanca"

// PageData is the state of the page.
type PageData struct {
	Status filestorage.Status
	// Folder is the folder of the disk.
	Folder string
	// Typed is the form as it was sent, Refused why it was refused.
	Typed   web.FormData
	Refused error
	// Now is in the association's time zone.
	Now time.Time
}

func (d PageData) bucket() filestorage.DriverStatus { return d.Status.Of(storage.S3) }

func (d PageData) disk() filestorage.DriverStatus { return d.Status.Of(storage.Local) }

func sized(count, bytes int64) (value, note string) {
	return fmtbr.Integer(count), fmtbr.FileSize(bytes)
}

func (d PageData) figures() []ui.KPI {
	disk, bucket := d.disk(), d.bucket()
	all, allNote := sized(disk.Files+bucket.Files, disk.Bytes+bucket.Bytes)
	local, localNote := sized(disk.Files, disk.Bytes)
	remote, remoteNote := sized(bucket.Files, bucket.Bytes)
	figures := []ui.KPI{
		{Label: "Arquivos guardados", Value: all, Note: allNote},
		{Label: "No disco do servidor", Value: local, Note: localNote},
		{Label: "No bucket", Value: remote, Note: remoteNote},
	}
	if space := d.Status.Disk; space.Total > 0 {
		figures = append(figures, ui.KPI{Label: "Livre no disco", Value: fmtbr.FileSize(space.Free), Note: "de " + fmtbr.FileSize(space.Total)})
	}
	return figures
}

func (d PageData) missing() string {
	missing := d.disk().Missing + d.bucket().Missing
	if missing == 0 {
		return ""
	}
	return fmtbr.Plural(int(missing), "arquivo anexado está sem conteúdo", "arquivos anexados estão sem conteúdo") +
		". Recupere a pasta ou o bucket de uma cópia; a conferência é diária."
}

// movable returns the number of files that are not where new ones go.
func (d PageData) movable() int64 {
	if d.Status.Active == storage.S3 {
		return d.disk().Files
	}
	return d.bucket().Files
}

func (d PageData) movableText() string {
	if d.Status.Active == storage.S3 {
		return fmtbr.Plural(int(d.movable()), "arquivo no disco", "arquivos no disco")
	}
	return fmtbr.Plural(int(d.movable()), "arquivo no bucket", "arquivos no bucket")
}

func placeOf(driver storage.Driver) string {
	if driver == storage.S3 {
		return "o bucket"
	}
	return "o disco"
}

func (d PageData) moveTitle() string { return "Mover arquivos para " + placeOf(d.Status.Move.Target) }

func (d PageData) moveState() string {
	move := d.Status.Move
	switch {
	case move.IsRunning():
		return "Movendo"
	case move.DateEnded == nil:
		return ""
	case move.Status == "stopped":
		return "Parado"
	}
	return "Concluído"
}

func (d PageData) moveFacts() []string {
	move := d.Status.Move
	facts := []string{"Conferidos por SHA-256: " + fmtbr.Integer(int64(move.Moved))}
	if move.Failed > 0 {
		facts = append(facts, "Com problema: "+fmtbr.Integer(int64(move.Failed)))
	}
	facts = append(facts, "Iniciado em "+fmtbr.DateTime(move.DateCreated, d.Now.Location())+" por "+move.OwnerName)
	if move.IsRunning() {
		facts = append(facts, "Dá para usar o sistema durante a mudança.")
	}
	return facts
}

func (d PageData) bucketTitle() string {
	if bucket := d.bucket(); bucket.Bucket != "" {
		return "Bucket " + bucket.Bucket
	}
	return "Bucket compatível com S3"
}

func (d PageData) bucketNote() string {
	bucket := d.bucket()
	switch {
	case !bucket.Configured:
		return "Preencha a configuração abaixo."
	case bucket.Active && bucket.DateActivated != nil:
		return bucket.Endpoint + ", ativado em " + fmtbr.DateTime(*bucket.DateActivated, d.Now.Location())
	}
	return bucket.Endpoint
}

// testedText returns when and by whom the bucket was tested.
func (d PageData) testedText() string {
	test := d.bucket().Test
	if test == nil || test.At == nil {
		return "Teste a conexão antes de ativar."
	}
	return fmtbr.DateTime(*test.At, d.Now.Location()) + ", por " + test.By
}

func stepFigure(step storage.Step) string {
	if step.Skipped {
		return ""
	}
	return strconv.FormatInt(step.Milliseconds, 10) + " ms"
}

func stepBadge(step storage.Step) ui.Badge {
	switch {
	case step.Skipped:
		return ui.Badge{Tone: ui.Muted, Text: "Não feito"}
	case step.OK:
		return ui.Badge{Tone: ui.Good, Text: "Passou"}
	}
	return ui.Badge{Tone: ui.Bad, Text: "Falhou"}
}

var labels = map[string]string{
	"endpoint": "Endereço", "region": "Região", "bucket": "Bucket", "prefix": "Pasta", "access_key": "Chave de acesso",
	"secret_key": "Chave secreta",
}

func (d PageData) problems() ui.Problems {
	problems := ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string { return labels[path] })
	if refusal := errs.As(d.Refused); refusal != nil && len(refusal.Fields) == 0 {
		problems = append(problems, ui.Problem{Message: refusal.Message})
	}
	return problems
}

func (d PageData) input(name string, kind control.Kind, stored, hint string) control.Input {
	return control.Input{Name: name, Label: labels[name], Kind: kind, Value: d.Typed.Or(name, stored), Hint: hint,
		Error: errs.For(errs.FieldsOf(d.Refused), name)}
}

// secret returns the field of a key, which is never shown.
func (d PageData) secret(name string, isStored bool) control.Input {
	input := control.Input{Name: name, Label: labels[name], Kind: control.Secret, Error: errs.For(errs.FieldsOf(d.Refused), name)}
	if isStored {
		input.Hint, input.Placeholder = "Deixe em branco para manter a chave atual.", "••••••••"
	}
	return input
}

func (d PageData) pathStyle() bool {
	if d.Typed != nil {
		return d.Typed.Or("path_style", "") == "true"
	}
	return d.bucket().PathStyle || !d.bucket().Configured
}

// Action is confirmed in a dialog before it happens.
type Action struct {
	Title, Text, Verb, Path string
	Driver                  storage.Driver
	Refused                 error
}

func (a Action) ask() dialog.Ask {
	ask := dialog.Ask{Title: a.Title, Text: a.Text, Verb: a.Verb, Action: a.Path, Back: Path}
	if refusal := errs.As(a.Refused); refusal != nil {
		ask.Refusal = refusal.Message
	}
	return ask
}

// Activation asks whether new files go to a driver.
func Activation(driver storage.Driver) Action {
	action := Action{Title: "Usar o bucket?", Text: "Arquivos novos vão para o bucket. Os antigos ficam onde estão até você movê-los.",
		Verb: "Usar o bucket", Path: ActivatePath, Driver: storage.S3}
	if driver == storage.Local {
		action.Title, action.Verb, action.Driver = "Voltar a usar o disco?", "Usar o disco", storage.Local
		action.Text = "Arquivos novos vão para o disco do servidor. Os do bucket ficam lá até você movê-los."
	}
	return action
}

// Moving asks whether all files are moved to the active driver.
func Moving(status filestorage.Status) Action {
	data := PageData{Status: status}
	return Action{Title: "Mover arquivos?", Verb: "Mover arquivos", Path: MovePath,
		Text: data.movableText() + ". Cada um é copiado e conferido antes de sair de onde está. Dá para usar o sistema e para parar quando quiser."}
}

// Stopping asks whether the running move is stopped.
func Stopping(status filestorage.Status) Action {
	text := "O que já foi movido continua no bucket."
	if status.Move != nil && status.Move.Target == storage.Local {
		text = "O que já foi movido continua no disco."
	}
	return Action{Title: "Parar?", Text: text, Verb: "Parar", Path: StopPath}
}
