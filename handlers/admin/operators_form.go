package admin

import (
	"slices"
	"strconv"
	"strings"

	"acolhe/models/operators"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
	"acolhe/views/admin"
	"acolhe/web"
)

// operatorForm is what the page posts: the verb's own input, and what was typed into the
// search of the professional.
type operatorForm struct {
	operators.CreateInput
	Typed string `form:"internal_code_texto"`
}

// newOperator shows the empty form.
func (a Admin) newOperator(r *web.Request) error {
	return a.drawOperator(r, admin.OperatorSheet{})
}

// inviteOperator takes the form of a new operator. With mail switched off the answer shows
// the link, which is nowhere else.
func (a Admin) inviteOperator(r *web.Request) error {
	form, posted, err := a.readOperator(r)
	if err != nil {
		return a.drawOperator(r, admin.OperatorSheet{Typed: posted, Refused: err})
	}
	invited, err := a.invites().Create(r.Context(), a.DB, r.By, form.CreateInput)
	if err != nil {
		return a.drawOperator(r, admin.OperatorSheet{Typed: posted, Refused: err})
	}
	return a.concludeInvite(r, invited)
}

func (a Admin) showOperator(r *web.Request) error {
	sheet, err := a.findOperator(r)
	if err != nil {
		return err
	}
	return a.drawOperator(r, sheet)
}

func (a Admin) changeOperator(r *web.Request) error {
	sheet, err := a.findOperator(r)
	if err != nil {
		return err
	}
	form, posted, err := a.readOperator(r)
	sheet.Typed = posted
	changed := sheet.Record
	if err == nil {
		changed, err = operators.Change(r.Context(), a.DB, r.By, form.change(sheet.Record.ID))
	}
	if err != nil {
		sheet.Refused = err
		return a.drawOperator(r, sheet)
	}
	r.Notify("Alterações salvas.")
	return r.Redirect(pageAfter(r.By, changed))
}

func (a Admin) resendInvite(r *web.Request) error {
	sheet, err := a.findOperator(r)
	if err != nil {
		return err
	}
	invited, err := a.invites().Resend(r.Context(), a.DB, r.By, sheet.Record.ID)
	if err != nil {
		sheet.Refused = err
		return a.drawOperator(r, sheet)
	}
	return a.concludeInvite(r, invited)
}

// switchOperator takes the buttons that deactivate and reactivate.
func (a Admin) switchOperator(r *web.Request) error {
	sheet, err := a.findOperator(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	wanted := operators.Status(posted.Or("status", ""))
	changed, err := operators.Change(r.Context(), a.DB, r.By, operators.ChangeInput{ID: sheet.Record.ID, Status: patch.Of(wanted)})
	if err != nil {
		sheet.Refused = err
		return a.drawOperator(r, sheet)
	}
	r.Notify(map[operators.Status]string{operators.Active: "Conta reativada.", operators.Inactive: "Conta desativada."}[wanted])
	return r.Redirect(pageAfter(r.By, changed))
}

func (a Admin) removeOperator(r *web.Request) error {
	sheet, err := a.findOperator(r)
	if err != nil {
		return err
	}
	if err := operators.Remove(r.Context(), a.DB, r.By, sheet.Record.ID); err != nil {
		sheet.Refused = err
		return a.drawOperator(r, sheet)
	}
	r.Notify("Conta de " + sheet.Record.FullName() + " excluída.")
	return r.Redirect("/admin/operadores")
}

// concludeInvite says that the letter is on its way, or shows the link to hand over.
func (a Admin) concludeInvite(r *web.Request, invited operators.Invited) error {
	if invited.Delivery == nil || invited.Delivery.InviteURL == nil {
		r.Notify("Convite a caminho de " + invited.Record.Email + ".")
		return r.Redirect("/admin/operadores")
	}
	frame, err := a.frame(r, "Convite de "+invited.Record.FullName(), operatorsCrumb)
	if err != nil {
		return err
	}
	return r.Render(admin.OperatorInvited(frame, admin.InvitedSheet{Invited: invited, Now: frame.Now}))
}

// findOperator reads the operator of the address, with whom an account of the portal belongs to.
func (a Admin) findOperator(r *web.Request) (admin.OperatorSheet, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return admin.OperatorSheet{}, err
	}
	record, err := operators.FindFor(r.Context(), a.DB, r.By, id)
	if err != nil || record.InternalCode == nil {
		return admin.OperatorSheet{Record: record}, err
	}
	sheet := admin.OperatorSheet{Record: record, Professional: *record.InternalCode}
	professional, err := professionals.FindByCode(r.Context(), a.DB, r.By, *record.InternalCode)
	if errs.HasCode(err, errs.CodeNotFound) {
		return sheet, nil
	}
	sheet.Professional = professional.Name
	return sheet, err
}

// readOperator reads the form. Without scripts the professional is only typed, and looked up here.
func (a Admin) readOperator(r *web.Request) (operatorForm, web.FormData, error) {
	var form operatorForm
	posted, err := r.FormData()
	if err != nil {
		return form, nil, err
	}
	if err := posted.Bind(&form); err != nil {
		return form, posted, err
	}
	// The account is made by its owner: this page never sets a password.
	form.Password, form.Status = nil, ""
	if !form.isPortal() {
		form.InternalCode = nil
		return form, posted, nil
	}
	if form.InternalCode == nil && strings.TrimSpace(form.Typed) != "" {
		form.InternalCode, err = a.professionalNamed(r, form.Typed)
	}
	return form, posted, err
}

// professionalNamed gives the code of the one professional that a person means.
func (a Admin) professionalNamed(r *web.Request, typed string) (*string, error) {
	exact, err := professionals.FindByCode(r.Context(), a.DB, r.By, strings.TrimSpace(typed))
	if !errs.HasCode(err, errs.CodeNotFound) {
		return &exact.Code, err
	}
	found, err := professionals.Search(r.Context(), a.DB, r.By, typed, 2)
	if err == nil && len(found) != 1 {
		err = errs.Invalid("internal_code", "nenhum profissional tem este nome ou código, ou vários têm; escolha um da busca")
	}
	if err != nil {
		return nil, err
	}
	return &found[0].Code, nil
}

// drawOperator draws the page of an account, as stored or as typed with what is wrong.
func (a Admin) drawOperator(r *web.Request, sheet admin.OperatorSheet) error {
	title := "Convidar operador"
	if sheet.Record.ID != 0 {
		title = sheet.Record.FullName()
	}
	frame, err := a.frame(r, title, operatorsCrumb)
	if err != nil {
		return err
	}
	sheet.Now, sheet.Me, sheet.ByMail = frame.Now, r.By, a.Mail.Configured
	frame.Refused = sheet.Refused != nil
	return r.RenderForm(sheet.Refused, admin.Operator(frame, sheet))
}

// pageAfter is the account's own page, unless somebody just gave up seeing it.
func pageAfter(by auth.Caller, changed operators.Record) string {
	left := by.Kind == auth.Operator && by.ID == changed.ID &&
		(changed.Status != operators.Active || !slices.Contains(changed.Permissions, auth.Administrador))
	if left {
		return "/"
	}
	return "/admin/operadores/" + strconv.FormatInt(changed.ID, 10)
}

func (f operatorForm) isPortal() bool { return slices.Contains(f.Permissions, auth.Profissional) }

// change gives what the form says of an account that exists. The code is asked of the portal alone.
func (f operatorForm) change(id int64) operators.ChangeInput {
	input := operators.ChangeInput{
		ID: id, Name: patch.Of(f.Name), LastName: patch.Of(f.LastName), Email: patch.Of(f.Email), Permissions: patch.Of(f.Permissions),
	}
	if f.isPortal() {
		input.InternalCode = patch.Of(texts.Of(f.InternalCode))
	}
	return input
}

func (a Admin) invites() operators.Invites {
	return operators.Invites{Mail: a.Mail, BaseURL: a.BaseURL}
}
