package tokens

import (
	"strconv"
	"strings"
	"time"

	"acolhe/handlers/admin/professionals"
	"acolhe/models/platform/settings"
	area "acolhe/models/professionals"
	"acolhe/models/tokens"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/tokens"
	"acolhe/web"
)

// input is the posted form: the verb's input and the validity of the token.
type input struct {
	tokens.IssueInput
	Validity string `form:"validade"`
	Until    string `form:"ate"`
}

// new shows the form of a token for all data, or for the data of one professional.
func (p Pages) new(r *web.Request) error {
	form := view.New{Validity: view.ForQuarter, Search: strings.TrimSpace(r.Query("profissional_texto"))}
	form.Input.Prefix = tokens.NewPrefix()
	form.Input.InternalCode = r.Query("profissional")
	if form.Input.InternalCode == "" && form.Search != "" {
		found, err := area.Search(r.Context(), p.DB, r.By, form.Search, professionals.Limit)
		if err != nil {
			return err
		}
		form.Found = found
	}
	return p.render(r, form, nil)
}

// issue handles the form. The answer itself shows the token, because a redirect would have to store it.
func (p Pages) issue(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var form input
	if err := posted.Bind(&form); err != nil {
		return err
	}
	location, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	form.ExpiresAt = form.expiry(r.Now.In(location))
	issued, err := tokens.Issue(r.Context(), p.DB, r.By, form.IssueInput)
	if errs.HasCode(err, errs.CodeConflict) {
		// The form was posted again, after going back or reloading; its first answer cannot be repeated.
		r.Notify("Este token já foi criado e não aparece de novo.")
		return r.Redirect(view.Path)
	}
	if err != nil {
		return p.render(r, view.New{Input: form.IssueInput, Validity: form.Validity, Until: form.Until}, err)
	}
	around, err := p.Frame(r, "Token criado", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.IssuedPage(around, view.Issued{Token: issued, BaseURL: p.BaseURL.String()}))
}

// maxYear is the first year that RFC 3339 cannot write in every time zone.
const maxYear = 9999

// expiry returns the end of the token's last day; nil for a token without expiry. An unknown choice or a malformed day
// becomes a past time, which the verb refuses.
func (f input) expiry(now time.Time) *time.Time {
	var end time.Time
	switch f.Validity {
	case view.ForEver:
		return nil
	case view.UntilDay:
		day, err := time.ParseInLocation(time.DateOnly, civil.TypedDay(f.Until), now.Location())
		if err == nil && day.Year() < maxYear {
			end = endOf(day)
		}
	case view.ForMonth, view.ForQuarter, view.ForYear:
		days, err := strconv.Atoi(f.Validity)
		if err == nil {
			end = endOf(now.AddDate(0, 0, days))
		}
	}
	return &end
}

func endOf(day time.Time) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day()+1, 0, 0, 0, 0, day.Location()).Add(-time.Second)
}

// render shows the form, with its errors if any.
func (p Pages) render(r *web.Request, form view.New, refused error) (err error) {
	if code := form.Input.InternalCode; code != "" {
		if form.Partner, form.HasPartner, err = professionals.Find(r.Context(), p.DB, r.By, code); err != nil {
			return err
		}
	}
	if !form.HasPartner {
		form.Input.InternalCode = ""
	}
	form.Fields = errs.FieldsOf(refused)
	if refusal := errs.As(refused); refusal != nil && len(refusal.Fields) == 0 {
		form.Refusal = refusal.Message
	}
	around, err := p.Frame(r, "Novo token", crumb)
	if err != nil {
		return err
	}
	form.Now, around.Refused = around.Now, refused != nil
	return r.RenderForm(refused, view.Form(around, form))
}
