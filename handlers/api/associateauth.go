package api

import (
	"acolhe/models/associates"
	"acolhe/models/resets"
	"acolhe/web"
)

// associateSignedIn is the data of an associate's login.
type associateSignedIn struct {
	User associates.Profile `json:"user"`
}

func (a API) associateAuthRoutes() []web.Route {
	return []web.Route{
		web.POST("/api/v1/auth/associate/login", web.Public(), a.loginAssociate).Limited(),
		web.POST("/api/v1/auth/associate/logout", web.Associate(), a.logoutAssociate),
		web.GET("/api/v1/auth/associate/me", web.Associate(), a.showAssociate),
		web.POST("/api/v1/auth/associate/forgot-password", web.Public(), a.forgotAssociatePassword).AtMost(resets.Limit()),
		web.POST("/api/v1/auth/associate/reset-password", web.Public(), a.resetAssociatePassword).AtMost(resets.Limit()),
	}
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
