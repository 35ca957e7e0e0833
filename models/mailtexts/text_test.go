package mailtexts_test

import (
	"bytes"
	"strings"
	"testing"

	"acolhe/models/mailtexts"
	"acolhe/models/parcels"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/errs"
)

func bounds() mailtexts.Bounds {
	return mailtexts.Bounds{System: mailtexts.Words{Subject: "Pedido nº {número} pago", Opening: "Recebemos {valor}."},
		Variables: []mailtexts.Variable{{Name: "primeiro nome"}, {Name: "número"}, {Name: "valor"}, {Name: "permissão"}}}
}

// Words name only what a kind has, leave out nothing that the program says, and keep people's data out of the subject.
func TestCheck(t *testing.T) {
	long := strings.Repeat("a", 601)
	for name, c := range map[string]struct {
		words mailtexts.Words
		field string
		says  string
	}{
		"nothing": {mailtexts.Words{}, "", ""},
		"everything": {mailtexts.Words{Subject: "Pago: {número}", Opening: "{primeiro nome}, chegou {valor}.",
			Closing: "Até logo!"}, "", ""},
		"no number":                {mailtexts.Words{Subject: "Pago"}, "subject", "Falta o número no assunto: use + número."},
		"no amount":                {mailtexts.Words{Opening: "Chegou."}, "opening", "Falta o valor no texto de abertura: use + valor."},
		"an unknown variable":      {mailtexts.Words{Closing: "Até {hoje}."}, "closing", "Não existe {hoje}."},
		"a name in the subject":    {mailtexts.Words{Subject: "{primeiro nome}: {número}"}, "subject", "{primeiro nome} não vai no assunto"},
		"a brace alone":            {mailtexts.Words{Closing: "Até { logo"}, "closing", "sem par"},
		"a long subject":           {mailtexts.Words{Subject: "{número}" + long[:90]}, "subject", "no máximo 90"},
		"a long closing":           {mailtexts.Words{Closing: long}, "closing", "no máximo 600"},
		"a feminine variable":      {mailtexts.Words{Opening: "{valor} {permissão}"}, "", ""},
		"the words of the program": {mailtexts.Words{Subject: " Pedido nº {número}  pago ", Opening: "Recebemos {valor}.\r\n"}, "", ""},
	} {
		b := bounds()
		words := b.Normalised(c.words)
		problems := b.Check(words)
		if c.field == "" && len(problems) > 0 || c.field != "" &&
			(len(problems) == 0 || problems[0].Path != c.field || !strings.Contains(problems[0].Message, c.says)) {
			t.Errorf("%s: %+v", name, problems)
		}
		if name == "the words of the program" && words != (mailtexts.Words{}) {
			t.Errorf("%s are stored: %+v", name, words)
		}
	}
	fixed := mailtexts.Bounds{IsFixed: true}
	if len(fixed.Check(mailtexts.Words{Opening: "x"})) == 0 {
		t.Error("a fixed kind takes words")
	}
}

// A value that looks like a variable stays as it is.
func TestFill(t *testing.T) {
	got := mailtexts.Fill("{a} {b} {c}", []mailtexts.Variable{{Name: "a", Value: "{b}"}, {Name: "b", Value: "2"}})
	if got != "{b} 2 {c}" {
		t.Errorf("filled is %q", got)
	}
}

func save(t *testing.T, connection *db.Connection, by dbtest.Operator, input mailtexts.SaveInput) (mailtexts.Text, error) {
	t.Helper()
	input.Kind, input.Bounds = parcels.OrderSent.Kind,
		mailtexts.Bounds{System: bounds().System, Variables: bounds().Variables, IsRequired: input.Bounds.IsRequired}
	return mailtexts.Save(t.Context(), connection.DB, by.Caller().At(dbtest.Today), input)
}

// Only administrators change the words; a stale form is refused; a kind that is always sent is not switched off.
func TestSave(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	if _, err := save(t, connection, dbtest.Bruno, mailtexts.SaveInput{Sends: true}); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("a colleague gets %v", err)
	}
	first, err := save(t, connection, dbtest.Camila, mailtexts.SaveInput{Sends: true, Words: mailtexts.Words{Closing: "Até logo!"}})
	if err != nil || first.Closing != "Até logo!" || !first.IsChanged() || first.AuthorName != dbtest.Camila.Caller().FullName() {
		t.Fatalf("saved is %+v: %v", first, err)
	}
	version := mailtexts.VersionOf(connection.DB, first)
	if _, err := save(t, connection, dbtest.Camila,
		mailtexts.SaveInput{Sends: true, Version: version, Words: mailtexts.Words{Closing: "Tchau!"}}); err != nil {
		t.Errorf("a current form gives %v", err)
	}
	if _, err := save(t, connection, dbtest.Camila,
		mailtexts.SaveInput{Sends: true, Version: version, Words: mailtexts.Words{Closing: "Olá!"}}); !errs.IsStale(err) {
		t.Errorf("a stale form gives %v", err)
	}
	if _, err := save(t, connection, dbtest.Camila, mailtexts.SaveInput{Bounds: mailtexts.Bounds{IsRequired: true}}); !errs.HasCode(err,
		errs.CodeValidation) {
		t.Errorf("switching off gives %v", err)
	}
}

// A kind that is switched off is not stored; others are.
func TestOutbox_SwitchedOff(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	key, err := encryption.NewKey(bytes.Repeat([]byte("ab"), encryption.KeyBytes/2))
	if err != nil {
		t.Fatal(err)
	}
	outbox := mail.Outbox{Key: key, Configured: true, IsOff: mailtexts.IsOff}
	if _, err := save(t, connection, dbtest.Camila, mailtexts.SaveInput{}); err != nil {
		t.Fatal(err)
	}
	by := dbtest.Bruno.Caller().At(dbtest.Today)
	for kind, want := range map[mail.Kind]mail.Status{parcels.OrderSent.Kind: mail.Withheld, mail.Reset.Kind: mail.Queued} {
		if got, err := outbox.Send(t.Context(), connection.DB, by, mail.Message{Kind: kind, To: "ana@exemplo.org.br"}); err != nil ||
			got != want {
			t.Errorf("%s: %s, %v", kind, got, err)
		}
	}
}
