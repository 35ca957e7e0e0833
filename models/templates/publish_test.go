package templates

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/pdf"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

var administrator = auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Administrador}, ID: dbtest.Camila.ID, Code: dbtest.Camila.UserCode}.At(dbtest.Today)

func newPrinter(t *testing.T) (Printer, *db.Connection, string) {
	t.Helper()
	connection, folder := dbtest.New(t), filepath.Join(t.TempDir(), "files")
	return Printer{DB: connection.DB, Files: files.Library{DB: connection.DB, Drivers: storage.New(folder, encryption.Key{})}}, connection, folder
}

func save(t *testing.T, p Printer, kind Kind, text string) {
	t.Helper()
	raw, err := json.Marshal(Content{[]Node{{Type: Paragraph, Children: []Node{{Type: Text, Text: text}}}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := SaveDraft(t.Context(), p.DB, administrator, DraftInput{Kind: kind, ContentJSON: raw}); err != nil {
		t.Fatal(err)
	}
}

func rows(t *testing.T, connection *db.Connection, from string) (count int) {
	t.Helper()
	if err := connection.Pool.QueryRow(t.Context(), "select count(*) from "+from).Scan(&count); err != nil {
		t.Fatal(err)
	}
	return count
}

// blobs returns the number of stored files.
func blobs(t *testing.T, folder string) (count int) {
	t.Helper()
	err := filepath.WalkDir(folder, func(_ string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			count++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return count
}

func TestPublish(t *testing.T) {
	t.Parallel()
	p, connection, _ := newPrinter(t)
	if _, err := Current(t.Context(), p.DB, Self); !errs.HasCode(err, CodeNotPublished) {
		t.Errorf("before: %v", err)
	}
	first, err := p.Publish(t.Context(), administrator, PublishInput{Kind: Self, Notes: " Texto que vem pronto "})
	if err != nil {
		t.Fatal(err)
	}
	again, err := p.Publish(t.Context(), administrator, PublishInput{Kind: Self})
	if err != nil || again != first || rows(t, connection, "sign_template_versions") != 1 {
		t.Errorf("published again %+v, %v", again, err)
	}
	save(t, p, Self, "Olá, {{associado_nome}}")
	if current, err := Current(t.Context(), p.DB, Self); err != nil || current.ID != first.Version.ID || *current.Notes != "Texto que vem pronto" || current.PublishedByName == "" {
		t.Errorf("a draft changed the version: %+v, %v", current, err)
	}
	second, err := p.Publish(t.Context(), administrator, PublishInput{Kind: Self})
	if err != nil || second.Version.VersionNumber != 2 {
		t.Errorf("%+v, %v", second, err)
	}
	content, err := p.Files.Open(t.Context(), administrator, second.Version.PDFFileID)
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	if raw, err := io.ReadAll(content); err != nil || !strings.HasPrefix(string(raw), "%PDF-") || content.SHA256 != second.Version.PDFSHA256 {
		t.Errorf("the file %+v, %v", content.File, err)
	}
	versions, err := Versions(t.Context(), p.DB, administrator, Self)
	if err != nil || len(versions) != 2 || versions[0].ID != second.Version.ID || versions[0].ContentSHA256 != versions[0].ContentJSON.SHA256() {
		t.Errorf("%+v, %v", versions, err)
	}
	if _, err := Current(t.Context(), p.DB, WithPatient); !errs.HasCode(err, CodeNotPublished) {
		t.Errorf("the other kind: %v", err)
	}
	list, err := List(t.Context(), p.DB, administrator)
	if err != nil || list[0].HasChanges || !list[1].HasChanges || list[0].CurrentVersion.VersionNumber != 2 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestPublish_LeavesNothing(t *testing.T) {
	t.Parallel()
	p, connection, folder := newPrinter(t)
	if _, err := p.Publish(t.Context(), administrator, PublishInput{Kind: Self, Notes: strings.Repeat("a", 2001)}); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("long notes: %v", err)
	}
	if _, err := p.Publish(t.Context(), administrator, PublishInput{Kind: "pet"}); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an unknown kind: %v", err)
	}
	save(t, p, Self, "{{um}} {{dois}} {{um}}")
	if _, err := p.Publish(t.Context(), administrator, PublishInput{Kind: Self}); !errs.HasCode(err, CodeInvalidVariables) || len(errs.FieldsOf(err)) != 2 {
		t.Errorf("unknown variables: %v", err)
	}
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // the disk refuses
		t.Fatal(err)
	}
	if _, err := p.Publish(t.Context(), administrator, PublishInput{Kind: WithPatient}); err == nil {
		t.Error("published without a disk")
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if versions, stored := rows(t, connection, "sign_template_versions"), rows(t, connection, "files"); versions != 0 || stored != 0 || blobs(t, folder) != 0 {
		t.Errorf("%d versions, %d files and %d blobs are left", versions, stored, blobs(t, folder))
	}
}

// If the transaction fails, a job removes the file that was stored before it.
func TestPublish_FailedTransaction(t *testing.T) {
	t.Parallel()
	p, connection, folder := newPrinter(t)
	if _, err := connection.Pool.Exec(t.Context(), "alter table sign_template_versions add constraint sign_template_versions_none check (version_number > 1)"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Publish(t.Context(), administrator, PublishInput{Kind: Self}); err == nil {
		t.Error("published")
	}
	if rows(t, connection, "sign_template_versions") != 0 || rows(t, connection, "files") != 0 || rows(t, connection, "river_job where kind = 'remove_blob'") != blobs(t, folder) {
		t.Error("something is left")
	}
}

func TestPublish_AtTheSameTime(t *testing.T) {
	t.Parallel()
	p, connection, _ := newPrinter(t)
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			_, err := p.Publish(t.Context(), administrator, PublishInput{Kind: Self})
			if err != nil && !errs.IsStale(err) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if rows(t, connection, "sign_template_versions") != 1 || rows(t, connection, "files") != 1 {
		t.Errorf("%d versions", rows(t, connection, "sign_template_versions"))
	}
}

func TestSaveDraft_Stale(t *testing.T) {
	t.Parallel()
	p, _, _ := newPrinter(t)
	opened, err := Find(t.Context(), p.DB, administrator, Self)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Publish(t.Context(), administrator, PublishInput{Kind: Self}); err != nil {
		t.Fatal(err)
	}
	input := DraftInput{Kind: Self, ContentJSON: parsed(t, canonical).JSON(), Version: opened.DraftVersion}
	saved, err := SaveDraft(t.Context(), p.DB, administrator, input)
	if err != nil || saved.Title != "Termo de {{associacao_nome}}" || !saved.HasChanges {
		t.Errorf("a publication made the draft stale: %+v, %v", saved.Summary, err)
	}
	if _, err := SaveDraft(t.Context(), p.DB, administrator, input); err != nil {
		t.Errorf("the same draft again: %v", err)
	}
	input.ContentJSON = Default(Self).JSON()
	if _, err := SaveDraft(t.Context(), p.DB, administrator, input); !errs.IsStale(err) {
		t.Errorf("a stale draft: %v", err)
	}
}

func TestReset(t *testing.T) {
	t.Parallel()
	p, connection, _ := newPrinter(t)
	for _, text := range []string{"um", "dois"} {
		save(t, p, Self, text)
		if _, err := p.Publish(t.Context(), administrator, PublishInput{Kind: Self}); err != nil {
			t.Fatal(err)
		}
	}
	detail, err := Reset(t.Context(), p.DB, administrator, Self)
	if err != nil || detail.CurrentVersion != nil || len(detail.Versions) != 0 || detail.DraftContentJSON.SHA256() != Default(Self).SHA256() {
		t.Errorf("%+v, %v", detail, err)
	}
	if rows(t, connection, "files") != 0 || rows(t, connection, "(select distinct args ->> 'key' from river_job where kind = 'remove_blob') jobs") != 2 {
		t.Error("the files of the versions are left")
	}
	if first, err := p.Publish(t.Context(), administrator, PublishInput{Kind: Self}); err != nil || first.Version.VersionNumber != 1 {
		t.Errorf("after a reset %+v, %v", first, err)
	}
}

func TestPreview_StoresNothing(t *testing.T) {
	t.Parallel()
	p, connection, folder := newPrinter(t)
	file, err := p.Preview(context.Background(), administrator, PreviewInput{Kind: Self, ContentJSON: json.RawMessage(all), Variables: map[string]string{"cidade": "Ilhéus"}})
	if err != nil || !strings.HasPrefix(string(file), "%PDF-") {
		t.Errorf("%.20s, %v", file, err)
	}
	if rows(t, connection, "files") != 0 || rows(t, connection, "sign_templates where draft_content is not null") != 0 || blobs(t, folder) != 0 {
		t.Error("something is stored")
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	text := func(value string) *string { return &value }
	born := civil.MustParse("1979-04-11")
	ana := associates.Associate{AssociateName: text("Ana  Beatriz\nCarvalho"), AssociateCPF: text("10020031010"), BirthDate: &born, Street: text("Rua das Palmeiras"), Number: text("88"), City: text("Florianópolis"), State: text("SC"), CEP: text("88036000"), Email: text("ana@exemplo.org.br")}
	davi := associates.Associate{AssociateName: text("Davi Carvalho"), CPF: text("34211890544"), Relationship: text("Filho"), Species: text("Cão")}
	parties := Parties{Associate: ana, Patient: &davi, Association: pdf.Association{Name: "Acolhe", CNPJ: "12345678000195"}, Now: time.Date(2026, 11, 22, 23, 30, 0, 0, brasilia)}
	for kind, wanted := range map[Kind]map[string]string{
		WithPatient: {"associado_nome": "Ana Beatriz Carvalho", "associado_primeiro_nome": "Ana", "associado_cpf": "100.200.310-10", "associado_nascimento": "11/04/1979",
			"associado_endereco": "Rua das Palmeiras, 88, Florianópolis/SC, 88036-000", "associado_telefone": "não informado", "associado_email": "ana@exemplo.org.br",
			"paciente_nome": "Davi Carvalho", "paciente_primeiro_nome": "Davi", "paciente_cpf": "342.118.905-44", "paciente_parentesco": "Filho",
			"data": "22 de novembro de 2026", "data_curta": "22/11/2026", "cidade": "Florianópolis", "associacao_cnpj": "12.345.678/0001-95"},
		Self: {"animal_nome": "Davi Carvalho", "animal_especie": "Cão"},
	} {
		found := Values(kind, parties)
		if len(found) != len(Variables(kind)) {
			t.Errorf("%s: %d values of %d variables", kind, len(found), len(Variables(kind)))
		}
		for name, want := range wanted {
			if found[name] != want {
				t.Errorf("%s is %q, want %q", name, found[name], want)
			}
		}
		if left := Default(kind).Fill(found).Variables(); len(left) > 0 {
			t.Errorf("%s: left are %v", kind, left)
		}
	}
	if signer := SignerOf(WithPatient, ana); signer.Label != "Responsável" || len(signer.Facts) != 4 {
		t.Errorf("%+v", signer)
	}
	if pet := PatientOf(davi); pet.Label != "Animal" || len(pet.Facts) != 3 {
		t.Errorf("%+v", pet)
	}
}
