package panel

import (
	"acolhe/models/associates"
	"acolhe/views/panel"
	"acolhe/web"
)

// annotate takes the form of the page; a refused text is drawn again.
func (p Panel) annotate(r *web.Request) error {
	associate, err := p.personOf(r)
	if err != nil {
		return err
	}
	posted, err := r.Posted()
	if err != nil {
		return err
	}
	var input associates.AnnotateInput
	refused := posted.Bind(&input)
	if refused == nil {
		input.ID = associate.ID
		_, refused = associates.Annotate(r.Context(), p.DB, r.By, input, r.Now)
	}
	if refused != nil {
		return p.drawAssociate(r, panel.AssociateSheet{Associate: associate, Note: posted.Or("text", ""), Refused: refused})
	}
	r.Notify("Anotação guardada.")
	return r.Redirect(panel.PersonHref(associate.ID))
}

func (p Panel) removeAnnotation(r *web.Request) error {
	associate, err := p.personOf(r)
	if err != nil {
		return err
	}
	note, err := r.ParamUUID("annotationId")
	if err != nil {
		return err
	}
	input := associates.RemoveAnnotationInput{ID: associate.ID, AnnotationID: note}
	if err := associates.RemoveAnnotation(r.Context(), p.DB, r.By, input, r.Now); err != nil {
		return err
	}
	r.Notify("Anotação excluída.")
	return r.Redirect(panel.PersonHref(associate.ID))
}
