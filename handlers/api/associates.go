package api

import (
	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/web"
)

func (a API) showAssociateByCode(r *web.Request, _ web.None) (associates.Associate, error) {
	code, err := r.ParamUUID("userCode")
	if err != nil {
		return associates.Associate{}, err
	}
	return associates.FindByCode(r.Context(), a.DB, code)
}

func (a API) searchAssociates(r *web.Request, input associates.SearchInput) ([]associates.Match, error) {
	return associates.QuickSearch(r.Context(), a.DB, input)
}

func (a API) makeAssociate(r *web.Request, _ web.None) (associates.Associate, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return associates.Associate{}, err
	}
	return associates.MakeAssociate(r.Context(), a.DB, r.By, id, r.Now)
}

func (a API) annotate(r *web.Request, input associates.AnnotateInput) (associates.Annotation, error) {
	var err error
	if input.ID, err = r.ParamID("id"); err != nil {
		return associates.Annotation{}, err
	}
	return associates.Annotate(r.Context(), a.DB, r.By, input, r.Now)
}

// removedAnnotation is the data of a removed annotation, whose id is no number.
type removedAnnotation struct {
	ID uuid.UUID `json:"id"`
}

func (a API) removeAnnotation(r *web.Request, _ web.None) (removedAnnotation, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return removedAnnotation{}, err
	}
	annotation, err := r.ParamUUID("annotationId")
	if err != nil {
		return removedAnnotation{}, err
	}
	input := associates.RemoveAnnotationInput{ID: id, AnnotationID: annotation}
	return removedAnnotation{annotation}, associates.RemoveAnnotation(r.Context(), a.DB, r.By, input, r.Now)
}
