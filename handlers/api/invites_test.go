package api_test

import (
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/mail/smtpsim"
)

// email_status of every invite says what became of the first attempt, and is never another word. A letter that was not
// refused for good goes on being tried.
func TestInvites_EmailStatus(t *testing.T) {
	t.Parallel()
	soon := func(config *handlers.Config) { config.Mail.Patience = 300 * time.Millisecond }
	// Longer than the test may last: the answer waits for the attempt, not for the time.
	patient := func(config *handlers.Config) { config.Mail.Patience = time.Hour }
	refuses := func(code int) error { return &smtp.SMTPError{Code: code, Message: "não"} }
	for name, c := range map[string]struct {
		behavior smtpsim.Behavior
		changes  []func(*handlers.Config)
		want     string
		tried    int // the letters that go on being tried
	}{
		"accepted": {smtpsim.Behavior{}, []func(*handlers.Config){handlertest.Sends, patient}, "sent", 0},
		"refused":  {smtpsim.Behavior{Recipient: refuses(550)}, []func(*handlers.Config){handlertest.Sends, patient}, "failed", 0},
		"later":    {smtpsim.Behavior{Recipient: refuses(451)}, []func(*handlers.Config){handlertest.Sends, patient}, "failed", 4},
		"slow":     {smtpsim.Behavior{Hangs: true}, []func(*handlers.Config){handlertest.Sends, soon}, "failed", 4},
		"no server": {smtpsim.Behavior{}, []func(*handlers.Config){func(config *handlers.Config) { config.Mail = mail.Outbox{} }},
			"module_not_configured", 0},
		"development": {smtpsim.Behavior{}, nil, "module_not_configured", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := handlertest.New(t, c.changes...)
			to := smtpsim.New(c.behavior)
			// No other letter is due.
			app.Exec(t, "delete from services")
			app.Exec(t, "delete from status_mails")
			app.RunMail(t, to)
			camila := app.As(t, dbtest.Camila)
			var created operator
			var sent delivery
			check := func(what string, answered delivery) {
				t.Helper()
				if answered.EmailStatus != c.want || answered.EmailSent != (c.want == "sent") {
					t.Errorf("%s answers %+v, want %s", what, answered, c.want)
				}
			}
			camila.POST("/api/v1/system-users", aColleague(nil)).Want(201).Data(&created).Meta(&sent)
			check("POST /system-users", sent)
			camila.POST(path(created.ID)+"/resend-invite", "").Want(200).Meta(&sent)
			check("resend-invite", sent)
			camila.POST(otaviosPath+"/portal-access", "").Want(201).Data(&sent)
			check("portal-access", sent)
			camila.POST(otaviosPath+"/portal-access/resend", "").Want(200).Data(&sent)
			check("portal-access/resend", sent)
			if tried := app.Count(t, "mails", "status = 'queued'"); name != "development" && tried != c.tried {
				t.Errorf("%d letters go on being tried, want %d", tried, c.tried)
			}
			if c.want == "sent" && len(to.Messages()) != 4 {
				t.Errorf("the server has %d letters", len(to.Messages()))
			}
		})
	}
}
