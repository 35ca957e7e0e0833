package web

import (
	"net/http"
	"net/url"

	"acolhe/models/types/errs"
)

// SetUpPath is the page on which an operator turns on their second step.
const SetUpPath = "/conta/segunda-etapa"

// heldParameter marks the address of a form that was held until its person passed the second step again.
const heldParameter = "confirmada"

// BeforeSecondStep declares that operators may call the route while the second step that their role needs is missing.
func (route Route) BeforeSecondStep() Route {
	route.beforeSecondStep = true
	return route
}

// checkSecondStep refuses an operator who must turn on a second step first, with 401 SECOND_FACTOR_REQUIRED. For a held form
// it checks the code and restores what was typed; isAnswered reports that the code was asked for again.
func (s *Server) checkSecondStep(r *Request) (isAnswered bool, err error) {
	if r.By.SecondStep.IsMissing(r.Now) && !r.route.beforeSecondStep {
		return false, errs.New(errs.KindUnauthenticated, errs.CodeSecondFactorRequired, "Ligue a segunda etapa em Minha conta para continuar.")
	}
	if !r.IsForm() || r.Query(heldParameter) == "" || !r.By.SecondStep.IsOn {
		return false, nil
	}
	return s.config.Confirm(r)
}

// HeldAddress returns the address to which a held form of the request is posted with its code.
func (r *Request) HeldAddress() string {
	address := *r.gin.Request.URL
	query := address.Query()
	query.Set(heldParameter, "1")
	address.RawQuery = query.Encode()
	return address.RequestURI()
}

// IsMultipart reports whether the form has files, which cannot be held.
func (r *Request) IsMultipart() bool { return r.gin.ContentType() == "multipart/form-data" }

// RestoreForm makes these values the submitted form.
func (r *Request) RestoreForm(values url.Values) {
	r.gin.Request.PostForm, r.gin.Request.Form = values, values
}

// askSecondStep answers a person who must turn on the second step with its page, and one who must pass it again with the
// page or the dialog that asks for it.
func (s *Server) askSecondStep(r *Request) {
	if r.By.SecondStep.IsMissing(r.Now) {
		r.redirect(SetUpPath)
		return
	}
	page, err := s.config.ConfirmPage(r)
	if err == nil {
		err = r.render(http.StatusUnauthorized, page)
	}
	if err != nil {
		s.fail(r, err)
	}
}
