package api

import (
	"acolhe/models/operators"
	"acolhe/web"
)

// signedIn is the data of a login.
type signedIn struct {
	User operators.Account `json:"user"`
}

// signedOut is the data of a logout.
type signedOut struct {
	SignedOut bool `json:"signed_out"`
}

func (a API) login(r *web.Request, input operators.LoginInput) (signedIn, error) {
	by, err := operators.Authenticate(r.Context(), a.DB, input)
	if err != nil {
		return signedIn{}, err
	}
	return signedIn{User: operators.AccountOf(by)}, r.SignIn(by)
}

func (a API) logout(r *web.Request, _ web.None) (signedOut, error) {
	return signedOut{SignedOut: true}, r.SignOut()
}

func (a API) me(r *web.Request, _ web.None) (operators.Account, error) {
	return operators.AccountOf(r.By), nil
}
