package operators_test

import (
	"crypto/rand"
	"encoding/json"
	"sync"
	"testing"
	"time"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// noon is the time of the requests in these tests.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// newPassword complies with the policy and is not in use.
const newPassword = "Recomeço!7"

// anonymousFrom returns an unknown caller at an address.
func anonymousFrom(ip string) auth.Caller {
	return auth.Caller{Origin: auth.Origin{IP: ip, UserAgent: "Navegador"}}
}

func newOutbox(t *testing.T) mail.Outbox {
	t.Helper()
	raw := make([]byte, encryption.KeyBytes)
	rand.Read(raw)
	key, err := encryption.NewKey(raw)
	if err != nil {
		t.Fatal(err)
	}
	return mail.Outbox{Key: key, Configured: true}
}

// messages returns the messages in the outbox, oldest first.
func messages(t *testing.T, connection *db.Connection, outbox mail.Outbox) []mail.Message {
	t.Helper()
	var envelopes []mail.Entry
	if err := connection.DB.WithContext(t.Context()).Order("id").Find(&envelopes).Error; err != nil {
		t.Fatal(err)
	}
	opened := make([]mail.Message, len(envelopes))
	for i, envelope := range envelopes {
		var err error
		if opened[i], err = envelope.Decrypt(outbox.Key); err != nil {
			t.Fatal(err)
		}
	}
	return opened
}

// event is a row of security_events.
type event struct {
	Kind, ActorKind, Subject string
	IP                       *string
	Details                  json.RawMessage
}

// events returns the recorded events of a kind, oldest first.
func events(t *testing.T, connection *db.Connection, kind string) []event {
	t.Helper()
	var found []event
	err := connection.DB.WithContext(t.Context()).
		Raw("select kind, actor_kind, subject, host(ip) as ip, details from security_events where kind = ? order by id", kind).Scan(&found).Error
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// updateOperator updates the row of an operator, whose id is the last argument.
func updateOperator(t *testing.T, connection *db.Connection, set string, arguments ...any) {
	t.Helper()
	changed := connection.DB.WithContext(t.Context()).Exec("update system_users set "+set+" where id = ?", arguments...)
	if changed.Error != nil || changed.RowsAffected != 1 {
		t.Fatalf("%s: %v", set, changed.Error)
	}
}

func seedInvite(t *testing.T, connection *db.Connection, who dbtest.Operator, token string) {
	t.Helper()
	updateOperator(t, connection, "invite_token = ?, invite_expires = ?", secret.Hash(token), noon.Add(time.Hour), who.ID)
}

func seedReset(t *testing.T, connection *db.Connection, who dbtest.Operator, token string) {
	t.Helper()
	updateOperator(t, connection, "password_reset_token = ?, password_reset_expires = ?", secret.Hash(token), noon.Add(time.Hour), who.ID)
}

// row returns the operator as stored.
func row(t *testing.T, connection *db.Connection, who dbtest.Operator) operators.Operator {
	t.Helper()
	var found operators.Operator
	if err := connection.DB.WithContext(t.Context()).Take(&found, who.ID).Error; err != nil {
		t.Fatal(err)
	}
	return found
}

// hasSession reports whether the operator has a session.
func hasSession(t *testing.T, connection *db.Connection, who dbtest.Operator) bool {
	t.Helper()
	var count int64
	err := connection.DB.WithContext(t.Context()).Table("sessions").Where("operator_id = ? and ended_at is null", who.ID).Count(&count).Error
	if err != nil {
		t.Fatal(err)
	}
	return count > 0
}

func seedSession(t *testing.T, connection *db.Connection, who dbtest.Operator) {
	t.Helper()
	session := map[string]any{"token": secret.Hash("a session"), "operator_id": who.ID, "expires_at": noon.Add(time.Hour)}
	if err := connection.DB.WithContext(t.Context()).Table("sessions").Create(session).Error; err != nil {
		t.Fatal(err)
	}
}

// canSignIn reports whether the operator can sign in with the password.
func canSignIn(t *testing.T, connection *db.Connection, who dbtest.Operator, plain string) bool {
	t.Helper()
	serve, err := operators.PasswordMatches(t.Context(), connection.DB, operators.LoginInput{Email: who.Email, Password: plain})
	if err != nil {
		t.Fatal(err)
	}
	return serve
}

// concurrently lets all calls reach the lock of the operator's row before any continues. Its tests are not parallel,
// because only two passwords are hashed at a time: a call could reach the row only after the waiting ones have timed
// out.
func concurrently(t *testing.T, connection *db.Connection, who dbtest.Operator, calls ...func()) {
	t.Helper()
	var doing sync.WaitGroup
	defer doing.Wait()
	holder := connection.DB.WithContext(t.Context()).Begin()
	defer holder.Rollback()
	if err := holder.Exec("select id from system_users where id = ? for update", who.ID).Error; err != nil {
		t.Fatal(err)
	}
	for _, deed := range calls {
		doing.Go(deed)
	}
	dbtest.AwaitLock(t, connection.Pool, len(calls))
}

// patient opens a new database whose statements wait for a lock without a limit: on a busy machine two passwords take longer to
// hash than the limit of a request.
func patient(t *testing.T) *db.Connection {
	t.Helper()
	connection, err := db.Open(t.Context(), dbtest.New(t).Pool.Config().ConnString()+"&lock_timeout=0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(connection.Close)
	return connection
}

func wantCode(t *testing.T, name string, err error, code string) {
	t.Helper()
	if !errs.HasCode(err, code) {
		t.Errorf("%s: %v, want %s", name, err, code)
	}
}
