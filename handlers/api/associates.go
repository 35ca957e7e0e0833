package api

import (
	"strconv"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/history"
	"acolhe/models/registration"
	"acolhe/models/types/access"
	"acolhe/models/types/page"
	"acolhe/web"
)

// associateRoutes are the routes of "Associates (operator panel)"; registering, changing and removing an
// associate are in the generic collections.
func (a API) associateRoutes() []web.Route {
	const one, patient = "/api/v1/users/:id", "/api/v1/users/:id/patients/:patientId"
	reads, changes := web.Can("users", access.Read), web.Can("users", access.Update)
	return []web.Route{
		web.Raw("GET", one+"/avatar", web.CanOrAssociate("users", access.Read), a.showAvatar).Headers("If-None-Match").Files("image/jpeg").
			Doc("The uploaded picture of which avatar_url is the address. An associate reads the own and those of the own patients."),
		web.Raw("POST", one+"/avatar", changes, a.setAvatar).Uploads(struct{}{}).Returns(associates.Associate{}, web.Deleted{}).Doc(avatarRules),
		web.DELETE(one+"/avatar", changes, a.removeAvatar).Doc("Without a picture it does nothing."),
		web.Raw("POST", "/api/v1/users/me/avatar", web.Associate(), a.setOwnAvatar).Quota(files.UploadQuota()).Uploads(struct{}{}).
			Returns(associates.Associate{}).Doc(avatarRules),
		web.DELETE("/api/v1/users/me/avatar", web.Associate(), a.removeOwnAvatar).Quota(registration.OwnQuota()),
		web.GET("/api/v1/users/code/:userCode", reads, a.showAssociateByCode),
		web.GET("/api/v1/users/search", reads, a.searchAssociates),
		web.GET(one+"/history", reads, a.showHistory),
		web.POST(one+"/make-associate", changes, a.makeAssociate).Returns(associates.Associate{}, web.Deleted{}),
		web.GET(one+"/patients", reads, a.listPatients),
		web.POST(one+"/patients", changes, a.addPatient).Created().Returns(associates.Associate{}, web.Deleted{}),
		web.PATCH(patient, changes, a.changePatient).Returns(associates.Associate{}, web.Deleted{}),
		web.DELETE(patient, changes, a.removePatient),
		web.POST(one+"/annotations", changes, a.annotate).Created().Returns(associates.Annotation{}, annotationID{}),
		web.DELETE(one+"/annotations/:annotationId", changes, a.removeAnnotation).UUIDs("annotationId"),
	}
}

func (a API) showAssociateByCode(r *web.Request, _ web.None) (associates.Associate, error) {
	code, err := r.ParamUUID("userCode")
	if err != nil {
		return associates.Associate{}, err
	}
	return associates.FindByCodeFor(r.Context(), a.DB, r.By, code)
}

func (a API) searchAssociates(r *web.Request, input associates.SearchInput) ([]associates.Match, error) {
	found, err := associates.QuickSearch(r.Context(), a.DB, r.By, input)
	for _, match := range found {
		r.ShowsRecords("users", strconv.FormatInt(match.ID, 10))
	}
	return found, err
}

func (a API) showHistory(r *web.Request, window page.Window) (history.History, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return history.History{}, err
	}
	return history.Of(r.Context(), a.DB, r.By, history.Input{ID: id, Window: window})
}

func (a API) makeAssociate(r *web.Request, _ web.None) (any, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return nil, err
	}
	admitted, err := associates.MakeAssociate(r.Context(), a.DB, r.By, id)
	return writtenAssociate(r, admitted), err
}

func writtenAssociate(r *web.Request, row associates.Associate) any {
	return written(r, "users", row, web.Deleted{ID: row.ID})
}

func (a API) annotate(r *web.Request, input associates.AnnotateInput) (any, error) {
	var err error
	if input.ID, err = r.ParamID("id"); err != nil {
		return nil, err
	}
	note, err := associates.Annotate(r.Context(), a.DB, r.By, input)
	return written(r, "users", note, annotationID{note.ID}), err
}

// annotationID is an annotation's id, which is not a number.
type annotationID struct {
	ID uuid.UUID `json:"id"`
}

func (a API) removeAnnotation(r *web.Request, _ web.None) (annotationID, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return annotationID{}, err
	}
	annotation, err := r.ParamUUID("annotationId")
	if err != nil {
		return annotationID{}, err
	}
	input := associates.RemoveAnnotationInput{ID: id, AnnotationID: annotation}
	_, err = associates.RemoveAnnotation(r.Context(), a.DB, r.By, input)
	return annotationID{annotation}, err
}
