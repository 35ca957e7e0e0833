package entry

import (
	"strconv"

	"acolhe/handlers/frame"
	"acolhe/models/operators"
	"acolhe/models/platform/password"
	"acolhe/models/platform/settings"
	"acolhe/models/secondfactor"
	"acolhe/models/sessions"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/views/entry"
	"acolhe/web"
)

func (e Entry) showAccount(r *web.Request) error { return e.renderAccount(r, nil) }

func (e Entry) changePassword(r *web.Request) error {
	var input operators.ChangePasswordInput
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	if err := (operators.OwnPassword{Mail: e.Mail}).Change(r.Context(), e.DB, r.By, input); err != nil {
		return e.renderAccount(r, err)
	}
	// The change ended every session, including this one.
	if err := r.SignIn(r.By); err != nil {
		return err
	}
	r.Notify("Senha trocada.")
	return r.Redirect("/conta")
}

// renderAccount shows the page, with the errors if any.
func (e Entry) renderAccount(r *web.Request, refused error) error {
	around, err := frame.Panel(r, e.DB, "Minha conta")
	if err != nil {
		return err
	}
	policy, err := password.PolicyOf(r.Context(), e.DB)
	if err != nil {
		return err
	}
	devices, err := sessions.List(r.Context(), e.DB, r.By)
	if err != nil {
		return err
	}
	step, err := secondfactor.StateOf(r.Context(), e.DB, r.By)
	if err != nil {
		return err
	}
	stored, err := settings.Read(r.Context(), e.DB, settings.SecondStepRoles, sessions.OperatorLimits.IdleHours, sessions.OperatorLimits.Days)
	if err != nil {
		return err
	}
	page := entry.AccountPage{Step: step, StepDue: r.By.SecondStep.Due, StepIsRequired: settings.Of(stored, settings.SecondStepRoles).Require(r.By.Roles),
		IdleHours: settings.Of(stored, sessions.OperatorLimits.IdleHours), SessionDays: settings.Of(stored, sessions.OperatorLimits.Days),
		Devices: devices, Account: operators.AccountOf(r.By), Roles: around.PersonRole, Fields: errs.FieldsOf(refused),
		Passkeys: e.factors().UsePasskeys()}
	page.Avoided = policy.Words(r.By.Name, r.By.LastName, r.By.Email)
	if access.IsAdministrator(r.By) {
		page.Change = "/admin/operadores/" + strconv.FormatInt(r.By.ID, 10)
	}
	if refused == nil {
		return r.Render(entry.Account(around, page))
	}
	around.Refused = true
	if refusal := errs.As(refused); refusal != nil {
		page.Wait = refusal.RetryAfter
	}
	return r.RenderProblems(refused, entry.Account(around, page))
}
