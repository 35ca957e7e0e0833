package operators_test

import (
	"slices"
	"strings"
	"testing"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// change changes an operator as Camila.
func change(t *testing.T, connection *db.Connection, who dbtest.Operator, fields operators.Fields) (operators.Record, error) {
	t.Helper()
	input := operators.ChangeInput{ID: who.ID, Fields: fields}
	return (operators.Accounts{}).Change(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), input)
}

func roles(held ...auth.Role) patch.Field[[]auth.Role] { return patch.Of(held) }

func TestChange_SentFieldsAlone(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	before := stored(t, connection, dbtest.Bruno.ID)
	same, err := change(t, connection, dbtest.Bruno, operators.Fields{})
	if err != nil || !same.DateUpdated.Equal(before.DateUpdated) {
		t.Errorf("nothing was sent, and it is %+v (%v)", same, err)
	}
	// Equal values are no change.
	if _, err := change(t, connection, dbtest.Bruno,
		operators.Fields{Name: patch.Of(before.Name), Permissions: roles(auth.Acolhimento)}); err != nil {
		t.Fatal(err)
	}
	if n := count(t, connection, "security_events"); n != 0 {
		t.Errorf("%d events of nothing", n)
	}
	renamed, err := change(t, connection, dbtest.Bruno, operators.Fields{LastName: patch.Of(" de  Sá ")})
	if err != nil || renamed.FullName() != "Bruno de Sá" || renamed.Email != dbtest.Bruno.Email || !renamed.DateUpdated.Equal(now) {
		t.Errorf("renamed %+v %+v (%v)", renamed.Colleague, renamed.Administered, err)
	}
	after := stored(t, connection, dbtest.Bruno.ID)
	if after.LastName != "de Sá" || *after.Password != *before.Password || after.Status != operators.Active || len(after.Permissions) != 1 {
		t.Errorf("stored %+v", after)
	}
	if n := count(t, connection, `security_events where kind = 'operator.changed' and details = '{"name": "Bruno de Sá", "fields": ["last_name"]}'`); n != 1 {
		t.Errorf("%d events", n)
	}
}

func TestChange_Events(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := operators.Fields{Permissions: roles(auth.Financeiro, auth.Acolhimento), Status: patch.Of(operators.Inactive)}
	if _, err := change(t, connection, dbtest.Bruno, input); err != nil {
		t.Fatal(err)
	}
	for kind, details := range map[string]string{
		"operator.roles_changed":  `{"name": "Bruno Acioli", "from": ["Acolhimento"], "to": ["Acolhimento", "Financeiro"]}`,
		"operator.status_changed": `{"name": "Bruno Acioli", "from": "active", "to": "inactive"}`,
	} {
		if n := count(t, connection, "security_events where kind = $1 and details = $2 and subject = $3", kind, details,
			dbtest.Bruno.UserCode); n != 1 {
			t.Errorf("%d events %s", n, kind)
		}
	}
}

// A refused change neither changes the row nor records an event.
func TestChange_WrongFields(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	null := patch.Field[string]{Sent: true, Null: true}
	before := stored(t, connection, dbtest.Bruno.ID)
	for name, c := range map[string]struct {
		input operators.Fields
		want  []string
	}{
		"no name": {operators.Fields{Name: patch.Of("  ")}, []string{"name"}},
		"null":    {operators.Fields{Name: null, Email: null, Password: null}, []string{"name", "email", "password"}},
		"long names": {operators.Fields{Name: patch.Of(strings.Repeat("a", 121)), LastName: patch.Of(strings.Repeat("a", 121))},
			[]string{"name", "last_name"}},
		"taken e-mail":      {operators.Fields{Email: patch.Of("CAMILA@acolhe.test"), Name: patch.Of("Outro")}, []string{"email"}},
		"weak password":     {operators.Fields{Password: patch.Of("curta")}, []string{"password"}},
		"no role":           {operators.Fields{Permissions: roles()}, []string{"permissions"}},
		"role of tokens":    {operators.Fields{Permissions: roles(auth.API)}, []string{"permissions"}},
		"professional also": {operators.Fields{Permissions: roles(auth.Profissional, auth.Acolhimento)}, []string{"permissions"}},
		"portal without":    {operators.Fields{Permissions: roles(auth.Profissional)}, []string{"internal_code"}},
		"second portal": {operators.Fields{Permissions: roles(auth.Profissional), InternalCode: patch.Of(dbtest.DraRenata.Code)},
			[]string{"internal_code"}},
		"unknown status": {operators.Fields{Status: patch.Of(operators.Status("viva"))}, []string{"status"}},
		"null status":    {operators.Fields{Status: patch.Field[operators.Status]{Sent: true, Null: true}}, []string{"status"}},
		"pending again":  {operators.Fields{Status: patch.Of(operators.Pending)}, []string{"status"}},
	} {
		_, err := change(t, connection, dbtest.Bruno, c.input)
		wantFields(t, name, err, c.want...)
	}
	_, err := change(t, connection, dbtest.Paula, operators.Fields{Status: patch.Of(operators.Active)})
	wantFields(t, "active without a password", err, "status")
	_, err = change(t, connection, dbtest.Renata, operators.Fields{InternalCode: null})
	wantFields(t, "portal of nobody", err, "internal_code")
	after := stored(t, connection, dbtest.Bruno.ID)
	if after.Name != before.Name || !after.DateUpdated.Equal(before.DateUpdated) || count(t, connection, "security_events") != 0 {
		t.Errorf("a refused change left %+v", after)
	}
	if _, err := (operators.Accounts{}).Change(t.Context(), connection.DB, dbtest.Camila.Caller().At(now),
		operators.ChangeInput{ID: 999}); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown one: %v", err)
	}
}

const (
	linked = `update system_users set password_reset_token = sha256('r'), password_reset_expires = now() + interval '1 hour',
		invite_token = sha256('i'), invite_expires = now() + interval '1 day' where id = $1`
	signedIn = `insert into sessions (token, operator_id, expires_at) select sha256(random()::text::bytea), $1, now() + interval '1 day' from generate_series(1, 2)`
)

// Links and sessions end only if the change affects them.
func TestChange_EndsLinksAndSession(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for name, c := range map[string]struct {
		input     operators.Fields
		endsLinks bool
		why       string
	}{
		"name":     {operators.Fields{Name: patch.Of("Bento")}, false, ""},
		"roles":    {operators.Fields{Permissions: roles(auth.Financeiro)}, false, ""},
		"e-mail":   {operators.Fields{Email: patch.Of("bento@acolhe.test")}, true, ""},
		"password": {operators.Fields{Password: patch.Of("Segura!1")}, true, "password_changed"},
		"inactive": {operators.Fields{Status: patch.Of(operators.Inactive)}, true, "switched_off"},
	} {
		exec(t, connection, "delete from sessions")
		exec(t, connection, "update system_users set status = 'active' where id = $1", dbtest.Bruno.ID)
		exec(t, connection, linked, dbtest.Bruno.ID)
		exec(t, connection, signedIn, dbtest.Bruno.ID)
		if _, err := change(t, connection, dbtest.Bruno, c.input); err != nil {
			t.Fatal(err)
		}
		links := count(t, connection, "system_users where id = $1 and num_nonnulls(invite_token, invite_expires, password_reset_token, password_reset_expires) = 0", dbtest.Bruno.ID)
		asWanted := count(t, connection, "sessions where operator_id = $1 and coalesce(end_reason, '') = $2", dbtest.Bruno.ID, c.why)
		if (links == 1) != c.endsLinks || asWanted != 2 {
			t.Errorf("%s: links ended %v, %d of 2 sessions ended by %q", name, links == 1, asWanted, c.why)
		}
	}
}

func TestChange_Status(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for name, c := range map[string]struct {
		who   dbtest.Operator
		input operators.Fields
		want  operators.Status
	}{
		"reactivated":              {dbtest.Ivo, operators.Fields{Status: patch.Of(operators.Active)}, operators.Active},
		"deactivated":              {dbtest.Fernando, operators.Fields{Status: patch.Of(operators.Inactive)}, operators.Inactive},
		"a password for a pending": {dbtest.Paula, operators.Fields{Password: patch.Of("Segura!1")}, operators.Active},
		"both at once": {dbtest.Bruno, operators.Fields{Password: patch.Of("Segura!1"), Status: patch.Of(operators.Inactive)},
			operators.Inactive},
	} {
		record, err := change(t, connection, c.who, c.input)
		if err != nil || record.Status != c.want || stored(t, connection, c.who.ID).Status != c.want {
			t.Errorf("%s: %s (%v)", name, record.Status, err)
		}
	}
}

// The code belongs to the portal: it is removed with the role, unless another code is sent.
func TestChange_LeavesPortal(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	moved, err := change(t, connection, dbtest.Renata, operators.Fields{Permissions: roles(auth.Acolhimento)})
	if err != nil || moved.InternalCode != nil {
		t.Errorf("moved to %+v (%v)", moved.Colleague, err)
	}
	back, err := change(t, connection, dbtest.Renata,
		operators.Fields{Permissions: roles(auth.Profissional), InternalCode: patch.Of(dbtest.DrOtavio.Code)})
	if err != nil || back.InternalCode == nil || *back.InternalCode != dbtest.DrOtavio.Code {
		t.Errorf("moved to %+v (%v)", back.Colleague, err)
	}
}

// Of two administrators with the same open form the second is refused, and nothing of it is stored.
func TestChange_StaleVersion(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	by := dbtest.Camila.Caller().At(now)
	opened, err := operators.FindFor(t.Context(), connection.DB, by, dbtest.Bruno.ID)
	if err != nil {
		t.Fatal(err)
	}
	version := db.VersionOf(connection.DB, &opened)
	mine := operators.ChangeInput{ID: dbtest.Bruno.ID, Version: version, Fields: operators.Fields{Permissions: roles(auth.Financeiro)}}
	// Changes by the owner meanwhile are no conflict.
	exec(t, connection, signedIn, dbtest.Bruno.ID)
	exec(t, connection, "update system_users set last_login_at = now(), password = 'another', status = 'inactive' where id = $1",
		dbtest.Bruno.ID)
	if _, err := (operators.Accounts{}).Change(t.Context(), connection.DB, by, mine); err != nil {
		t.Fatalf("nobody else changed the form: %v", err)
	}
	theirs := operators.ChangeInput{ID: dbtest.Bruno.ID, Version: version, Fields: operators.Fields{LastName: patch.Of("de Sá")}}
	if _, err := (operators.Accounts{}).Change(t.Context(), connection.DB, by, theirs); !errs.IsStale(err) {
		t.Errorf("a stale form: %v", err)
	}
	if bruno := stored(t, connection, dbtest.Bruno.ID); bruno.LastName != "Acioli" ||
		!slices.Equal(bruno.Permissions, []auth.Role{auth.Financeiro}) {
		t.Errorf("stored %+v", bruno)
	}
	if _, err := (operators.Accounts{}).Change(t.Context(), connection.DB, by, mine); err != nil {
		t.Errorf("the same form again: %v", err)
	}
	if n := count(t, connection, "security_events"); n != 1 {
		t.Errorf("%d events", n)
	}
}
