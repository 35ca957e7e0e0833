package admin

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/tokens"
	"acolhe/models/types/errs"
	"acolhe/views/admin"
	"acolhe/web"
)

// tokenForm is what the page posts: the verb's own input, and how long the token serves.
type tokenForm struct {
	tokens.IssueInput
	Validity string `form:"validade"`
	Until    string `form:"ate"`
}

// newToken shows the empty form, for everybody's data or for those of one professional.
func (a Admin) newToken(r *web.Request) error {
	sheet := admin.NewTokenSheet{Validity: admin.ForQuarter, Search: strings.TrimSpace(r.Query("profissional_texto"))}
	sheet.Input.Prefix = tokens.NewPrefix()
	sheet.Input.InternalCode = r.Query("profissional")
	if sheet.Input.InternalCode == "" && sheet.Search != "" {
		found, err := professionals.Search(r.Context(), a.DB, r.By, sheet.Search, offered)
		if err != nil {
			return err
		}
		sheet.Found = found
	}
	return a.drawTokenForm(r, sheet, nil)
}

// issueToken takes the form. The answer itself shows the token: an address, a cookie or a
// second request would have to keep it somewhere.
func (a Admin) issueToken(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var form tokenForm
	if err := posted.Bind(&form); err != nil {
		return err
	}
	location, err := settings.Location(r.Context(), a.DB)
	if err != nil {
		return err
	}
	form.ExpiresAt = form.end(r.Now.In(location))
	issued, err := tokens.Issue(r.Context(), a.DB, r.By, form.IssueInput)
	if errs.HasCode(err, errs.CodeConflict) {
		// The same form again, from going back or reloading: what it showed is gone.
		r.Notify("Este token já foi criado e não aparece de novo.")
		return r.Redirect(admin.TokensHref(""))
	}
	if err != nil {
		sheet := admin.NewTokenSheet{Input: form.IssueInput, Validity: form.Validity, Until: form.Until}
		return a.drawTokenForm(r, sheet, err)
	}
	frame, err := a.frame(r, "Token criado", tokensCrumb)
	if err != nil {
		return err
	}
	return r.Render(admin.TokenIssued(frame, admin.IssuedSheet{Issued: issued, BaseURL: a.BaseURL.String()}))
}

// end is until when the token serves, nil for ever; the last day counts to its end. What is
// no day is a moment that is over, which the verb refuses.
func (f tokenForm) end(now time.Time) *time.Time {
	var end time.Time
	switch f.Validity {
	case admin.ForEver:
		return nil
	case admin.UntilDay:
		day, err := time.ParseInLocation(time.DateOnly, f.Until, now.Location())
		if err == nil {
			end = endOf(day)
		}
	case admin.ForMonth, admin.ForQuarter, admin.ForYear:
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

// drawTokenForm draws the form, with what is wrong.
func (a Admin) drawTokenForm(r *web.Request, sheet admin.NewTokenSheet, refused error) error {
	if sheet.Input.InternalCode != "" {
		if err := a.findPartner(r, sheet.Input.InternalCode, &sheet.Partner); err != nil {
			return err
		}
	}
	if sheet.Partner == nil {
		sheet.Input.InternalCode = ""
	}
	sheet.Fields = errs.FieldsOf(refused)
	if refusal := errs.As(refused); refusal != nil && len(refusal.Fields) == 0 {
		sheet.Refusal = refusal.Message
	}
	frame, err := a.frame(r, "Novo token", tokensCrumb)
	if err != nil {
		return err
	}
	sheet.Now = frame.Now
	frame.Refused = refused != nil
	return r.RenderForm(refused, admin.NewToken(frame, sheet))
}
