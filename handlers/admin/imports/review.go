package imports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/imports"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/people"
	"acolhe/models/imports/staging"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	view "acolhe/views/admin/imports"
	"acolhe/views/admin/imports/review"
	"acolhe/views/admin/imports/scans"
	"acolhe/views/layouts"
	"acolhe/web"
)

// reviewed returns what every tab of the step of the rows shows. Scans have a page of their own.
func (p Pages) reviewed(r *web.Request) (data review.Data, around layouts.Frame, isHere bool, err error) {
	row, isHere, err := p.at(r, imports.Review)
	if err != nil || !isHere {
		return data, around, isHere, err
	}
	if !row.Kind.IsSheet() {
		return data, around, false, r.Redirect(view.StepPath(row))
	}
	data, around, err = p.reviewOf(r, row)
	return data, around, err == nil, err
}

func (p Pages) reviewOf(r *web.Request, row imports.Import) (data review.Data, around layouts.Frame, err error) {
	data.Import = row
	if data.Counts, err = staging.Count(r.Context(), p.DB, row.ID); err != nil {
		return data, around, err
	}
	if data.Problems, err = staging.ListProblems(r.Context(), p.DB, row.ID); err != nil {
		return data, around, err
	}
	if data.Matches, err = staging.ListMatches(r.Context(), p.DB, row.ID); err != nil {
		return data, around, err
	}
	around, err = p.frame(r, row, "Conferir")
	data.Now = around.Now
	return data, around, err
}

func (p Pages) review(r *web.Request) error { return p.renderReview(r, nil) }

func (p Pages) renderReview(r *web.Request, refused error) error {
	row, isHere, err := p.at(r, imports.Review)
	if err != nil || !isHere {
		return err
	}
	if !row.Kind.IsSheet() {
		return p.renderScans(r, row, scans.Data{Group: scans.GroupOf(r.Query("grupo"))}, refused)
	}
	data, around, err := p.reviewOf(r, row)
	if err != nil {
		return err
	}
	data.Refused, around.Refused = messageOf(refused), refused != nil
	return r.RenderForm(refused, review.Page(around, data), view.ReviewPart)
}

// decide stores what happens to each kind of problem of the form.
func (p Pages) decide(r *web.Request) error {
	id, posted, err := p.posted(r)
	if err != nil {
		return err
	}
	if posted.Or("todos", "") != "" {
		row, err := imports.FindFor(r.Context(), p.DB, r.By, id)
		if err != nil {
			return err
		}
		return p.confirmScans(r, row)
	}
	for name, values := range posted {
		kind, isAction := strings.CutPrefix(name, "action:")
		if !isAction || len(values) == 0 || values[0] == "" {
			continue
		}
		if err := imports.Decide(r.Context(), p.DB, r.By, imports.DecideInput{ID: id, Kind: kind, Action: cells.Action(values[0])}); err != nil {
			return p.renderReview(r, err)
		}
	}
	if r.IsFragment() {
		return p.renderReview(r, nil)
	}
	return r.Redirect(view.Of(view.ReviewPath, id))
}

func (p Pages) rows(r *web.Request) error {
	data, around, isHere, err := p.reviewed(r)
	if err != nil || !isHere {
		return err
	}
	data.Kind = r.Query("tipo")
	after, _ := strconv.Atoi(r.Query("depois")) // any other text begins at the start
	if data.Rows, err = staging.List(r.Context(), p.DB, staging.Input{ID: data.Import.ID, Kind: data.Kind, After: after}); err != nil {
		return err
	}
	r.ShowsPeople(len(data.Rows))
	return r.Render(review.RowsPage(around, data), view.ReviewPart)
}

// edit corrects a row in place, or leaves it out.
func (p Pages) edit(r *web.Request) error {
	id, posted, err := p.posted(r)
	if err != nil {
		return err
	}
	line, err := strconv.Atoi(posted.Or("line", ""))
	if err != nil {
		return errs.NotFound("Esta linha não existe no arquivo.")
	}
	input := imports.EditInput{ID: id, Line: line, Cells: map[int]string{}, LeaveOut: posted.Or("fora", "") != ""}
	for name, values := range posted {
		text, isCell := strings.CutPrefix(name, "cell_")
		if column, err := strconv.Atoi(text); isCell && err == nil && len(values) > 0 {
			input.Cells[column] = values[0]
		}
	}
	row, err := imports.FindFor(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	if !row.Kind.IsSheet() {
		return p.editScan(r, row, input, scans.GroupOf(posted.Or("grupo", "")))
	}
	if err := imports.Edit(r.Context(), p.DB, r.By, input); err != nil {
		return err
	}
	text := "Linha %d corrigida."
	if input.LeaveOut {
		text = "A linha %d fica de fora."
	}
	r.Notify(fmt.Sprintf(text, line))
	kind := posted.Or("tipo", "")
	if left, err := staging.List(r.Context(), p.DB, staging.Input{ID: id, Kind: kind}); err == nil && kind != "" && len(left) > 0 {
		return r.Redirect(review.RowHref(id, kind))
	}
	return r.Redirect(view.Of(view.ReviewPath, id))
}

func (p Pages) ready(r *web.Request) error {
	return p.list(r, view.ReadyPath, staging.Create, staging.Attach, staging.Join, staging.Skip)
}

func (p Pages) out(r *web.Request) error {
	return p.list(r, view.OutPath, staging.Blank, staging.Total, staging.LeftOut)
}

func (p Pages) list(r *web.Request, path string, outcomes ...staging.Outcome) error {
	data, around, isHere, err := p.reviewed(r)
	if err != nil || !isHere {
		return err
	}
	after, _ := strconv.Atoi(r.Query("depois")) // any other text begins at the start
	if data.Rows, err = staging.List(r.Context(), p.DB,
		staging.Input{ID: data.Import.ID, Outcomes: outcomes, After: after}); err != nil {
		return err
	}
	r.ShowsPeople(len(data.Rows))
	return r.Render(review.ListPage(around, data, path), view.ReviewPart)
}

func (p Pages) matches(r *web.Request) error { return p.renderMatches(r, r.Query("linha"), nil) }

// renderMatches shows the row of this line beside the stored person, else the first undecided one.
func (p Pages) renderMatches(r *web.Request, line string, refused error) error {
	data, around, isHere, err := p.reviewed(r)
	if err != nil || !isHere {
		return err
	}
	data.Refused, around.Refused = messageOf(refused), refused != nil
	if len(data.Matches) > 0 {
		at := slices.IndexFunc(data.Matches, func(row staging.Row) bool { return strconv.Itoa(row.Line) == line })
		if at < 0 {
			at = max(slices.IndexFunc(data.Matches, func(row staging.Row) bool { return row.Decision == nil }), 0)
		}
		if data.Pair, err = p.pair(r, data.Matches, at); err != nil {
			return err
		}
		r.ShowsPeople(1)
	}
	return r.RenderForm(refused, review.MatchesPage(around, data), view.ReviewPart)
}

func (p Pages) pair(r *web.Request, all []staging.Row, at int) (*review.Pair, error) {
	pair := &review.Pair{Row: all[at], Place: at + 1}
	stored, err := associates.FindFor(r.Context(), p.DB, r.By, *pair.Row.MatchID)
	if errs.HasCode(err, errs.CodeNotFound) {
		return pair, nil
	}
	if err != nil {
		return nil, err
	}
	patients, err := associates.ListPatients(r.Context(), p.DB, r.By, stored.ID)
	if err != nil {
		return nil, err
	}
	linked, err := associates.LinkedTo(r.Context(), p.DB, stored)
	if err != nil {
		return nil, err
	}
	var parts []string
	for _, links := range linked {
		parts = append(parts, links.String())
	}
	pair.Stored, pair.Differences, pair.Linked = stored, people.Compare(pair.Row.Data, stored, patients), fmtbr.Join(" · ", parts...)
	if at > 0 {
		pair.Previous = all[at-1].Line
	}
	if at < len(all)-1 {
		pair.Next = all[at+1].Line
	}
	return pair, nil
}

// decideMatch stores a decision and goes on to the next undecided row.
func (p Pages) decideMatch(r *web.Request) error {
	id, posted, err := p.posted(r)
	if err != nil {
		return err
	}
	line, err := strconv.Atoi(posted.Or("line", ""))
	if err != nil {
		return errs.NotFound("Esta linha não existe no arquivo.")
	}
	input := imports.MatchInput{ID: id, Line: line, Decision: staging.Decision(posted.Or("decision", ""))}
	for name, values := range posted {
		if field, isField := strings.CutPrefix(name, "field:"); isField && len(values) > 0 && values[0] == "file" {
			input.Taken = append(input.Taken, field)
		}
	}
	slices.Sort(input.Taken)
	if err := imports.DecideMatch(r.Context(), p.DB, r.By, input); err != nil {
		return p.renderMatches(r, strconv.Itoa(line), err)
	}
	r.NotifyUndo(fmt.Sprintf("Linha %d decidida.", line), strings.Replace(view.Of(view.UndecidePath, id), ":linha", strconv.Itoa(line), 1))
	return r.Redirect(view.Of(view.MatchesPath, id))
}

func (p Pages) undecideMatch(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	line, err := r.ParamID("linha")
	if err != nil {
		return err
	}
	if err := imports.DecideMatch(r.Context(), p.DB, r.By, imports.MatchInput{ID: id, Line: int(line)}); err != nil {
		return err
	}
	return r.Redirect(review.MatchHref(id, int(line)))
}

func (p Pages) joinSameCPF(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	joined, err := imports.JoinSameCPF(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	r.Notify(fmtbr.Plural(int(joined), "linha será juntada.", "linhas serão juntadas."))
	return r.Redirect(view.Of(view.MatchesPath, id))
}
