package account

import (
	"strconv"
	"time"

	"acolhe/models/confirmation"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// Form is a typed account form, without the password.
type Form struct {
	// Email is the typed e-mail, or on the page to sign in the typed e-mail, CPF or phone.
	Email string
	// Suggestion is the address that was probably meant; empty for none.
	Suggestion string
	Fields     []errs.Field
	// Refusal is the reason why the form was refused as a whole; empty if only fields are wrong.
	Refusal string
	// Wait is the time until another try is allowed.
	Wait time.Duration
	// MailOff reports whether no mail would be sent.
	MailOff bool
	// Return is the address to open after signing in; empty for the own page.
	Return   string
	Contacts settings.Contacts
}

// Refused returns the form with the reason of a refusal.
func (f Form) Refused(err error) Form {
	f.Fields = errs.FieldsOf(err)
	if refusal := errs.As(err); refusal != nil && len(f.Fields) == 0 {
		f.Refusal, f.Wait = refusal.Message, refusal.RetryAfter
	}
	return f
}

func (f Form) problems() ui.Problems {
	problems := ui.ProblemsOf(f.Fields, func(path string) string {
		return map[string]string{"password": "Senha", "current": "Senha atual"}[path]
	})
	if f.Refusal != "" && f.Wait == 0 {
		problems = append(problems, ui.Problem{Message: f.Refusal})
	}
	return problems
}

// CodeForm is the page that asks for a code.
type CodeForm struct {
	Form
	// Action takes the code, Resend sends another one, and Back leads to the form before; empty for none.
	Action, Resend, Back string
	// Login is the login for which Resend sends another code; empty if the session or a cookie has it.
	Login string
	State confirmation.CodeState
	Now   time.Time
	// Location is the time zone of the association.
	Location *time.Location
}

// isSent reports whether a code has been sent that still serves.
func (f CodeForm) isSent() bool { return f.State.Expires.After(f.Now) }

func (f CodeForm) validity() string {
	return "Vale por 15 minutos, até as " + fmtbr.Clock(f.State.Expires, f.Location) + "."
}

// wrong asks whether what was typed is wrong; a CPF or a phone is no e-mail.
func (f CodeForm) wrong() string {
	if f.Email == "" {
		return "Digitou errado?"
	}
	return "O e-mail está errado?"
}

// pause returns the time until another code may be sent.
func (f CodeForm) pause() time.Duration { return max(f.State.ResendAt.Sub(f.Now), 0) }

// Early returns the refusal of somebody who asks for another code too early; nil otherwise.
func Early(state confirmation.CodeState, now time.Time) error {
	left := int(state.ResendAt.Sub(now).Seconds())
	if left <= 0 {
		return nil
	}
	return errs.Invalid("code", "Espere mais "+strconv.Itoa(left)+" segundos.")
}
