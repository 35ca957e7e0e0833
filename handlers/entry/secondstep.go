package entry

import (
	"slices"

	"acolhe/handlers/frame"
	"acolhe/models/secondfactor"
	"acolhe/models/sessions"
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
	hasApp, err := secondfactor.HasApp(r.Context(), e.DB, r.By.ID)
	if err != nil {
		return err
	}
	page := entry.SetUpPage{Setup: setup, Squares: squares, IsOn: hasApp,
		IsMissing: r.By.SecondStep.IsMissing(r.Now), Code: entry.CodeProblems(refused), Passkeys: e.factors().UsePasskeys()}
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
		r.Notify("Aplicativo ligado. Os códigos de reserva continuam os mesmos.")
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
	left, err := secondfactor.StateOf(r.Context(), e.DB, r.By)
	if err != nil {
		return err
	}
	r.Notify(map[bool]string{true: "Aplicativo de códigos desligado.", false: "Segunda etapa desligada."}[left.IsOn])
	return r.Redirect("/conta")
}

// showMakePasskey shows the form that creates a passkey.
func (e Entry) showMakePasskey(r *web.Request) error {
	return e.renderMakePasskey(r, sessions.DeviceOf(r.By.Origin.UserAgent), nil)
}

func (e Entry) renderMakePasskey(r *web.Request, name string, refused error) error {
	challenge, err := e.factors().BeginPasskey(r.Context(), e.DB, r.By)
	if err != nil {
		return err
	}
	around, err := e.stepFrame(r, "Criar chave de acesso")
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	page := entry.MakePasskeyPage{Challenge: challenge, Name: name, IsMissing: r.By.SecondStep.IsMissing(r.Now),
		Problems: entry.PasskeyProblems(refused)}
	return r.RenderForm(refused, entry.MakePasskey(around, page))
}

// makePasskey keeps a new passkey. For the first factor the answer shows the recovery codes, which no other page shows.
func (e Entry) makePasskey(r *web.Request) error {
	var input secondfactor.PasskeyInput
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	codes, err := e.factors().MakePasskey(r.Context(), e.DB, r.By, input)
	if len(errs.FieldsOf(err)) > 0 {
		return e.renderMakePasskey(r, input.Name, err)
	}
	if err != nil {
		return err
	}
	if len(codes) == 0 {
		r.Notify("Chave de acesso criada.")
		return r.Redirect("/conta")
	}
	return e.showCodes(r, codes)
}

// passkey returns the passkey of the address, and how many factors the person has.
func (e Entry) passkey(r *web.Request) (found secondfactor.Passkey, state secondfactor.State, err error) {
	id, err := r.ParamID("id")
	if err != nil {
		return found, state, err
	}
	if state, err = secondfactor.StateOf(r.Context(), e.DB, r.By); err != nil {
		return found, state, err
	}
	at := slices.IndexFunc(state.Passkeys, func(key secondfactor.Passkey) bool { return key.ID == id })
	if at < 0 {
		return found, state, errs.NotFound("Esta chave de acesso já foi removida.")
	}
	return state.Passkeys[at], state, nil
}

func (e Entry) showRenamePasskey(r *web.Request) error {
	found, _, err := e.passkey(r)
	if err != nil {
		return err
	}
	return e.renderRename(r, entry.PasskeyAsk{Passkey: found, Typed: found.Name}, nil)
}

func (e Entry) renamePasskey(r *web.Request) error {
	found, _, err := e.passkey(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	typed := posted.Or("name", "")
	err = e.factors().Rename(r.Context(), e.DB, r.By, found.ID, secondfactor.PasskeyNameInput{Name: typed})
	if len(errs.FieldsOf(err)) > 0 {
		return e.renderRename(r, entry.PasskeyAsk{Passkey: found, Typed: typed, Problems: entry.PasskeyProblems(err)}, err)
	}
	if err != nil {
		return err
	}
	r.Notify("Nome salvo.")
	return r.Redirect("/conta")
}

func (e Entry) renderRename(r *web.Request, ask entry.PasskeyAsk, refused error) error {
	around, err := frame.For(r, e.DB, "Renomear a chave de acesso", accountCrumb)
	if err != nil {
		return err
	}
	return r.RenderForm(refused, entry.RenamePasskey(around, ask))
}

func (e Entry) showRemovePasskey(r *web.Request) error { return e.renderRemove(r, nil) }

func (e Entry) removePasskey(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	err = e.factors().RemovePasskey(r.Context(), e.DB, r.By, id)
	if errs.HasCode(err, errs.CodeConflict) {
		return e.renderRemove(r, err)
	}
	if err != nil {
		return err
	}
	r.Notify("Chave de acesso removida.")
	return r.Redirect("/conta")
}

func (e Entry) renderRemove(r *web.Request, refused error) error {
	found, state, err := e.passkey(r)
	if err != nil {
		return err
	}
	around, err := frame.For(r, e.DB, "Remover a chave de acesso", accountCrumb)
	if err != nil {
		return err
	}
	ask := entry.PasskeyAsk{Passkey: found, IsLast: !state.HasApp && len(state.Passkeys) == 1}
	if refused != nil {
		ask.Refusal = errs.As(refused).Message
	}
	return r.RenderForm(refused, entry.RemovePasskey(around, ask))
}
