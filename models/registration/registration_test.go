package registration_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/registration"
	"acolhe/models/registration/account"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

var now = dbtest.Today.Add(time.Hour)

const address = "sandra@exemplo.org.br"

func caller(id int64) auth.Caller { return auth.Caller{Kind: auth.Associate, ID: id, Now: now} }

// open opens an account and returns its associate.
func open(t *testing.T, connection *db.Connection, email string) auth.Caller {
	t.Helper()
	by, err := account.Open(t.Context(), connection.DB, auth.Caller{Now: now},
		account.OpenInput{Email: email, Password: "girassol na janela"})
	if err != nil {
		t.Fatal(err)
	}
	return by.At(now)
}

// ownData is all that the first phase asks for.
func ownData() registration.SaveInput {
	return registration.SaveInput{
		AssociateName: patch.Of("Sandra Regina Albuquerque"), AssociateCPF: patch.Of("273.637.920-97"),
		Profile: associates.Profile{
			BirthDate: patch.Of(civil.MustParse("1968-02-23")), Phone: patch.Of("(48) 99104-2277"), CEP: patch.Of("88015-230"),
			Street: patch.Of("Rua Bocaiúva"), Number: patch.Of("1204"), Neighborhood: patch.Of("Centro"), City: patch.Of("Florianópolis"),
			State: patch.Of("SC"),
		},
	}
}

func save(t *testing.T, connection *db.Connection, by auth.Caller, input registration.SaveInput) registration.Saved {
	t.Helper()
	saved, err := registration.Save(t.Context(), connection.DB, by, mail.Outbox{}, input)
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

func execute(t *testing.T, connection *db.Connection, sql string, arguments ...any) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), sql, arguments...); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, connection *db.Connection, table, where string, arguments ...any) (found int) {
	t.Helper()
	if err := connection.Pool.QueryRow(t.Context(), "select count(*) from "+table+" where "+where, arguments...).Scan(&found); err != nil {
		t.Fatal(err)
	}
	return found
}

// paths returns the paths of the problems of an error, sorted.
func paths(err error) string {
	var names []string
	for _, field := range errs.FieldsOf(err) {
		names = append(names, field.Path)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// upload is an uploaded document of a person.
type upload struct{ docKind, subject, docType, side string }

// send stores the rows of an uploaded document, as an upload does.
func send(t *testing.T, connection *db.Connection, user int64, sent upload, at time.Time) {
	t.Helper()
	execute(t, connection, `with f as (insert into files (file_name, content_type, size, sha256, storage_key)
		values ('foto.jpg', 'image/jpeg', 10, repeat('0', 64), gen_random_uuid()::text) returning id)
		insert into users_files (file_id, user_id, doc_kind, subject, doc_type, side, date_created)
		select id, $1, nullif($2, ''), nullif($3, ''), nullif($4, ''), nullif($5, ''), $6 from f`, user, sent.docKind, sent.subject, sent.docType,
		sent.side, at)
}

// sign stores a completed contract of the associate, as signing does.
func sign(t *testing.T, connection *db.Connection, by auth.Caller) {
	t.Helper()
	execute(t, connection, `with c as (insert into contracts (kind, user_code, content_json, content_sha256, signing_token, signing_token_encrypted,
		encryption_key_id, signing_expires, status, completed_at) select 'self', user_code, '{"type": "doc"}', repeat('a', 64), sha256(random()::text::bytea),
		'x', 'k', now(), 'completed', now() from users where id = $1 returning id) update users set adhesion_term = c.id from c where users.id = $1`, by.ID)
}

// The valid fields are saved beside the others, which keep their value and are marked until they are corrected.
func TestSave_Partial(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	by := open(t, connection, address)
	saved := save(t, connection, by, registration.SaveInput{
		AssociateName: patch.Of("Sandra Regina"), AssociateCPF: patch.Of("123"),
		Profile: associates.Profile{CEP: patch.Of("88015-230"), Phone: patch.Of("9")},
	})
	slices.Sort(saved.Fields)
	if !slices.Equal(saved.Fields, []string{"associate_name", "cep"}) || paths(saved.Problems.Err()) != "associate_cpf phone" {
		t.Errorf("saved %v, refused %v", saved.Fields, saved.Problems)
	}
	if row := saved.Row; *row.CEP != "88015230" || *row.Name != "Sandra" || row.AssociateCPF != nil || len(row.InvalidFields) != 2 {
		t.Errorf("stored %+v", row)
	}
	taken := save(t, connection, by, registration.SaveInput{AssociateCPF: patch.Of(dbtest.Ana.CPF),
		Profile: associates.Profile{Phone: patch.Of("48 99104-2277")}})
	if !slices.Equal(taken.Row.InvalidFields, []string{"associate_cpf"}) || taken.Row.AssociateCPF != nil ||
		*taken.Row.Phone != "48991042277" {
		t.Errorf("a CPF of somebody else: %+v", taken.Row)
	}
	for name, input := range map[string]registration.SaveInput{
		"nothing": {}, "tags": {Profile: associates.Profile{Tags: patch.Of([]string{"x"})}},
		"another status": {Status: patch.Of(associates.Active)},
		"annotations":    {Profile: associates.Profile{Annotations: patch.Of([]associates.AnnotationInput{{Text: "x"}})}},
	} {
		if _, err := registration.Save(t.Context(), connection.DB, by, mail.Outbox{}, input); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Two tabs that save different fields at once lose nothing.
func TestSave_Concurrent(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	by := open(t, connection, address)
	all := ownData()
	parts := []registration.SaveInput{
		{AssociateName: all.AssociateName}, {AssociateCPF: all.AssociateCPF}, {Profile: associates.Profile{BirthDate: all.BirthDate}},
		{Profile: associates.Profile{Phone: all.Phone}}, {Profile: associates.Profile{CEP: all.CEP, Street: all.Street}},
		{Profile: associates.Profile{Number: all.Number, Neighborhood: all.Neighborhood}},
		{Profile: associates.Profile{City: all.City, State: all.State}},
	}
	var wait sync.WaitGroup
	for _, part := range parts {
		wait.Go(func() {
			if _, err := registration.Save(t.Context(), connection.DB, by, mail.Outbox{}, part); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	moved, err := registration.Advance(t.Context(), connection.DB, by, mail.Outbox{}, registration.AdvanceInput{})
	if err != nil || !moved.Moved {
		t.Errorf("something was lost: %v", err)
	}
}

func TestSave_StaleVersion(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	by := open(t, connection, address)
	first := save(t, connection, by, registration.SaveInput{AssociateName: patch.Of("Sandra")})
	save(t, connection, by, registration.SaveInput{Version: first.Version, AssociateName: patch.Of("Sandra Regina")})
	if _, err := registration.Save(t.Context(), connection.DB, by, mail.Outbox{},
		registration.SaveInput{Version: first.Version, AssociateName: patch.Of("Outra")}); !errs.IsStale(err) {
		t.Errorf("a stale version: %v", err)
	}
}
