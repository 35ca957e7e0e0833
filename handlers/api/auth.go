package api

import (
	"acolhe/models/operators"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/web"
)

// signedIn is the data of a login and of an accepted invite.
type signedIn struct {
	User operators.Account `json:"user"`
}

// linkRequested is the data of a request for a new password, the same for every address.
type linkRequested struct {
	Message string `json:"message"`
}

// renewed is the data after a new password was set.
type renewed struct {
	PasswordChanged bool `json:"password_changed"`
}

// previewed is the query of an invite's preview.
type previewed struct {
	Token string `json:"token" form:"token"`
}

// signedOut is the data of a logout.
type signedOut struct {
	SignedOut bool `json:"signed_out"`
}

func (a API) authRoutes() []web.Route {
	return []web.Route{
		web.POST("/api/v1/auth/login", web.Public(), a.login).Quota(sessions.LoginQuota()),
		web.POST("/api/v1/auth/logout", web.Operator(), a.logout),
		web.GET("/api/v1/auth/me", web.Operator(), a.me),
		web.POST("/api/v1/auth/forgot-password", web.Public(), a.forgotPassword).RateLimit(passwordreset.RequestLimit(auth.Operator)),
		web.POST("/api/v1/auth/reset-password", web.Public(), a.resetPassword).RateLimit(passwordreset.UseLimit(auth.Operator)),
		web.GET("/api/v1/auth/system-invite/preview", web.Public(), a.previewInvite),
		web.POST("/api/v1/auth/system-invite/accept", web.Public(), a.acceptInvite).RateLimit(operators.AcceptLimit()),
	}
}

func (a API) login(r *web.Request, input operators.LoginInput) (signedIn, error) {
	by, err := a.Login.Authenticate(r.Context(), a.Access, r.By, input)
	if err != nil {
		return signedIn{}, err
	}
	return signedIn{User: operators.AccountOf(by)}, r.SignIn(by)
}

func (a API) logout(r *web.Request, _ web.None) (signedOut, error) {
	if err := r.SignOut(); err != nil {
		return signedOut{}, err
	}
	return signedOut{SignedOut: true}, operators.RecordLogout(r.Context(), a.Access, r.By)
}

func (a API) me(r *web.Request, _ web.None) (operators.Account, error) {
	return operators.AccountOf(r.By), nil
}

func (a API) previewInvite(r *web.Request, input previewed) (operators.Invitation, error) {
	return operators.PreviewInvite(r.Context(), a.DB, input.Token, r.Now)
}

// acceptInvite starts no session: a script signs in separately.
func (a API) acceptInvite(r *web.Request, input operators.AcceptInput) (signedIn, error) {
	by, err := operators.AcceptInvite(r.Context(), a.DB, r.By, input)
	if err != nil {
		return signedIn{}, err
	}
	return signedIn{User: operators.AccountOf(by)}, nil
}

func (a API) forgotPassword(r *web.Request, input operators.ResetRequest) (linkRequested, error) {
	return generic(operators.RequestReset(r.Context(), a.DB, r.By, input))
}

func (a API) resetPassword(r *web.Request, input passwordreset.Input) (renewed, error) {
	err := operators.Passwords(a.Mail).Reset(r.Context(), a.DB, r.By, input)
	return renewed{PasswordChanged: err == nil}, err
}

// generic returns the same answer whether or not the address is known.
func generic(err error) (linkRequested, error) {
	return linkRequested{Message: "Se houver uma conta com este e-mail, enviaremos um link para criar uma nova senha."}, err
}
