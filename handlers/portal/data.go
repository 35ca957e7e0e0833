package portal

import (
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/professionals"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/pix"
	"acolhe/models/types/texts"
	view "acolhe/views/portal"
	"acolhe/web"
)

func (p Portal) data(r *web.Request) error { return p.renderOwn(r, view.OwnData{}) }

func (p Portal) renderOwn(r *web.Request, data view.OwnData) error {
	professional, err := p.professional(r)
	if err != nil {
		return p.unlinked(r, err, "Meus dados")
	}
	data.Professional, data.Email = professional, r.By.Email
	data.Version = data.Typed.Or("version", db.VersionOf(p.DB, &professional))
	around, err := p.frame(r, "Meus dados")
	if err != nil {
		return err
	}
	around.Refused = data.Refused != nil
	return r.RenderForm(data.Refused, view.Own(around, data))
}

func (p Portal) save(r *web.Request) error {
	professional, err := p.professional(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	change, err := ownChange(professional.ID, posted)
	if err == nil {
		_, err = professionals.Change(r.Context(), p.DB, r.By, change)
	}
	if err != nil {
		if errs.As(err) == nil {
			return err
		}
		return p.renderOwn(r, view.OwnData{Typed: posted, Refused: err})
	}
	r.Notify("Dados salvos.")
	return r.Redirect(view.DataPath)
}

// ownChange changes the phone and the payment details alone, whatever else the form sends. The key must be of its kind.
func ownChange(id int64, posted web.FormData) (change professionals.ChangeInput, err error) {
	change = professionals.ChangeInput{ID: id, Version: posted.Or("version", "")}
	details := pix.Details{Kind: pix.KeyKind(posted.Or("pix_kind", "")), Key: strings.TrimSpace(posted.Or("pix_key", "")),
		Holder: strings.Join(strings.Fields(posted.Or("holder", "")), " "), Other: strings.TrimSpace(posted.Or("other", ""))}
	if details.Key != "" {
		if !slices.Contains(pix.KeyKinds(), details.Kind) {
			return change, errs.Invalid("pix_kind", "Escolha o tipo da chave.")
		}
		key, problem := pix.CheckKey(details.Kind, details.Key)
		if problem != "" {
			return change, errs.Invalid("pix_key", problem)
		}
		details.Key = key
	}
	if !texts.Fits(details.Holder, maxHolder) {
		return change, errs.Invalid("holder", "deve ter no máximo 120 caracteres")
	}
	change.Phone, change.PaymentDetails = patch.Of(posted.Or("phone", "")), patch.Of(details.Text())
	return change, nil
}

// maxHolder is the length of the name of an account's holder, in characters.
const maxHolder = 120
