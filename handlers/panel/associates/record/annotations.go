package record

import (
	"github.com/google/uuid"

	forms "acolhe/handlers/form"
	people "acolhe/handlers/panel/associates"
	"acolhe/models/associates"
	"acolhe/models/platform/db"
	associatesview "acolhe/views/panel/associates"
	view "acolhe/views/panel/associates/record"
	"acolhe/views/panel/undo"
	"acolhe/web"
)

// annotate handles the form of the page; after an error the text is shown again.
func (p Pages) annotate(r *web.Request) error {
	associate, err := people.Living(r, p.DB)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input associates.AnnotateInput
	refused := posted.Bind(&input)
	if refused == nil {
		input.ID = associate.ID
		_, refused = forms.Once(r, p.DB, posted, input, func(tx *db.DB) (uuid.UUID, error) {
			note, err := associates.Annotate(r.Context(), tx, r.By, input)
			return note.ID, err
		})
	}
	data := view.Data{Associate: associate, Note: posted.Or("text", ""), NoteKey: forms.KeyOf(posted, refused), Refused: refused}
	if r.IsFragment() {
		return p.renderDrawer(r, data)
	}
	if refused != nil {
		return p.render(r, data)
	}
	r.Notify("Anotação salva.")
	return r.Redirect(associatesview.Href(associate.ID) + "#" + view.NotesID)
}

// renderDrawer answers with the drawer of the annotation's form, with the new annotation or the errors.
func (p Pages) renderDrawer(r *web.Request, data view.Data) (err error) {
	if data.Refused == nil {
		data.Note, data.NoteKey = "", ""
		if data.Associate, err = people.Living(r, p.DB); err != nil {
			return err
		}
	}
	if err := p.fillDrawer(r, &data); err != nil {
		return err
	}
	if data.Refused != nil {
		return r.RenderProblems(data.Refused, view.Drawer(data))
	}
	return r.Render(view.AnnotatedDrawer(data))
}

// removeAnnotation asks for no confirmation, because it can be undone.
func (p Pages) removeAnnotation(r *web.Request) error {
	input, err := p.annotationOf(r)
	if err != nil {
		return err
	}
	undoID, err := associates.RemoveAnnotation(r.Context(), p.DB, r.By, input)
	if err != nil {
		return err
	}
	r.NotifyUndo("Anotação removida.", undo.Href(undoID))
	return r.Redirect(associatesview.Href(input.ID) + "#" + view.NotesID)
}

// annotationOf reads the annotation and its person from the address.
func (p Pages) annotationOf(r *web.Request) (associates.RemoveAnnotationInput, error) {
	associate, err := people.Living(r, p.DB)
	if err != nil {
		return associates.RemoveAnnotationInput{}, err
	}
	note, err := r.ParamUUID("annotationId")
	return associates.RemoveAnnotationInput{ID: associate.ID, AnnotationID: note}, err
}
