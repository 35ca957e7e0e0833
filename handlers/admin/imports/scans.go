package imports

import (
	"context"
	"path"
	"slices"
	"strconv"

	"acolhe/models/imports"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/staging"
	view "acolhe/views/admin/imports"
	"acolhe/views/admin/imports/scans"
	"acolhe/web"
)

// elsewhere is sent for a file that is of none of the suggested people.
const elsewhere = "-"

// renderScans shows the files of a group.
func (p Pages) renderScans(r *web.Request, row imports.Import, data scans.Data, refused error) (err error) {
	data.Import, data.Refused = row, messageOf(refused)
	if data.Counts, err = staging.CountScans(r.Context(), p.DB, row.ID); err != nil {
		return err
	}
	after, _ := strconv.Atoi(r.Query("depois")) // any other text begins at the start
	if data.Rows, err = staging.ListScans(r.Context(), p.DB, row.ID, data.Group, after); err != nil {
		return err
	}
	around, err := p.frame(r, row, "Conferir")
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	r.ShowsPeople(len(data.Rows))
	return r.RenderForm(refused, scans.Page(around, data), view.ReviewPart)
}

// editScan stores whose a file is and what it is, and goes on to the next one of its group.
func (p Pages) editScan(r *web.Request, row imports.Import, input imports.EditInput, group staging.ScanGroup) error {
	const whose = 1
	if input.Cells[whose] == elsewhere {
		input.Cells[whose] = ""
	}
	if err := imports.Edit(r.Context(), p.DB, r.By, input); err != nil {
		return p.renderScans(r, row, scans.Data{Group: group}, err)
	}
	if !r.IsFragment() {
		return r.Redirect(scans.Href(row.ID, group))
	}
	return p.renderScans(r, row, scans.Data{Group: group, Next: true}, nil)
}

// confirmScans keeps the suggested person of every file that has one.
func (p Pages) confirmScans(r *web.Request, row imports.Import) error {
	problems, err := staging.ListProblems(r.Context(), p.DB, row.ID)
	if err != nil {
		return err
	}
	for _, problem := range problems {
		if !slices.Contains(staging.ScanGuesses, problem.Kind) {
			continue
		}
		input := imports.DecideInput{ID: row.ID, Kind: problem.Kind, Action: cells.Keep}
		if err := imports.Decide(r.Context(), p.DB, r.By, input); err != nil {
			return p.renderScans(r, row, scans.Data{Group: staging.ScansToChoose}, err)
		}
	}
	if !r.IsFragment() {
		return r.Redirect(scans.Href(row.ID, staging.ScansToChoose))
	}
	return p.renderScans(r, row, scans.Data{Group: staging.ScansToChoose, Next: true}, nil)
}

func (p Pages) reopen(r *web.Request) error { return p.verb(r, imports.Reopen) }

func (p Pages) close(r *web.Request) error { return p.verb(r, imports.Close) }

// seeScan answers with a file of a ZIP.
func (p Pages) seeScan(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	line, err := r.ParamID("linha")
	if err != nil {
		return err
	}
	return r.ServeContent(func(ctx context.Context) (web.Content, error) {
		scan, err := imports.OpenScan(ctx, p.Files, r.By, id, int(line))
		if err != nil {
			return web.Content{}, err
		}
		if of := scan.Row.Data["user_id"]; of != "" {
			r.ShowsRecords("users", of)
		}
		return web.Content{Name: path.Base(scan.Row.Cell(0)), ContentType: string(scan.Kind), Tag: scan.Row.Cell(4), Stored: r.Now,
			Inline: scan.Kind.IsInline(), Content: scan}, nil
	})
}
