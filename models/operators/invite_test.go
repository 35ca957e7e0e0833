package operators_test

import (
	"strings"
	"testing"
	"time"

	"acolhe/models/operators"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/secret"
)

var nadia = operators.AddInput{Fields: operators.Fields{Name: patch.Of("  Nádia  Maria "), LastName: patch.Of("Nogueira"),
	Email:       patch.Of(" NADIA@acolhe.test "),
	Permissions: roles(auth.Financeiro, auth.Acolhimento, auth.Acolhimento)}}

func TestAdd_InviteByMail(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	invites := invites(t, true)
	invited, err := invites.Store(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), nadia)
	if err != nil {
		t.Fatal(err)
	}
	record, expires := invited.Record, now.Add(operators.InviteLifetime)
	if record.Name != "Nádia Maria" || record.Email != "nadia@acolhe.test" || record.Status != operators.Pending || record.HasPassword {
		t.Errorf("created %+v %+v", record.Colleague, record.Administered)
	}
	if len(record.Permissions) != 2 || record.Permissions[0] != auth.Acolhimento {
		t.Errorf("the roles are %v", record.Permissions)
	}
	if d := invited.Delivery; d == nil || d.InviteURL != nil || !d.ExpiresAt.Equal(expires) {
		t.Errorf("the invite is %+v", d)
	}
	var envelope mail.Entry
	if err := connection.DB.WithContext(t.Context()).First(&envelope).Error; err != nil {
		t.Fatal(err)
	}
	message, err := envelope.Decrypt(invites.Mail.Key)
	if err != nil || message.Kind != mail.Invite.Kind || message.To != "nadia@acolhe.test" || message.By != dbtest.Camila.FullName() ||
		!message.Expires.Equal(expires) {
		t.Errorf("the letter is %+v (%v)", message, err)
	}
	token, found := strings.CutPrefix(message.Path, "/convite?token=")
	if row := stored(t, connection, record.ID); !found || string(row.InviteToken) != string(secret.Hash(token)) || row.Password != nil {
		t.Errorf("stored %+v", row)
	}
	if n := count(t, connection, "security_events where kind = 'operator.invited' and subject = $1 and actor_code = $2 and details::text not like '%@%'",
		record.UserCode.String(), dbtest.Camila.UserCode); n != 1 {
		t.Errorf("%d events", n)
	}
}

// Without mail the administrator gets the link, with mail only the owner.
func TestAdd_InviteWithoutMail(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	invited, err := invites(t, false).Add(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), nadia)
	if err != nil || invited.Delivery.EmailStatus != mail.NotConfigured || invited.Delivery.InviteURL == nil {
		t.Fatalf("invited %+v (%v)", invited.Delivery, err)
	}
	token, found := strings.CutPrefix(*invited.Delivery.InviteURL, "https://painel.acolhe.test/convite?token=")
	if row := stored(t, connection, invited.Record.ID); !found || string(row.InviteToken) != string(secret.Hash(token)) {
		t.Errorf("the link is %s", *invited.Delivery.InviteURL)
	}
	if n := count(t, connection, "mails"); n != 0 {
		t.Errorf("%d mails", n)
	}
}

func TestAdd_WithPassword(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	plain := "Segura!1"
	for status, want := range map[operators.Status]operators.Status{"": operators.Active, operators.Active: operators.Active,
		operators.Inactive: operators.Inactive} {
		input := nadia
		input.Email, input.Password, input.Status = patch.Of(string(status)+"x@acolhe.test"), patch.Of(plain), patch.Of(status)
		created, err := invites(t, true).Store(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), input)
		if err != nil || created.Delivery != nil || created.Record.Status != want {
			t.Errorf("%q: %+v %+v (%v)", status, created.Record.Colleague, created.Delivery, err)
		}
	}
	if n := count(t, connection, "security_events where kind = 'operator.created'"); n != 3 {
		t.Errorf("%d events", n)
	}
	if n := count(t, connection, "mails"); n != 0 {
		t.Errorf("%d mails", n)
	}
}

func TestAdd_WrongFields(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	before := count(t, connection, "system_users")
	for name, c := range map[string]struct {
		spoil func(*operators.AddInput)
		want  []string
	}{
		"nothing": {func(in *operators.AddInput) { *in = operators.AddInput{} }, []string{"name", "email", "permissions"}},
		"long names": {func(in *operators.AddInput) { in.Name = patch.Of(strings.Repeat("a", 121)); in.LastName = in.Name },
			[]string{"name", "last_name"}},
		"no e-mail":      {func(in *operators.AddInput) { in.Email = patch.Of("nadia") }, []string{"email"}},
		"taken e-mail":   {func(in *operators.AddInput) { in.Email = patch.Of(strings.ToUpper(dbtest.Ivo.Email)) }, []string{"email"}},
		"weak password":  {func(in *operators.AddInput) { in.Password = patch.Of("curta") }, []string{"password"}},
		"terms alone":    {func(in *operators.AddInput) { in.Permissions = roles(auth.ManageTerms) }, []string{"permissions"}},
		"terms, portal":  {func(in *operators.AddInput) { in.Permissions = roles(auth.Profissional, auth.ManageTerms) }, []string{"permissions"}},
		"unknown role":   {func(in *operators.AddInput) { in.Permissions = roles("Chefe") }, []string{"permissions"}},
		"role of tokens": {func(in *operators.AddInput) { in.Permissions = roles(auth.API) }, []string{"permissions"}},
		"professional also": {func(in *operators.AddInput) {
			in.Permissions = roles(auth.Profissional, auth.Financeiro)
		}, []string{"permissions"}},
		"active without": {func(in *operators.AddInput) { in.Status = patch.Of(operators.Active) }, []string{"status"}},
		"pending with": {func(in *operators.AddInput) {
			in.Status, in.Password = patch.Of(operators.Pending), patch.Of("Segura!1")
		}, []string{"status"}},
		"unknown status": {func(in *operators.AddInput) {
			in.Status, in.Password = patch.Of(operators.Status("viva")), patch.Of("Segura!1")
		}, []string{"status"}},
		"portal without":     {func(in *operators.AddInput) { in.Permissions = roles(auth.Profissional) }, []string{"internal_code"}},
		"portal of nobody":   {func(in *operators.AddInput) { portal(in, "NADA") }, []string{"internal_code"}},
		"second portal":      {func(in *operators.AddInput) { portal(in, dbtest.DraRenata.Code) }, []string{"internal_code"}},
		"long internal code": {func(in *operators.AddInput) { in.InternalCode = patch.Of(strings.Repeat("a", 61)) }, []string{"internal_code"}},
	} {
		input := nadia
		c.spoil(&input)
		_, err := invites(t, true).Store(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), input)
		wantFields(t, name, err, c.want...)
	}
	for from, want := range map[string]int{"system_users": before, "mails": 0, "security_events": 0} {
		if n := count(t, connection, from); n != want {
			t.Errorf("%d rows in %s, want %d", n, from, want)
		}
	}
}

func portal(in *operators.AddInput, code string) {
	in.Permissions, in.InternalCode = roles(auth.Profissional), patch.Of(code)
}

// A professional has one account of the portal, also if several are added concurrently.
func TestAdd_PortalAccountConcurrently(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	const tries = 8
	invites := invites(t, true)
	answers := make(chan error, tries)
	for i := range tries {
		go func() {
			input := nadia
			input.Email = patch.Of(strings.Repeat("n", i+1) + "@acolhe.test")
			portal(&input, dbtest.DrOtavio.Code)
			_, err := invites.Store(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), input)
			answers <- err
		}()
	}
	added := 0
	for range tries {
		if err := <-answers; err == nil {
			added++
		} else if errs.For(errs.FieldsOf(err), "internal_code") == "" {
			t.Error(err)
		}
	}
	if added != 1 {
		t.Errorf("%d accounts were added", added)
	}
}

func TestResend_ReplacesInvite(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	invites := invites(t, true)
	exec(t, connection, "update system_users set invite_token = sha256('alt'), invite_expires = $2 where id = $1", dbtest.Paula.ID, now)
	later := now.Add(48 * time.Hour)
	invited, err := invites.Resend(t.Context(), connection.DB, dbtest.Camila.Caller().At(later), dbtest.Paula.ID)
	if err != nil || invited.Delivery == nil || !invited.Delivery.ExpiresAt.Equal(later.Add(operators.InviteLifetime)) {
		t.Fatalf("invited %+v (%v)", invited, err)
	}
	if n := count(t, connection, "system_users where id = $1 and invite_token <> sha256('alt') and status = 'pending'",
		dbtest.Paula.ID); n != 1 {
		t.Error("the invite before is still valid")
	}
	exec(t, connection, "update system_users set status = 'inactive' where id = $1", dbtest.Paula.ID)
	if _, err := invites.Resend(t.Context(), connection.DB, dbtest.Camila.Caller().At(later), dbtest.Paula.ID); err != nil {
		t.Fatal(err)
	}
	if paula := stored(t, connection, dbtest.Paula.ID); paula.Status != operators.Pending {
		t.Errorf("Paula is %s", paula.Status)
	}
	if n := count(t, connection, "security_events where kind = 'operator.status_changed' and details->>'to' = 'pending'"); n != 1 {
		t.Errorf("%d events of the change", n)
	}
	for _, taken := range []dbtest.Operator{dbtest.Bruno, dbtest.Ivo} {
		if _, err := invites.Resend(t.Context(), connection.DB, dbtest.Camila.Caller().At(later), taken.ID); !errs.HasCode(err,
			errs.CodeConflict) {
			t.Errorf("%s: %v", taken.Name, err)
		}
	}
	if _, err := invites.Resend(t.Context(), connection.DB, dbtest.Camila.Caller().At(later), 999); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown one: %v", err)
	}
}
