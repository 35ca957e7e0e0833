package associates

import (
	"context"
	"strconv"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/reception"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/panel/associates"
	receptionview "acolhe/views/panel/reception"
	"acolhe/web"
)

// newAssociate shows the form of a new associate, with the data of the contact in the address, or the name that a search
// did not find.
func (p Pages) newAssociate(r *web.Request) error {
	form, err := p.newForm(r)
	if err != nil {
		return err
	}
	return form.New(r)
}

// addAssociate registers an associate. That of a contact of the reception is linked to it.
func (p Pages) addAssociate(r *web.Request) error {
	form, err := p.newForm(r)
	if err != nil {
		return err
	}
	return form.Create(r)
}

// newForm returns the form of a new associate.
func (p Pages) newForm(r *web.Request) (associatePages, error) {
	id, _ := strconv.ParseInt(r.Query(view.ReceptionField), 10, 64) // any other value is no contact
	if id != 0 {
		return p.contactForm(r, id)
	}
	form := p.form()
	if name := strings.TrimSpace(r.Query("nome")); name != "" {
		form.Defaults = func() associates.Associate { return associates.Associate{AssociateName: &name} }
	}
	return form, nil
}

// contactForm returns the form of a new associate with the data of a contact of the reception, which it leads back to.
func (p Pages) contactForm(r *web.Request, id int64) (associatePages, error) {
	form := p.form()
	if !access.Can(r.By, "reception", access.Update) {
		return form, errs.NotFound("Atendimento não encontrado.")
	}
	item, err := reception.FindFor(r.Context(), p.DB, r.By, id)
	if err != nil {
		return form, err
	}
	form.Form.NewSlug += "?" + view.ReceptionField + "=" + strconv.FormatInt(id, 10)
	form.Form.Back = func(*associates.Associate) string { return receptionview.Href(id) }
	form.Form.Text = "Com os dados do contato da recepção. Ao salvar, o contato fica vinculado a este cadastro."
	form.Crumbs = []layouts.Crumb{{Label: "Recepção", Href: receptionview.Path}, {Label: item.DisplayName(), Href: receptionview.Href(id)}}
	form.Defaults = func() associates.Associate {
		return associates.Associate{AssociateName: item.Name, Phone: item.Phone, Email: item.Email}
	}
	form.Add = func(ctx context.Context, tx *db.DB, by auth.Caller, input associates.RegisterInput) (associates.Associate, error) {
		return reception.Register(ctx, tx, by, reception.RegisterInput{ID: id, Associate: input})
	}
	form.Added = func(row associates.Associate) string {
		return "Cadastro de " + row.FullName() + " criado e vinculado ao contato."
	}
	form.Next = func(associates.Associate) string { return receptionview.Href(id) }
	return form, nil
}
