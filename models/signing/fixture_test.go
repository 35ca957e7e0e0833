package signing_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"net/url"
	"testing"

	"github.com/google/uuid"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/outbound"
	"acolhe/models/platform/storage"
	"acolhe/models/signing"
	"acolhe/models/templates"
	"acolhe/models/templates/paper"
	"acolhe/models/types/auth"
)

// fixture is a database with the published texts that ship.
type fixture struct {
	*db.Connection
	contracts signing.Contracts
	// folder holds the bytes of the documents.
	folder string
}

func newFixture(t testing.TB) fixture {
	t.Helper()
	f := unpublished(t)
	printer := templates.Printer{DB: f.DB, Files: f.contracts.Files}
	for _, kind := range templates.Kinds() {
		if _, err := printer.Publish(t.Context(), dbtest.Camila.Caller(), templates.PublishInput{Kind: kind}); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func unpublished(t testing.TB) fixture {
	t.Helper()
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	f := fixture{Connection: dbtest.New(t), folder: t.TempDir()}
	base, _ := url.Parse("https://acolhe.test")
	f.contracts = signing.Contracts{
		DB: f.DB, Files: files.Library{DB: f.DB, Drivers: storage.New(f.folder, key).Through(outbound.Guard{AllowPrivate: true})},
		Mail: mail.Outbox{Key: key, Configured: true}, Key: key, BaseURL: base,
	}
	return f
}

// create creates a contract of an associate of the fixtures by Bruno.
func (f fixture) create(t testing.TB, code string) signing.Issued {
	t.Helper()
	return f.createWith(t, signing.CreateInput{UserCode: codeOf(code)})
}

func (f fixture) createWith(t testing.TB, input signing.CreateInput) signing.Issued {
	t.Helper()
	issued, err := f.contracts.Create(t.Context(), dbtest.Bruno.Caller(), input)
	if err != nil {
		t.Fatal(err)
	}
	return issued
}

// token returns the token of a contract's link.
func (f fixture) token(t testing.TB, contract signing.Contract) string {
	t.Helper()
	path, err := f.contracts.LinkPath(dbtest.Bruno.Caller(), contract)
	if err != nil || len(path) < len("/assinar/") {
		t.Fatalf("the link is %q: %v", path, err)
	}
	return path[len("/assinar/"):]
}

// complete signs a contract by typing.
func (f fixture) complete(t testing.TB, contract signing.Contract) signing.Contract {
	t.Helper()
	completed, err := f.contracts.Complete(t.Context(), phone(), typed(f.token(t, contract)))
	if err != nil {
		t.Fatal(err)
	}
	return completed
}

// do executes a statement.
func (f fixture) do(t testing.TB, sql string, args ...any) {
	t.Helper()
	if err := f.DB.Exec(sql, args...).Error; err != nil {
		t.Fatal(err)
	}
}

func value[Value any](t testing.TB, f fixture, sql string, args ...any) Value {
	t.Helper()
	var found Value
	if err := f.DB.Raw(sql, args...).Row().Scan(&found); err != nil {
		t.Fatal(err)
	}
	return found
}

func codeOf(code string) *uuid.UUID {
	parsed := uuid.MustParse(code)
	return &parsed
}

// phone is the unknown caller of a link.
func phone() auth.Caller {
	return auth.Caller{Origin: auth.Origin{IP: "189.34.112.87", UserAgent: "Mozilla/5.0 (Linux; Android 15) Chrome/146.0 Mobile"},
		Now: dbtest.Today}
}

func ana() auth.Caller  { return associate(dbtest.Ana) }
func joao() auth.Caller { return associate(dbtest.Joao) }

func associate(of dbtest.Associate) auth.Caller {
	return auth.Caller{Kind: auth.Associate, ID: of.ID, Code: of.UserCode, Name: of.Name, LastName: of.LastName, Now: dbtest.Today}
}

func typed(token string) signing.CompleteInput {
	return signing.CompleteInput{Token: token, Method: paper.Type, TypedName: "Ana Beatriz de Souza", Timezone: "America/Sao_Paulo",
		Consent: true}
}

// drawing returns a signature as browsers send it.
func drawing() string {
	picture := image.NewNRGBA(image.Rect(0, 0, 400, 160))
	for x := 20; x < 380; x++ {
		for thick := range 5 {
			picture.Set(x, 80+(x%40)-20+thick, color.NRGBA{20, 20, 60, 255})
		}
	}
	var encoded bytes.Buffer
	_ = png.Encode(&encoded, picture)
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(encoded.Bytes())
}
