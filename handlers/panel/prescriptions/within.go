package prescriptions

import (
	"acolhe/models/platform/db"
	"acolhe/models/prescriptions"
	formview "acolhe/views/form"
	view "acolhe/views/panel/prescriptions"
	"acolhe/views/ui"
	"acolhe/web"
)

// Within is the form of a new prescription within the page of its document.
type Within struct {
	pages Pages
	data  view.FormData
	draft prescriptions.Prescription
}

// NewWithin returns the form for a person, prefilled from the latest prescription. The document has the file.
func NewWithin(r *web.Request, tx *db.DB, person int64) (within Within, err error) {
	within.pages = Pages{DB: tx}
	within.data, within.draft, err = within.pages.draftOf(r, person)
	within.data.Files = nil
	return within, err
}

// Fields returns the fields with what was typed and why it was refused.
func (w Within) Fields(typed web.FormData, refused error) ui.Content {
	return view.Form(w.data).Body(formview.State[prescriptions.Prescription]{Row: w.draft, Typed: typed, Refused: refused})
}

// Read returns the posted prescription. It reports no input if the button for one more product was pressed, whose row Fields then has.
func (w *Within) Read(r *web.Request, posted web.FormData) (*prescriptions.Input, error) {
	pages := w.pages.form(w.data)
	if err := pages.Prepare(r, posted); err != nil {
		return nil, err
	}
	if w.data.More = posted.Or("acao", "") == view.MoreRows; w.data.More {
		return nil, nil
	}
	var input prescriptions.Input
	return &input, posted.Bind(&input)
}
