package associates_test

import (
	"testing"

	"golang.org/x/crypto/bcrypt"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

func TestChange_SentFieldsAlone(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	before, err := associates.FindFor(t.Context(), connection.DB, dbtest.Bruno.Caller(), dbtest.Ana.ID)
	if err != nil {
		t.Fatal(err)
	}
	input := associates.ChangeInput{ID: dbtest.Ana.ID}
	input.Street, input.Complement, input.CEP = patch.Of("Rua Nova"), patch.Of(""), patch.Field[string]{Sent: true, Null: true}
	input.Prescriber, input.ContactConsent = patch.Of("Dra. Renata Ribeiro"), patch.Of(true)
	after, err := (associates.Accounts{}).Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input)
	if err != nil {
		t.Fatal(err)
	}
	want := before
	want.Street, want.CEP, want.Prescriber, want.ContactConsent, want.DateUpdated = after.Street, nil, after.Prescriber, true, now
	stored, err := associates.FindFor(t.Context(), connection.DB, dbtest.Bruno.Caller(), dbtest.Ana.ID)
	if err != nil || *stored.Street != "Rua Nova" || *stored.Prescriber != "Dra. Renata Ribeiro" {
		t.Errorf("stored %+v (%v)", stored, err)
	}
	for name, row := range map[string]associates.Associate{"stored": stored, "answered": after} {
		if asJSON(t, row) != asJSON(t, want) {
			t.Errorf("%s %s\nwant %s", name, asJSON(t, row), asJSON(t, want))
		}
	}
	if count(t, connection, "id = ? and account_password is not null", dbtest.Ana.ID) != 1 {
		t.Error("the password went away")
	}
}

func TestChange_WrongFields(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for name, c := range map[string]struct {
		id    int64
		spoil func(*associates.ChangeInput)
		want  string
	}{
		"no name left": {dbtest.Ana.ID, func(in *associates.ChangeInput) {
			in.AssociateName, in.Name, in.LastName = patch.Of(""), patch.Of(""), patch.Of("")
		}, "associate_name"},
		"João's CPF": {dbtest.Ana.ID, func(in *associates.ChangeInput) { in.AssociateCPF = patch.Of(dbtest.Joao.CPF) }, "associate_cpf"},
		"João's login": {dbtest.Ana.ID, func(in *associates.ChangeInput) { in.EmailAccount = patch.Of(dbtest.Joao.Email) },
			"email_account"},
		"a patient's fields": {dbtest.Ana.ID, func(in *associates.ChangeInput) {
			in.CPF, in.Species = patch.Of(dbtest.Miguel.CPF),
				patch.Of("Cão")
		}, "cpf species"},
		"an associate's fields": {dbtest.Miguel.ID, func(in *associates.ChangeInput) {
			in.AssociateName, in.EmailAccount = patch.Of("M"), patch.Of("m@x.br")
		}, "associate_name email_account"},
		"a patient without a name":  {dbtest.Miguel.ID, func(in *associates.ChangeInput) { in.Name = patch.Of("") }, "name"},
		"a child without last name": {dbtest.Miguel.ID, func(in *associates.ChangeInput) { in.LastName = patch.Of("") }, "last_name"},
		"everything at once": {dbtest.Ana.ID, func(in *associates.ChangeInput) {
			in.CEP, in.State, in.AssociateCPF = patch.Of("1"), patch.Of("S"), patch.Of("2")
		}, "state cep associate_cpf"},
	} {
		t.Run(name, func(t *testing.T) {
			before := rowOf(t, connection, c.id)
			input := associates.ChangeInput{ID: c.id}
			input.Occupation = patch.Of("Professora")
			c.spoil(&input)
			_, err := (associates.Accounts{}).Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input)
			if got := paths(err); got != c.want {
				t.Errorf("refused %q, want %q: %v", got, c.want, err)
			}
			if after := rowOf(t, connection, c.id); after != before {
				t.Errorf("changed to %s", after)
			}
		})
	}
	_, err := (associates.Accounts{}).Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), associates.ChangeInput{ID: 999})
	if !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a stranger: %v", err)
	}
}

func TestChange_PasswordByAdministratorsAlone(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	exec(t, connection, "update users set password_reset_token = sha256(id::text::bytea), password_reset_expires = now() where id in (1, 3)")
	signIn(t, connection, dbtest.Ana.ID)
	signIn(t, connection, dbtest.Joao.ID)
	input := associates.ChangeInput{ID: dbtest.Ana.ID}
	input.AccountPassword = patch.Of("nova senha")
	for name, by := range map[string]auth.Caller{"Acolhimento": dbtest.Bruno.Caller(),
		"token": {Kind: auth.Token, Scopes: []string{"items:users:*"}}} {
		if _, err := (associates.Accounts{}).Change(t.Context(), connection.DB, by.At(now), input); !errs.HasCode(err, errs.CodeForbidden) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := (associates.Accounts{}).Change(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), input); err != nil {
		t.Fatal(err)
	}
	var hash string
	if err := connection.DB.Raw("select account_password from users where id = 1").Scan(&hash).Error; err != nil {
		t.Fatal(err)
	}
	if bcrypt.CompareHashAndPassword([]byte(hash), []byte("nova senha")) != nil {
		t.Errorf("stored %q", hash)
	}
	ended := "session_token is null and session_expires is null and password_reset_token is null and password_reset_expires is null and id = ?"
	if count(t, connection, ended, dbtest.Ana.ID) != 1 || count(t, connection, ended, dbtest.Joao.ID) != 0 ||
		liveSessions(t, connection, dbtest.Ana.ID) != 0 || liveSessions(t, connection, dbtest.Joao.ID) != 1 {
		t.Error("Ana's old session lives on, or João's ended")
	}
	var events int64
	if err := connection.DB.Table("security_events").Where("kind = 'password.changed' and subject = ?", dbtest.Ana.UserCode).Count(&events).
		Error; err != nil || events != 1 {
		t.Errorf("%d events (%v)", events, err)
	}
}

func TestChange_NewLoginEmailEndsSession(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	signIn(t, connection, dbtest.Ana.ID)
	for _, c := range []struct {
		address string
		left    int64
	}{{dbtest.Ana.Email, 1}, {"ana.nova@exemplo.org.br", 0}} {
		input := associates.ChangeInput{ID: dbtest.Ana.ID}
		input.EmailAccount = patch.Of(c.address)
		if _, err := (associates.Accounts{}).Change(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), input); err != nil {
			t.Fatal(err)
		}
		if left := liveSessions(t, connection, dbtest.Ana.ID); left != c.left {
			t.Errorf("%d sessions after %s", left, c.address)
		}
	}
}

func TestNames_FullNameAndParts(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	type names struct{ full, first, last string }
	sent := func(full, first, last *string) (in associates.ChangeInput) {
		in.ID = dbtest.Ana.ID
		for field, value := range map[*patch.Field[string]]*string{&in.AssociateName: full, &in.Name: first, &in.LastName: last} {
			if value != nil {
				*field = patch.Of(*value)
			}
		}
		return in
	}
	text := func(value string) *string { return &value }
	for _, c := range []struct {
		input associates.ChangeInput
		want  names
	}{
		{sent(text("Ana Beatriz de Souza Lima"), nil, nil), names{"Ana Beatriz de Souza Lima", "Ana Beatriz", "de Souza Lima"}},
		{sent(text("Beatriz Lima"), nil, nil), names{"Beatriz Lima", "Beatriz", "Lima"}},
		{sent(nil, text("Ana"), nil), names{"Ana Lima", "Ana", "Lima"}},
		{sent(nil, nil, text("de Souza")), names{"Ana de Souza", "Ana", "de Souza"}},
		{sent(text("Ana B. de Souza"), text("Ana Beatriz"), text("Souza")), names{"Ana B. de Souza", "Ana Beatriz", "Souza"}},
		{sent(text(""), text("Ana"), text("Souza")), names{"Ana Souza", "Ana", "Souza"}},
		{sent(text("Cher"), text(""), text("")), names{"Cher", "Cher", ""}},
	} {
		row, err := (associates.Accounts{}).Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), c.input)
		if err != nil {
			t.Fatal(err)
		}
		got := names{full: *row.AssociateName, first: *row.Name}
		if row.LastName != nil {
			got.last = *row.LastName
		}
		if got != c.want {
			t.Errorf("became %+v, want %+v", got, c.want)
		}
	}
}

func TestChange_InvalidFieldsCorrected(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if err := connection.DB.Exec(`update users set invalid_fields = '["cep", "phone"]' where id = 1`).Error; err != nil {
		t.Fatal(err)
	}
	input := associates.ChangeInput{ID: dbtest.Ana.ID}
	input.CEP = patch.Of("04538-132")
	row, err := (associates.Accounts{}).Change(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input)
	if err != nil || len(row.InvalidFields) != 1 || row.InvalidFields[0] != "phone" {
		t.Errorf("left %v (%v)", row.InvalidFields, err)
	}
}

func TestMakeAssociate(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	row, err := associates.MakeAssociate(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), dbtest.Carla.ID)
	if err != nil || row.Status != associates.Associado || *row.AssociateStatus != associates.AwaitingTerm {
		t.Errorf("became %s (%v)", row.Status, err)
	}
	if count(t, connection, "id = ? and status = 'Associado' and associate_status = 'assinatura_termo'", dbtest.Carla.ID) != 1 {
		t.Error("it was not stored")
	}
	for name, id := range map[string]int64{"a patient": dbtest.Miguel.ID, "a stranger": 999} {
		if _, err := associates.MakeAssociate(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), id); !errs.HasCode(err,
			errs.CodeNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	contract := signContract(t, connection, dbtest.Ana.UserCode)
	if err := connection.DB.Exec("update users set adhesion_term = ? where id = ?", contract, dbtest.Ana.ID).Error; err != nil {
		t.Fatal(err)
	}
	row, err = associates.MakeAssociate(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), dbtest.Ana.ID)
	if err != nil || *row.AssociateStatus != "5" {
		t.Errorf("who signed already became %s (%v)", *row.AssociateStatus, err)
	}
}

func signContract(t *testing.T, connection *db.Connection, code string) (id string) {
	t.Helper()
	err := connection.DB.Raw(`insert into contracts (status, kind, user_code, content_json, content_sha256, signing_token,
			signing_token_encrypted, encryption_key_id, signing_expires, completed_at)
		values ('completed', 'self', ?, '{"type": "doc"}', repeat('0', 64), sha256('x'), 'x', 'k', now(), now()) returning id`, code).Scan(&id).
		Error
	if err != nil {
		t.Fatal(err)
	}
	return id
}
