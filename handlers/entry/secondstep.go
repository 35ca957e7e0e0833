package entry

import (
	"acolhe/handlers/frame"
	"acolhe/models/secondfactor"
	"acolhe/models/types/errs"
	"acolhe/models/types/pix"
	"acolhe/views/entry"
	"acolhe/views/layouts"
	"acolhe/web"
)

var accountCrumb = layouts.Crumb{Label: "Minha conta", Href: "/conta"}

// showSetUp shows the steps that turn the authenticator app on.
func (e Entry) showSetUp(r *web.Request) error {
	setup, err := e.factors().Begin(r.Context(), e.DB, r.By)
	if err != nil {
		return err
	}
	return e.renderSetUp(r, setup, nil)
}

func (e Entry) renderSetUp(r *web.Request, setup secondfactor.Setup, refused error) error {
	around, err := e.stepFrame(r, "Ligar a segunda etapa")
	if err != nil {
		return err
	}
	squares, err := pix.QR(setup.Address)
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	page := entry.SetUpPage{Setup: setup, Squares: squares, IsOn: r.By.SecondStep.IsOn,
		IsMissing: r.By.SecondStep.IsMissing(r.Now), Code: entry.CodeProblems(refused)}
	return r.RenderForm(refused, entry.SetUp(around, page))
}

// stepFrame returns the frame of a page of the second step: without a menu while only this page is open to the person.
func (e Entry) stepFrame(r *web.Request, title string) (layouts.Frame, error) {
	around, err := frame.For(r, e.DB, title, accountCrumb)
	if r.By.SecondStep.IsMissing(r.Now) {
		around.Nav, around.Elsewhere, around.Actions, around.Search, around.Back = nil, nil, nil, "", layouts.NavItem{}
		around.Trail = nil
	}
	return around, err
}

// turnOn stores the app after its first code. The answer shows the recovery codes, which no other page shows.
func (e Entry) turnOn(r *web.Request) error {
	var input secondfactor.ConfirmInput
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	codes, err := e.factors().TurnOn(r.Context(), e.DB, r.By, input)
	if len(errs.FieldsOf(err)) > 0 {
		setup, failed := e.factors().Resume(r.Context(), e.DB, r.By, input.Kept)
		if failed != nil {
			return failed
		}
		return e.renderSetUp(r, setup, err)
	}
	if err != nil {
		return err
	}
	if len(codes) == 0 {
		r.Notify("Aplicativo trocado. Os códigos de reserva continuam os mesmos.")
		return r.Redirect("/conta")
	}
	return e.showCodes(r, codes)
}

func (e Entry) renewCodes(r *web.Request) error {
	codes, err := e.factors().RenewCodes(r.Context(), e.DB, r.By)
	if err != nil {
		return err
	}
	return e.showCodes(r, codes)
}

func (e Entry) showCodes(r *web.Request, codes []string) error {
	around, err := frame.For(r, e.DB, "Guarde os códigos de reserva", accountCrumb)
	if err != nil {
		return err
	}
	return r.Render(entry.RecoveryCodes(around, codes))
}

func (e Entry) turnOff(r *web.Request) error {
	if err := e.factors().TurnOff(r.Context(), e.DB, r.By); err != nil {
		return err
	}
	r.Notify("Segunda etapa desligada.")
	return r.Redirect("/conta")
}
