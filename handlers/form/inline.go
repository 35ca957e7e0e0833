package form

import (
	"acolhe/models/types/errs"
	"acolhe/views/form"
	"acolhe/views/ui/record"
	"acolhe/web"
)

// EditField shows the form of one field in place of its value. Its route has the parameter "campo".
func (p Pages[Row, New, Edit]) EditField(r *web.Request) error {
	state, name, err := p.field(r)
	if err != nil {
		return err
	}
	edit := p.Form.InlineEdit(name, state, record.Edited)
	if !r.IsFragment() {
		return r.Redirect(edit.Page)
	}
	return r.Render(edit)
}

// UpdateField handles the form of one field. It changes no other field, so that two people may change two fields
// concurrently.
func (p Pages[Row, New, Edit]) UpdateField(r *web.Request) error {
	state, name, err := p.field(r)
	if err != nil {
		return err
	}
	if state.Typed, err = r.FormData(); err != nil {
		return err
	}
	row := state.Row
	var input Edit
	if state.Refused = (web.FormData{name: state.Typed[name]}).Bind(&input); state.Refused == nil {
		p.Target(&input, p.Form.RowID(&row))
		row, state.Refused = p.Change(r.Context(), p.DB, r.By, input)
	}
	if state.Refused != nil {
		return r.RenderProblems(state.Refused, p.Form.InlineEdit(name, state, record.Refused))
	}
	if !r.IsFragment() {
		r.Notify("Alteração salva.")
		return r.Redirect(p.Next(row))
	}
	state.Row, state.Typed = row, nil
	return r.Render(p.Form.InlineEdit(name, state, record.Saved))
}

// field reads the row and the name of a field from the address.
func (p Pages[Row, New, Edit]) field(r *web.Request) (state form.State[Row], name string, err error) {
	name = r.Param("campo")
	if !p.Form.IsInline(name) {
		return state, name, errs.NotFound("Campo não encontrado.")
	}
	if state.Row, err = p.Row(r); err != nil || p.Complete == nil {
		return state, name, err
	}
	return state, name, p.Complete(r, &state)
}
