package panel_test

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"net/url"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/files"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/types/auth"
)

const filesPath = "/painel/arquivos"

func recordOfAna() string {
	return fmt.Sprintf("/painel/associados/%d?parte=documentos", dbtest.Ana.ID)
}

// Sent from the page of an associate, a file is in the card, opens in the viewer between the others, and can be removed
// and brought back.
func TestFiles_AssociatePage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for _, name := range []string{"receita.pdf", "laudo.pdf"} {
		answer := bruno.Upload(filesPath, name, mediatest.PDF(""), map[string]string{"de": "users-1", "doc_kind": "prescription"}).Want(303)
		if answer.Location() != recordOfAna() || answer.Notice().Text != "Arquivo guardado." {
			t.Errorf("it leads to %s with %q", answer.Location(), answer.Notice().Text)
		}
	}
	page := bruno.GET(recordOfAna()).Want(200).Body
	for _, want := range []string{"receita.pdf", "laudo.pdf", "Receita", "/painel/arquivos/1?de=users-1", "Remover receita.pdf"} {
		if !strings.Contains(page, want) {
			t.Errorf("the card does not have %q", want)
		}
	}
	view := bruno.GET(filesPath + "/1?de=users-1").Want(200).Body
	for _, want := range []string{"receita.pdf", "2 de 2", "/painel/arquivos/2?de=users-1", "Anterior", "<iframe", "Baixar"} {
		if !strings.Contains(view, want) {
			t.Errorf("the viewer does not have %q", want)
		}
	}
	removed := bruno.Form(filesPath+"/remover/1", url.Values{"de": {"users-1"}}).Want(303)
	if app.Count(t, "users_files", "true") != 1 || app.Count(t, "files", "true") != 2 {
		t.Error("more or less than the attachment was removed")
	}
	bruno.Form(removed.Notice().Undo, nil).Want(303)
	if app.Count(t, "users_files", "id = 1 and doc_kind = 'prescription'") != 1 {
		t.Error("the attachment is not back")
	}
	if app.Count(t, "river_job", "kind = 'remove_unattached' and scheduled_at > now()") != 1 {
		t.Error("no job removes a file that stays detached")
	}
}

// Of several files each is judged by itself, and the answer names those that were refused.
func TestFiles_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	page := bruno.Upload(filesPath, "virus.jpg", []byte("MZ\x90\x00"), map[string]string{"de": "users-1"}).Want(422).Body
	if !strings.Contains(page, "virus.jpg") || !strings.Contains(page, "Programas não são aceitos.") {
		t.Errorf("the refusal is not named: %s", page[strings.Index(page, "<main"):])
	}
	bruno.Upload(filesPath, "a.pdf", mediatest.PDF(""), map[string]string{"de": "tags-1"}).Want(404)
	if app.Count(t, "files", "true") != 0 {
		t.Error("a refused file was stored")
	}
	for name, client := range map[string]*handlertest.Client{"production": app.As(t, dbtest.Priscila), "finance": app.As(t, dbtest.Fernando),
		"professional": app.As(t, dbtest.Renata)} {
		if status := client.Upload(filesPath, "a.pdf", mediatest.PDF(""), map[string]string{"de": "users-1"}).StatusCode; status != 403 {
			t.Errorf("%s: %d", name, status)
		}
	}
	bruno.Upload(filesPath, "nota.pdf", mediatest.PDF(""),
		map[string]string{"de": fmt.Sprintf("orders-%d", dbtest.AnasOrder.ID), "doc_kind": "proof"}).Want(303)
	if page := bruno.GET(fmt.Sprintf("/painel/pedidos/%d", dbtest.AnasOrder.ID)).Want(200).Body; !strings.Contains(page, "nota.pdf") ||
		!strings.Contains(page, "Comprovante") {
		t.Error("the order does not show its file")
	}
}

// A picture gets its preview once, turned as its orientation says; a broken or a missing one is 404.
func TestFiles_Preview(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Upload(filesPath, "rg.jpg", mediatest.JPEG(t, 800, 400), map[string]string{"de": "users-1"}).Want(303)
	if page := bruno.GET(recordOfAna()).Want(200).Body; strings.Contains(page, "/miniatura") {
		t.Error("a preview is shown before there is one")
	}
	library := files.Library{DB: app.DB, Drivers: app.Storage}
	for range 2 {
		if err := library.MakePreview(t.Context(), auth.Caller{Kind: auth.System}.At(time.Now()), 1); err != nil {
			t.Fatal(err)
		}
	}
	answer := bruno.GET(filesPath + "/1/miniatura").Want(200)
	picture, err := jpeg.Decode(strings.NewReader(answer.Body))
	if err != nil || picture.Bounds().Dx() != 160 || picture.Bounds().Dy() != 320 {
		t.Errorf("the preview is %v: %v", picture.Bounds(), err)
	}
	if page := bruno.GET(recordOfAna()).Want(200).Body; !strings.Contains(page, "/painel/arquivos/1/miniatura") {
		t.Error("the card does not show the preview")
	}
	if whole := bruno.GET(filesPath + "/1/conteudo").Want(200).Body; !bytes.HasPrefix([]byte(whole), []byte("\xff\xd8")) {
		t.Error("the content is not the photo")
	}
	bruno.GET(filesPath + "/99/miniatura").Want(404)
	app.As(t, dbtest.Renata).GET(filesPath + "/1/miniatura").Want(403)
}

// The staff says which document a file is and whose: the side of an RG of a patient counts in the registration.
func TestFiles_KindAndPerson(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	card := bruno.GET(recordOfAna()).Want(200).HTML()
	if card.Find("select[name=doc_kind] option").Length() != 7 || card.Find("select[name=pessoa] option").Length() != 2 {
		t.Errorf("the form is %s", card.Find("#enviar-arquivos").Text())
	}
	send := func(kind, person string) *handlertest.Answer {
		return bruno.Upload(filesPath, "foto.jpg", mediatest.JPEG(t, 20, 10),
			map[string]string{"de": "users-1", "doc_kind": kind, "pessoa": person})
	}
	send("rg.back", fmt.Sprint(dbtest.Miguel.ID)).Want(303)
	send("cnh.front", fmt.Sprint(dbtest.Ana.ID)).Want(303)
	send("exam", "").Want(303)
	for _, stored := range []string{"user_id = 2 and subject = 'patient' and doc_type = 'rg' and side = 'back' and doc_kind is null",
		"user_id = 1 and subject = 'responsible' and doc_type = 'cnh' and side = 'front'",
		"user_id = 1 and subject = 'responsible' and doc_kind = 'exam' and doc_type is null"} {
		if app.Count(t, "users_files", stored) != 1 {
			t.Errorf("nothing is stored where %s", stored)
		}
	}
	send("crachá.front", "").Want(400)
	send("exam", fmt.Sprint(dbtest.Pipoca.ID)).Want(404)
	if app.Count(t, "files", "true") != 3 {
		t.Error("a refused file is stored")
	}
}

// With the setting a preview carries the name of who looks at it, as a picture and as a PDF; the download and the stored
// file stay as they are, and so does every answer without the setting.
func TestFiles_Watermark(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	photo := mediatest.JPEG(t, 900, 600)
	bruno.Upload(filesPath, "laudo.jpg", photo, map[string]string{"de": "users-1", "doc_kind": "report"}).Want(303)
	sheet := bruno.GET("/painel/pedidos/1/folha.pdf").Want(200).Body
	bruno.Upload(filesPath, "receita.pdf", []byte(sheet), map[string]string{"de": "users-1", "doc_kind": "prescription"}).Want(303)
	library := files.Library{DB: app.DB, Drivers: app.Storage}
	if err := library.MakePreview(t.Context(), auth.Caller{Kind: auth.System}.At(time.Now()), 1); err != nil {
		t.Fatal(err)
	}
	plain := map[string]string{}
	previews := []string{filesPath + "/1/conteudo", filesPath + "/1/miniatura"}
	downloads := []string{filesPath + "/1/conteudo?baixar=1", filesPath + "/2/conteudo?baixar=1"}
	for _, path := range append(previews, downloads...) {
		plain[path] = bruno.GET(path).Want(200).Body
	}
	app.Exec(t, "insert into system_configs (system, key, value) values ('access', 'watermark', 'true')")
	for _, path := range previews {
		marked := bruno.GET(path).Want(200)
		if marked.Body == plain[path] || marked.Header.Get("Content-Type") != "image/jpeg" {
			t.Errorf("%s has no name over it", path)
		}
		if app.As(t, dbtest.Camila).GET(path).Want(200).Body == marked.Body {
			t.Errorf("%s is the same for another person", path)
		}
	}
	for _, path := range downloads {
		if bruno.GET(path).Want(200).Body != plain[path] {
			t.Errorf("%s is another file", path)
		}
	}
	if pdf := bruno.GET(filesPath + "/2/conteudo").Want(200); pdf.Body == plain[downloads[1]] || pdf.Header.Get("Content-Type") != "application/pdf" {
		t.Error("the PDF has no name over it")
	}
	app.As(t, dbtest.Renata).GET(previews[0]).Want(403)
	app.Nobody(t).GET(previews[0]).Want(303)
}

// Files of associates, of tokens and of operators who are gone have no operator's name.
func TestFiles_WithoutOperator(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.AsAssociate(t, dbtest.Ana).With("Sec-Fetch-Site", "same-origin").
		Upload("/cadastro/meus-documentos/enviar/arquivo?tipo=receita&para=eu", "receita.jpg", mediatest.JPEG(t, 40, 30),
			map[string]string{"doc_kind": "prescription"}).Want(303)
	camila := app.As(t, dbtest.Camila)
	for _, by := range []any{dbtest.Ana.UserCode, nil, dbtest.Bruno.UserCode} {
		app.Exec(t, "update files set uploaded_by = $1", by)
		if words := camila.GET("/painel/arquivos").Want(200).Words(); !strings.Contains(words, "receita.jpg") {
			t.Errorf("a file by %v is not listed", by)
		}
	}
}
