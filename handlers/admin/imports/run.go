package imports

import (
	"context"
	"strconv"

	"acolhe/handlers/list"
	"acolhe/models/imports"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/shown"
	"acolhe/models/types/page"
	view "acolhe/views/admin/imports"
	"acolhe/views/layouts"
	"acolhe/web"
)

func (p Pages) run(r *web.Request) error {
	id, posted, err := p.posted(r)
	if err != nil {
		return err
	}
	if _, err := imports.Run(r.Context(), p.DB, r.By, id, posted.Or("webhooks", "") != ""); err != nil {
		return p.renderReview(r, err)
	}
	return r.Redirect(view.Of(view.RunPath, id))
}

// ran returns what the pages of a run and its result show.
func (p Pages) ran(r *web.Request, row imports.Import, title string) (data view.RunData, around layouts.Frame, err error) {
	data.Import = row
	if data.Counts, err = staging.Count(r.Context(), p.DB, row.ID); err != nil {
		return data, around, err
	}
	if !row.Kind.IsSheet() {
		if data.Scans, err = staging.CountScans(r.Context(), p.DB, row.ID); err != nil {
			return data, around, err
		}
	}
	if row.IsOver() {
		if data.Out, err = staging.ListOut(r.Context(), p.DB, row.ID); err != nil {
			return data, around, err
		}
		if data.Built, data.BuiltCount, err = imports.ListBuilt(r.Context(), p.DB, row); err != nil {
			return data, around, err
		}
	}
	around, err = p.frame(r, row, title)
	data.Now = around.Now
	return data, around, err
}

func (p Pages) progress(r *web.Request) error {
	row, isHere, err := p.at(r, imports.Running, imports.Paused)
	if err != nil || !isHere {
		return err
	}
	data, around, err := p.ran(r, row, "Importar")
	if err != nil {
		return err
	}
	return r.Render(view.RunPage(around, data), view.StatePart)
}

func (p Pages) result(r *web.Request) error {
	row, isHere, err := p.at(r, imports.Done, imports.Undoing, imports.Undone)
	if err != nil || !isHere {
		return err
	}
	data, around, err := p.ran(r, row, "Resultado")
	if err != nil {
		return err
	}
	r.ShowsPeople(len(data.Built))
	return r.Render(view.ResultPage(around, data), view.StatePart)
}

func (p Pages) askUndo(r *web.Request) error { return p.renderUndo(r, nil) }

func (p Pages) renderUndo(r *web.Request, refused error) error {
	row, err := p.find(r)
	if err != nil {
		return err
	}
	data, around, err := p.ran(r, row, "Desfazer")
	if err != nil {
		return err
	}
	return r.RenderForm(refused, view.UndoPage(around, data, messageOf(refused)))
}

func (p Pages) undo(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if _, err := imports.Undo(r.Context(), p.DB, r.By, id); err != nil {
		return p.renderUndo(r, err)
	}
	return r.Redirect(view.Of(view.ResultPath, id))
}

func (p Pages) askStop(r *web.Request) error { return p.renderStop(r, nil) }

func (p Pages) renderStop(r *web.Request, refused error) error {
	row, err := p.find(r)
	if err != nil {
		return err
	}
	data, around, err := p.ran(r, row, "Parar")
	if err != nil {
		return err
	}
	return r.RenderForm(refused, view.StopPage(around, data, messageOf(refused)))
}

func (p Pages) stop(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if _, err := imports.StopAndUndo(r.Context(), p.DB, r.By, id); err != nil {
		return p.renderStop(r, err)
	}
	return r.Redirect(view.Of(view.ResultPath, id))
}

func (p Pages) resultCSV(r *web.Request) error { return p.download(r, "csv", "resultado", outOf(r)) }

func (p Pages) resultXLSX(r *web.Request) error { return p.download(r, "xlsx", "resultado", outOf(r)) }

// problemsFile answers with the rows that have problems or stay out, as they are now.
func (p Pages) problemsFile(r *web.Request) error {
	return p.download(r, "xlsx", "problemas",
		[]staging.Outcome{staging.Problem, staging.Duplicate, staging.LeftOut, staging.Blank, staging.Total})
}

// outOf returns the outcomes of the rows that stayed out if the address asks for them alone; nil for all.
func outOf(r *web.Request) []staging.Outcome {
	if r.Query("so") != "fora" {
		return nil
	}
	return []staging.Outcome{staging.Blank, staging.Total, staging.LeftOut, staging.WasRefused}
}

func (p Pages) download(r *web.Request, format, name string, outcomes []staging.Outcome) error {
	row, err := p.find(r)
	if err != nil {
		return err
	}
	export, err := exports.Prepare(r.Context(), exports.Source{DB: p.DB, Semaphore: p.Exports}, exports.List[staging.Row]{
		Request: exports.Request{List: name, Format: format, Summary: []string{row.FileName}},
		Columns: view.ResultColumns(row), By: r.By, Record: func(line *staging.Row) shown.Record { return recordOf(row.Kind, line) },
		Count: func(ctx context.Context, tx *db.DB, _ int) (page.Counted, error) {
			counts, err := staging.Count(ctx, tx, row.ID)
			return page.Counted{Rows: counts.All()}, err
		},
		Each: func(ctx context.Context, tx *db.DB, yield func(staging.Row) error) error {
			return staging.Each(ctx, tx, row.ID, outcomes, yield)
		},
	})
	if err != nil {
		return err
	}
	return list.Stream(r, export)
}

// recordOf returns the associate of a line, for the log of reads; the zero record for a line without one.
func recordOf(kind imports.Kind, line *staging.Row) shown.Record {
	if of := line.Data["user_id"]; of != "" {
		return shown.Record{Of: "users", Key: of}
	}
	if kind != imports.Associates || line.RecordID == nil {
		return shown.Record{}
	}
	return shown.Record{Of: "users", Key: strconv.FormatInt(*line.RecordID, 10)}
}
