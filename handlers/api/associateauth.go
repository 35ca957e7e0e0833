package api

import (
	"acolhe/models/associates"
	"acolhe/web"
)

// associateSignedIn is the data of an associate's login.
type associateSignedIn struct {
	User associates.Profile `json:"user"`
}

func (a API) loginAssociate(r *web.Request, input associates.LoginInput) (associateSignedIn, error) {
	by, err := associates.Authenticate(r.Context(), a.DB, r.By, input, r.Now)
	if err != nil {
		return associateSignedIn{}, err
	}
	profile, err := associates.ProfileOf(r.Context(), a.DB, by)
	if err != nil {
		return associateSignedIn{}, err
	}
	return associateSignedIn{User: profile}, r.SignIn(by)
}

func (a API) logoutAssociate(r *web.Request, _ web.None) (signedOut, error) {
	if err := r.SignOut(); err != nil {
		return signedOut{}, err
	}
	return signedOut{SignedOut: true}, associates.RecordLogout(r.Context(), a.DB, r.By, r.Now)
}

func (a API) showAssociate(r *web.Request, _ web.None) (associates.Profile, error) {
	return associates.ProfileOf(r.Context(), a.DB, r.By)
}
