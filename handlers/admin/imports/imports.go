// Package imports serves the pages of administrators that import spreadsheets.
package imports

import (
	"context"
	"io"
	"strconv"
	"strings"

	"acolhe/handlers/frame"
	"acolhe/models/files"
	"acolhe/models/imports"
	"acolhe/models/imports/scans"
	"acolhe/models/imports/upload"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/imports"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Pages serves the import.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	// Exports limits the number of concurrent downloads of results.
	Exports exports.Semaphore
	// Files unpacks scans to be looked at.
	Files files.Library
}

var crumb = layouts.Crumb{Label: "Importar", Href: view.Path}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.start),
		web.Form(view.Path, web.Administrator(), p.upload),
		web.Page(view.TemplatePath, web.Administrator(), p.template),
		web.Page(view.OnePath, web.Administrator(), p.open),
		web.Page(view.FilePath, web.Administrator(), p.file),
		web.Form(view.FilePath, web.Administrator(), p.chooseSheet),
		web.Page(view.DeletePath, web.Administrator(), p.askDeletion),
		web.Form(view.DeletePath, web.Administrator(), p.delete),
		web.Page(view.ColumnsPath, web.Administrator(), p.columns),
		web.Form(view.ColumnsPath, web.Administrator(), p.setColumns),
		web.Form(view.NotesPath, web.Administrator(), p.reread),
		web.Page(view.ReviewPath, web.Administrator(), p.review),
		web.Form(view.ReviewPath, web.Administrator(), p.decide),
		web.Page(view.ScanPath, web.Administrator(), p.seeScan),
		web.Form(view.ReopenPath, web.Administrator(), p.reopen),
		web.Form(view.ClosePath, web.Administrator(), p.close),
		web.Page(view.RowsPath, web.Administrator(), p.rows),
		web.Form(view.RowsPath, web.Administrator(), p.edit),
		web.Page(view.MatchesPath, web.Administrator(), p.matches),
		web.Form(view.MatchesPath, web.Administrator(), p.decideMatch),
		web.Form(view.UndecidePath, web.Administrator(), p.undecideMatch),
		web.Form(view.SameCPFPath, web.Administrator(), p.joinSameCPF),
		web.Page(view.ReadyPath, web.Administrator(), p.ready),
		web.Page(view.OutPath, web.Administrator(), p.out),
		web.Page(view.ProblemsPath, web.Administrator(), p.problemsFile),
		web.Page(view.RunPath, web.Administrator(), p.progress),
		web.Form(view.RunPath, web.Administrator(), p.run),
		web.Form(view.PausePath, web.Administrator(), p.pause),
		web.Form(view.ResumePath, web.Administrator(), p.resume),
		web.Page(view.StopPath, web.Administrator(), p.askStop),
		web.Form(view.StopPath, web.Administrator(), p.stop),
		web.Page(view.ResultPath, web.Administrator(), p.result),
		web.Page(view.ResultCSVPath, web.Administrator(), p.resultCSV),
		web.Page(view.ResultXLSPath, web.Administrator(), p.resultXLSX),
		web.Page(view.UndoPath, web.Administrator(), p.askUndo),
		web.Form(view.UndoPath, web.Administrator(), p.undo),
	}
}

func (p Pages) start(r *web.Request) error { return p.renderStart(r, imports.Associates, nil) }

func (p Pages) renderStart(r *web.Request, kind imports.Kind, refused error) error {
	found, err := imports.List(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Importar")
	if err != nil {
		return err
	}
	data := view.StartData{Imports: found, Kind: kind, Now: around.Now}
	if refused == nil {
		return r.Render(view.StartPage(around, data))
	}
	refusal := errs.As(refused)
	if refusal == nil {
		return refused
	}
	data.Refused, around.Refused = firstMessage(refusal), true
	if refusal.Kind == errs.KindTooLarge || refusal.Kind == errs.KindUnsupportedMediaType {
		return r.RenderRefused(refused, view.StartPage(around, data))
	}
	return r.RenderForm(refused, view.StartPage(around, data))
}

func firstMessage(refusal *errs.Error) string {
	if len(refusal.Fields) > 0 {
		message := refusal.Fields[0].Message
		return strings.ToUpper(message[:1]) + message[1:]
	}
	return refusal.Message
}

// upload receives a file or a folder. The kind may come before or after it.
func (p Pages) upload(r *web.Request) error {
	var received upload.Receiver
	defer received.Discard()
	posted, err := r.ReadFolderUpload(scans.MaxFiles, received.Take)
	kind := imports.Kind(posted.Or("kind", string(imports.Associates)))
	if err != nil {
		return p.renderStart(r, kind, err)
	}
	file, err := received.File()
	if err != nil {
		return p.renderStart(r, kind, err)
	}
	row, err := imports.Start(r.Context(), p.DB, r.By, kind, file)
	if err != nil {
		return p.renderStart(r, kind, err)
	}
	return r.Redirect(view.Of(view.OnePath, row.ID))
}

func (p Pages) find(r *web.Request) (imports.Import, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return imports.Import{}, err
	}
	return imports.FindFor(r.Context(), p.DB, r.By, id)
}

// at returns the import if it is in one of the states; any other is led to its own step.
func (p Pages) at(r *web.Request, states ...imports.State) (row imports.Import, isHere bool, err error) {
	if row, err = p.find(r); err != nil {
		return row, false, err
	}
	for _, state := range states {
		if row.State == state {
			return row, true, nil
		}
	}
	return row, false, r.Redirect(view.StepPath(row))
}

func (p Pages) open(r *web.Request) error {
	row, err := p.find(r)
	if err != nil {
		return err
	}
	return r.Redirect(view.StepPath(row))
}

func (p Pages) frame(r *web.Request, row imports.Import, title string) (layouts.Frame, error) {
	return p.Frame(r, title, crumb, layouts.Crumb{Label: row.FileName, Href: view.Of(view.OnePath, row.ID)})
}

// file shows the reading of a file, and its sheets after that. A reading that is over leads on.
func (p Pages) file(r *web.Request) error {
	row, err := p.find(r)
	if err != nil {
		return err
	}
	isStored := row.IsOver() || row.State == imports.Running || row.State == imports.Paused
	if isStored || r.IsFragment() && !row.IsWorking() && row.State != imports.Failed {
		return r.Redirect(view.StepPath(row))
	}
	around, err := p.frame(r, row, "Arquivo")
	if err != nil {
		return err
	}
	return r.Render(view.FilePage(around, row), view.StatePart)
}

func (p Pages) chooseSheet(r *web.Request) error {
	id, posted, err := p.posted(r)
	if err != nil {
		return err
	}
	sheet, err := strconv.Atoi(posted.Or("sheet", ""))
	if err != nil {
		sheet = -1
	}
	if _, err := imports.ChooseSheet(r.Context(), p.DB, r.By, id, sheet); err != nil {
		return err
	}
	return r.Redirect(view.Of(view.FilePath, id))
}

func (p Pages) posted(r *web.Request) (int64, web.FormData, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return 0, nil, err
	}
	posted, err := r.FormData()
	return id, posted, err
}

func (p Pages) askDeletion(r *web.Request) error { return p.renderDeletion(r, nil) }

func (p Pages) renderDeletion(r *web.Request, refused error) error {
	row, err := p.find(r)
	if err != nil {
		return err
	}
	around, err := p.frame(r, row, "Apagar")
	if err != nil {
		return err
	}
	return r.RenderForm(refused, view.DeletePage(around, row, messageOf(refused)))
}

func (p Pages) delete(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if err := imports.Delete(r.Context(), p.DB, r.By, id); err != nil {
		return p.renderDeletion(r, err)
	}
	r.Notify("Importação apagada.")
	return r.Redirect(view.Path)
}

func messageOf(err error) string {
	if refusal := errs.As(err); refusal != nil {
		return refusal.Message
	}
	return ""
}

// template answers with an empty sheet of a kind that has an example.
func (p Pages) template(r *web.Request) error {
	name := r.Param("arquivo")
	for _, kind := range imports.Kinds() {
		for _, extension := range []string{"csv", "xlsx"} {
			if name == kind.File()+"."+extension {
				file := web.File{Name: "modelo-" + name, ContentType: imports.ContentType(extension), Limit: exports.Timeout}
				return r.Download(file, func(_ context.Context, w io.Writer) error { return imports.WriteTemplate(w, kind, extension) })
			}
		}
	}
	return errs.NotFound("Este modelo não existe.")
}

// verb calls a verb with the import of the address and goes on to its step.
func (p Pages) verb(r *web.Request, verb func(context.Context, *db.DB, auth.Caller, int64) (imports.Import, error)) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	row, err := verb(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	return r.Redirect(view.StepPath(row))
}

func (p Pages) pause(r *web.Request) error { return p.verb(r, imports.Pause) }

func (p Pages) resume(r *web.Request) error { return p.verb(r, imports.Resume) }
