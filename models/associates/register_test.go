package associates_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

var now = dbtest.Today.Add(time.Hour)

// named is the minimal input for an associate.
func named(name string) associates.RegisterInput {
	return associates.RegisterInput{AccountInput: associates.AccountInput{AssociateName: patch.Of(name)}}
}

func TestRegister_FirstPhase(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := named("  Tereza Quintana ")
	input.AssociateCPF, input.EmailAccount = patch.Of("168.995.350-09"), patch.Of(" Tereza@Exemplo.org.br ")
	input.AccountPassword, input.CEP, input.State = patch.Of("segredo!"), patch.Of("88010-000"), patch.Of("sc")
	input.Phone, input.PhoneSecondary = patch.Of("(48) 99999-0009"), patch.Of("+351 912 345 678")
	input.BirthDate, input.Tags = patch.Of(civil.MustParse("1980-02-29")), patch.Of([]string{" Novo ", "Novo", ""})
	row, err := associates.Register(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input)
	if err != nil {
		t.Fatal(err)
	}
	var stored struct {
		Status, AssociateStatus, AssociateName, Name, LastName, AssociateCPF, EmailAccount, Email, CEP, State, Phone, PhoneSecondary string
		AccountPassword, Tags, BirthDate, UserCode                                                                                   string
	}
	err = connection.DB.Raw("select *, birth_date::text as birth_date from users where id = ?", row.ID).Scan(&stored).Error
	if err != nil {
		t.Fatal(err)
	}
	if bcrypt.CompareHashAndPassword([]byte(stored.AccountPassword), []byte("segredo!")) != nil {
		t.Errorf("the password was stored as %q", stored.AccountPassword)
	}
	if stored.UserCode != row.UserCode.String() {
		t.Errorf("user_code %s was answered as %s", stored.UserCode, row.UserCode)
	}
	stored.AccountPassword, stored.UserCode = "", ""
	want := stored
	want.Status, want.AssociateStatus, want.AssociateName, want.Name, want.LastName = "active", "1", "Tereza Quintana", "Tereza", "Quintana"
	want.AssociateCPF, want.EmailAccount, want.Email = "16899535009", "tereza@exemplo.org.br", "tereza@exemplo.org.br"
	want.CEP, want.State, want.Phone, want.PhoneSecondary = "88010000", "SC", "48999990009", "+351912345678"
	want.BirthDate, want.Tags = "1980-02-29", `["Novo"]`
	if stored != want {
		t.Errorf("stored %+v, want %+v", stored, want)
	}
}

func TestRegister_WrongFields(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	long := strings.Repeat("á", 201)
	for name, c := range map[string]struct {
		spoil func(*associates.RegisterInput)
		want  string
	}{
		"no name":        {func(in *associates.RegisterInput) { in.AssociateName = patch.Of("  ") }, "associate_name"},
		"no name at all": {func(in *associates.RegisterInput) { in.AssociateName = patch.Field[string]{} }, "associate_name"},
		"long name":      {func(in *associates.RegisterInput) { in.AssociateName = patch.Of(long) }, "associate_name"},
		"long last name": {func(in *associates.RegisterInput) { in.AssociateName = patch.Of("A " + long[:300]) }, "last_name"},
		"wrong CPF":      {func(in *associates.RegisterInput) { in.AssociateCPF = patch.Of("529.982.247-26") }, "associate_cpf"},
		"equal digits":   {func(in *associates.RegisterInput) { in.AssociateCPF = patch.Of("11111111111") }, "associate_cpf"},
		"CPF of Ana":     {func(in *associates.RegisterInput) { in.AssociateCPF = patch.Of(dbtest.Ana.CPF) }, "associate_cpf"},
		"login of Ana":   {func(in *associates.RegisterInput) { in.EmailAccount = patch.Of("ANA@exemplo.org.br") }, "email_account"},
		"wrong e-mails": {func(in *associates.RegisterInput) { in.EmailAccount, in.Email = patch.Of("a b@c"), patch.Of("@") },
			"email email_account"},
		"short password":  {func(in *associates.RegisterInput) { in.AccountPassword = patch.Of("7 letra") }, "account_password"},
		"common password": {func(in *associates.RegisterInput) { in.AccountPassword = patch.Of("12345678") }, "account_password"},
		"own name": {func(in *associates.RegisterInput) {
			in.AccountPassword, in.AssociateName = patch.Of("sou joana 7"), patch.Of("Joana Prado")
		}, "account_password"},
		"long password": {func(in *associates.RegisterInput) { in.AccountPassword = patch.Of(strings.Repeat("x", 73)) }, "account_password"},
		"wrong CEP, UF, phone": {func(in *associates.RegisterInput) {
			in.CEP, in.State, in.Phone = patch.Of("123"), patch.Of("XX"), patch.Of("9999")
		}, "phone state cep"},
		"born tomorrow":   {func(in *associates.RegisterInput) { in.BirthDate = patch.Of(civil.Of(now.AddDate(0, 0, 1))) }, "birth_date"},
		"born in 1899":    {func(in *associates.RegisterInput) { in.BirthDate = patch.Of(civil.MustParse("1899-12-31")) }, "birth_date"},
		"consent to come": {func(in *associates.RegisterInput) { in.PrivacyConsentAt = patch.Of(now.Add(time.Hour)) }, "privacy_consent_at"},
		"unknown words": {func(in *associates.RegisterInput) {
			in.Gender, in.ResponsibleType = patch.Of(associates.Gender("x")), patch.Of(associates.ResponsibleType("cat"))
		}, "gender responsible_type"},
		"script as picture":    {func(in *associates.RegisterInput) { in.AvatarURL = patch.Of("javascript:alert(1)") }, "avatar_url"},
		"other site's picture": {func(in *associates.RegisterInput) { in.AvatarURL = patch.Of("//evil.example/x.png") }, "avatar_url"},
		"prescription as text": {func(in *associates.RegisterInput) { in.Prescription.Sent, in.Prescription.Value = true, []byte(`"x"`) },
			"prescription"},
		"endless number": {func(in *associates.RegisterInput) {
			in.Prescription.Sent, in.Prescription.Value = true, []byte(`{"x":1e130000}`)
		}, "prescription"},
		"deep prescription": {func(in *associates.RegisterInput) {
			in.Prescription.Sent, in.Prescription.Value = true, []byte(strings.Repeat("[", 17)+strings.Repeat("]", 17))
		}, "prescription"},
		"long tag": {func(in *associates.RegisterInput) { in.Tags = patch.Of([]string{long}) }, "tags"},
		"made up annotation": {func(in *associates.RegisterInput) {
			in.Annotations = patch.Of([]associates.AnnotationInput{{Text: " "}})
		}, "annotations[0].text"},
	} {
		t.Run(name, func(t *testing.T) {
			input := named("Tereza Quintana")
			c.spoil(&input)
			_, err := associates.Register(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input)
			if got := paths(err); got != c.want {
				t.Errorf("refused %q, want %q: %v", got, c.want, err)
			}
		})
	}
	if count := count(t, connection, "true"); count != 5 {
		t.Errorf("%d rows are left of five", count)
	}
}

// A CPF and an e-mail of a patient, and a contact e-mail, may repeat: only logins and the CPFs of associates are
// unique.
func TestRegister_Unique(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := named("Mãe do Miguel")
	input.AssociateCPF, input.Email = patch.Of(dbtest.Miguel.CPF), patch.Of(dbtest.Ana.Email)
	if _, err := associates.Register(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input); err != nil {
		t.Error(err)
	}
}

func TestRegister_NoNamesWithoutRead(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := named("Tereza")
	input.AssociateCPF = patch.Of(dbtest.Ana.CPF)
	for scope, told := range map[string]bool{"items:users:write": false, "items:users:*": true} {
		by := auth.Caller{Kind: auth.Token, Scopes: []string{scope}}
		_, err := associates.Register(t.Context(), connection.DB, by.At(now), input)
		message := errs.For(errs.FieldsOf(err), "associate_cpf")
		if strings.Contains(message, dbtest.Ana.Name) != told {
			t.Errorf("%s is told %q", scope, message)
		}
	}
}

func TestRegister_SampleByAdministratorsAlone(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := named("Exemplo da Silva")
	input.IsSample = patch.Of(true)
	if _, err := associates.Register(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input); !errs.HasCode(err,
		errs.CodeValidation) {
		t.Errorf("Acolhimento: %v", err)
	}
	row, err := associates.Register(t.Context(), connection.DB, dbtest.Camila.Caller().At(now), input)
	if err != nil || count(t, connection, "is_sample and id = ?", row.ID) != 1 {
		t.Errorf("Administrador: %v", err)
	}
}

// Of two concurrent registrations with one CPF one succeeds, and the other's error names the associate.
func TestRegister_ConcurrentCPF(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := named("Tereza Quintana")
	input.AssociateCPF = patch.Of("16899535009")
	errors := make([]error, 6)
	var group sync.WaitGroup
	for i := range errors {
		group.Go(func() {
			_, errors[i] = associates.Register(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input)
		})
	}
	group.Wait()
	made := 0
	for _, err := range errors {
		if err == nil {
			made++
		} else if paths(err) != "associate_cpf" {
			t.Errorf("refused by %v", err)
		}
	}
	if made != 1 || count(t, connection, "associate_cpf = '16899535009'") != 1 {
		t.Errorf("%d were made", made)
	}
}

func TestFindDuplicates(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	ana, joao := dbtest.Ana.ID, dbtest.Joao.ID
	exec(t, connection, "update users set birth_date = '1985-03-14' where id = ?", joao)
	for name, c := range map[string]struct {
		input associates.DuplicatesInput
		want  []int64
	}{
		"by CPF":         {associates.DuplicatesInput{CPF: "529.982.247-25"}, []int64{ana}},
		"by e-mail":      {associates.DuplicatesInput{Email: " ANA@exemplo.org.br"}, []int64{ana}},
		"two people":     {associates.DuplicatesInput{CPF: dbtest.Joao.CPF, Email: dbtest.Ana.Email}, []int64{ana, joao}},
		"not oneself":    {associates.DuplicatesInput{CPF: dbtest.Ana.CPF, Except: ana}, nil},
		"not a patient":  {associates.DuplicatesInput{CPF: dbtest.Miguel.CPF}, nil},
		"by name, born":  {associates.DuplicatesInput{Name: " joao  da conceicao", BirthDate: "14/03/1985"}, []int64{joao}},
		"another birth":  {associates.DuplicatesInput{Name: "João da Conceição", BirthDate: "15/03/1985"}, nil},
		"a name alone":   {associates.DuplicatesInput{Name: "João da Conceição"}, nil},
		"half a CPF":     {associates.DuplicatesInput{CPF: "529.982"}, nil},
		"nothing at all": {associates.DuplicatesInput{}, nil},
	} {
		found, err := associates.FindDuplicates(t.Context(), connection.DB, dbtest.Bruno.Caller(), c.input)
		if err != nil || len(found) != len(c.want) {
			t.Errorf("%s: %d found (%v), want %v", name, len(found), err, c.want)
			continue
		}
		for i, row := range found {
			if row.ID != c.want[i] {
				t.Errorf("%s: found %d, want %d", name, row.ID, c.want[i])
			}
		}
	}
}

func paths(err error) string {
	var list []string
	for _, field := range errs.FieldsOf(err) {
		list = append(list, field.Path)
	}
	return strings.Join(list, " ")
}

func count(t *testing.T, connection *db.Connection, where string, arguments ...any) int {
	t.Helper()
	var count int64
	if err := connection.DB.Table("users").Where(where, arguments...).Count(&count).Error; err != nil {
		t.Fatal(err)
	}
	return int(count)
}

func asJSON(t *testing.T, row associates.Associate) string {
	t.Helper()
	raw, err := json.Marshal(row)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// rowOf returns the whole row as text, including hidden columns.
func rowOf(t *testing.T, connection *db.Connection, id int64) (row string) {
	t.Helper()
	if err := connection.DB.Raw("select u::text from users u where id = ?", id).Scan(&row).Error; err != nil {
		t.Fatal(err)
	}
	return row
}
