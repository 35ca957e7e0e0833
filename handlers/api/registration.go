package api

import (
	"acolhe/models/associates"
	"acolhe/models/platform/items"
	"acolhe/models/registration"
	"acolhe/models/registration/account"
	"acolhe/models/types/errs"
	"acolhe/web"
)

const (
	savingRules = "Saves the sent fields alone. A value that is not accepted keeps the stored one and is named in meta.invalid_fields. " +
		"A field of a phase that is passed is 403 PHASE_LOCKED. With If-Match, as the ETag of the answer to a save says, " +
		"a row that has changed since is 412 PRECONDITION_FAILED."
)

// registrationRoutes are the routes of "Registration (associate session)".
func (a API) registrationRoutes() []web.Route {
	const own, patients = "/api/v1/users/me", "/api/v1/users/me/patients"
	return []web.Route{
		web.POST("/api/v1/auth/associate/register-email", web.Public(), a.openAccount).RateLimit(account.Limit()),
		web.GET("/api/v1/users/exists", web.Public(), a.showExistence).RateLimit(account.ExistsLimit()),
		web.PATCH(own, web.Associate(), a.saveOwn).Quota(registration.OwnQuota()).Headers("If-Match").Doc(savingRules),
		web.GET(patients, web.Associate(), a.listOwnPatients),
		web.POST(patients, web.Associate(), a.addOwnPatient).Quota(registration.OwnQuota()).Created().Doc(savingRules),
		web.PATCH(patients+"/:id", web.Associate(), a.saveOwnPatient).Quota(registration.OwnQuota()).Headers("If-Match").Doc(savingRules),
		web.DELETE(patients+"/:id", web.Associate(), a.removeOwnPatient).Quota(registration.OwnQuota()).
			Doc("Removes an own patient while the second phase lasts; later it is 403 PHASE_LOCKED."),
		web.POST(own+"/advance", web.Associate(), a.advance).Quota(registration.OwnQuota()),
		web.POST(own+"/complete", web.Associate(), a.completeRegistration).Quota(registration.OwnQuota()),
		web.GET(own+"/documents/status", web.Associate(), a.showDocumentsStatus),
	}
}

func (a API) openAccount(r *web.Request, input account.OpenInput) (associateSignedIn, error) {
	by, err := account.Open(r.Context(), a.DB, r.By, input)
	if err != nil {
		return associateSignedIn{}, err
	}
	if err := r.SignIn(by); err != nil {
		return associateSignedIn{}, err
	}
	user, err := associates.AccountOf(r.Context(), a.DB, r.By)
	return associateSignedIn{User: user}, err
}

func (a API) showExistence(r *web.Request, input account.ExistsInput) (account.Existence, error) {
	return account.Exists(r.Context(), a.DB, input)
}

// savedMeta names the sent fields that were saved and those that were not.
type savedMeta struct {
	SavedFields   []string `json:"saved_fields"`
	InvalidFields []string `json:"invalid_fields"`
}

// ownSaved is the answer to a save of an associate or an own patient.
type ownSaved = web.WithMeta[associates.Associate, savedMeta]

func (a API) saveOwn(r *web.Request, input registration.SaveInput) (ownSaved, error) {
	var err error
	if input.Version, err = versionOf(r); err != nil {
		return ownSaved{}, err
	}
	return answerSaved(r, func() (registration.Saved, error) { return registration.Save(r.Context(), a.DB, r.By, a.Mail, input) })
}

func (a API) listOwnPatients(r *web.Request, _ web.None) ([]associates.Associate, error) {
	return registration.ListPatients(r.Context(), a.DB, r.By)
}

func (a API) addOwnPatient(r *web.Request, input registration.PatientInput) (ownSaved, error) {
	if err := r.RefusePreconditions(); err != nil {
		return ownSaved{}, err
	}
	return answerSaved(r, func() (registration.Saved, error) { return registration.AddPatient(r.Context(), a.DB, r.By, input) })
}

func (a API) saveOwnPatient(r *web.Request, input registration.PatientInput) (ownSaved, error) {
	var err error
	if input.ID, err = r.ParamID("id"); err != nil {
		return ownSaved{}, err
	}
	if input.Version, err = versionOf(r); err != nil {
		return ownSaved{}, err
	}
	return answerSaved(r, func() (registration.Saved, error) { return registration.SavePatient(r.Context(), a.DB, r.By, input) })
}

func (a API) removeOwnPatient(r *web.Request, _ web.None) (web.Deleted, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return web.Deleted{}, err
	}
	_, err = registration.RemovePatient(r.Context(), a.DB, r.By, id)
	return web.Deleted{ID: id}, err
}

// versionOf returns the version for which a save is meant, empty for any.
func versionOf(r *web.Request) (string, error) {
	tags, err := r.IfMatch()
	if err != nil || len(tags) == 0 || tags[0] == "*" {
		return "", err
	}
	return tags[0], nil
}

// answerSaved answers with a saved row and its ETag; a stale version is a failed precondition.
func answerSaved(r *web.Request, save func() (registration.Saved, error)) (ownSaved, error) {
	saved, err := save()
	if errs.IsStale(err) {
		return ownSaved{}, errs.New(errs.KindPreconditionFailed, items.CodePreconditionFailed,
			"O cadastro mudou em outro aparelho. Leia de novo e refaça a alteração.")
	}
	if err != nil {
		return ownSaved{}, err
	}
	r.SetTag(saved.Version)
	return ownSaved{Data: saved.Row, Meta: savedMeta{SavedFields: saved.Fields, InvalidFields: pathsOf(saved.Problems)}}, nil
}

func pathsOf(problems errs.Problems) []string {
	paths := []string{}
	for _, problem := range problems {
		paths = append(paths, problem.Path)
	}
	return paths
}

// advancedMeta reports whether the associate moved to the next phase.
type advancedMeta struct {
	Moved   bool     `json:"moved"`
	Missing []string `json:"missing"`
}

type advanced = web.WithMeta[associates.Associate, advancedMeta]

func (a API) advance(r *web.Request, _ registration.AdvanceInput) (advanced, error) {
	return answerAdvanced(registration.Advance(r.Context(), a.DB, r.By, a.Mail, registration.AdvanceInput{}))
}

func (a API) completeRegistration(r *web.Request, _ web.None) (advanced, error) {
	return answerAdvanced(registration.CompleteRegistration(r.Context(), a.DB, r.By, a.Mail))
}

func answerAdvanced(moved registration.Advanced, err error) (advanced, error) {
	return advanced{Data: moved.Row, Meta: advancedMeta{Moved: moved.Moved, Missing: moved.Missing}}, err
}

func (a API) showDocumentsStatus(r *web.Request, _ web.None) (registration.DocumentsStatus, error) {
	return registration.CheckDocuments(r.Context(), a.DB, r.By)
}
