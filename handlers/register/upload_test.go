package register_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// send posts a photo as the form of a slot does.
func send(t *testing.T, client *handlertest.Client, path string, fields map[string]string) *handlertest.Answer {
	t.Helper()
	return client.With("Sec-Fetch-Site", "same-origin").Upload(path, "foto.jpg", mediatest.JPEG(t, 40, 30), fields)
}

// The photos of both people by plain forms, up to the signature; then the prescription, up to the end.
func TestDocuments_PlainForms(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '3', responsible_type = 'other_person' where id = $1", dbtest.Carla.ID)
	app.Exec(t, `insert into users (name, last_name, cpf, birth_date, relationship, status, responsible_code)
		values ('Helena', 'Santos', '16899535009', '1942-06-02', 'Mãe', 'patient', $1)`, dbtest.Carla.UserCode)
	carla := app.AsAssociate(t, dbtest.Carla)
	page := carla.Form("/cadastro/documentos", nil).Want(422).HTML()
	if page.Find(".problems li").Length() != 2 || page.Find("form[enctype]").Length() != 2 {
		t.Errorf("the empty page: %s", page.Find("main").Text())
	}
	for _, side := range []string{"front", "back"} {
		sent := send(t, carla, "/cadastro/documentos/envio", map[string]string{"subject": "responsible", "doc_type": "rg", "side": side}).
			Want(303)
		if sent.Location() != "/cadastro/documentos?tipo=rg" {
			t.Errorf("it leads to %s", sent.Location())
		}
	}
	if page := carla.GET("/cadastro/documentos").Want(200).HTML(); page.Find("img.slot-pic").Length() != 2 {
		t.Errorf("the photos are not shown: %s", page.Find("main").Text())
	}
	if at := carla.Form("/cadastro/documentos", nil).Want(303).Location(); at != "/cadastro/documento-paciente" {
		t.Errorf("it leads to %s", at)
	}
	send(t, carla, "/cadastro/documento-paciente/envio", map[string]string{"subject": "patient", "doc_type": "cnh", "side": "front"}).Want(303)
	if at := carla.Form("/cadastro/documento-paciente", nil).Want(303).Location(); at != "/cadastro/conferir-documentos" {
		t.Errorf("it leads to %s", at)
	}
	if at := carla.Form("/cadastro/conferir-documentos", nil).Want(303).Location(); at != "/cadastro/assinatura" {
		t.Errorf("it leads to %s", at)
	}
	app.ConfirmEmail(t, dbtest.Carla.Email)
	if page := carla.GET("/cadastro/assinatura").Want(200).HTML(); !strings.Contains(page.Text(), "O termo ainda não está pronto") {
		t.Error("the signature is a dead end")
	}
	app.Exec(t, `insert into system_configs (system, key, value_type, value) values ('system', 'doc_sign_enabled', 'boolean', 'false')`)
	if page := carla.GET("/cadastro/assinatura").Want(200).HTML(); !strings.Contains(page.Text(), "A assinatura está fechada no momento") {
		t.Error("the page does not say that signing is closed")
	}
	app.Exec(t, "update users set associate_status = '5' where id = $1", dbtest.Carla.ID)
	carla.Form("/cadastro/receita", nil).Want(422)
	send(t, carla, "/cadastro/receita/envio", map[string]string{"doc_kind": "prescription"}).Want(303)
	send(t, carla, "/cadastro/receita/envio", map[string]string{"doc_kind": "exam"}).Want(303)
	exam := carla.GET("/cadastro/receita").Want(200).HTML().Find("#campo-exam [name=id], [id$=exam] [name=id]").AttrOr("value", "")
	carla.Form("/cadastro/receita/remover", url.Values{"id": {exam}}).Want(303)
	if app.Count(t, "users_files", "doc_kind = 'exam'") != 0 {
		t.Error("the exam is still there")
	}
	if at := carla.Form("/cadastro/receita", nil).Want(303).Location(); at != "/cadastro/concluir" {
		t.Errorf("it leads to %s", at)
	}
	carla.GET("/cadastro/concluir").Want(200)
	if at := carla.Form("/cadastro/concluir", nil).Want(303).Location(); at != "/cadastro/completo" {
		t.Errorf("it leads to %s", at)
	}
	carla.GET("/cadastro/completo").Want(200)
	if app.Count(t, "users", "id = $1 and status = 'Associado'", dbtest.Carla.ID) != 1 {
		t.Error("nobody became an Associado")
	}
}

// A wrong file is refused in its slot, and a second account reaches no document of the first.
func TestDocuments_RefusedAndForeign(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '3', responsible_type = 'self' where id = $1", dbtest.Carla.ID)
	carla, stranger := app.AsAssociate(t, dbtest.Carla), open(t, app, address)
	front := map[string]string{"subject": "responsible", "doc_type": "rg", "side": "front"}
	refused := carla.With("Sec-Fetch-Site", "same-origin").
		Upload("/cadastro/documentos/envio", "virus.jpg", []byte("MZ isto não é uma foto"), front)
	if refused.StatusCode != 422 || !strings.Contains(refused.HTML().Find(".problems").Text(), "Programas não são aceitos") {
		t.Errorf("a wrong file: %d %s", refused.StatusCode, refused.HTML().Find("main").Text())
	}
	send(t, carla, "/cadastro/documentos/envio", front).Want(303)
	var file int
	if err := app.Pool.QueryRow(t.Context(), "select file_id from users_files where user_id = $1", dbtest.Carla.ID).Scan(&file); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/api/v1/files/" + strconv.Itoa(file), "/api/v1/files/" + strconv.Itoa(file) + "/download"} {
		carla.GET(path).Want(200)
		stranger.GET(path).Want(404)
	}
	stranger.Form("/cadastro/documentos/remover", url.Values{"id": {strconv.Itoa(file)}}).Want(404)
	stranger.JSON("DELETE", "/api/v1/files/"+strconv.Itoa(file), "").Want(404)
	if app.Count(t, "files", "id = $1", file) != 1 {
		t.Error("a stranger removed a document")
	}
}

// A removed photo comes back with "Desfazer", once and not beside another one.
func TestDocuments_UndoRemoval(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '3', responsible_type = 'self' where id = $1", dbtest.Carla.ID)
	carla := app.AsAssociate(t, dbtest.Carla)
	front := map[string]string{"subject": "responsible", "doc_type": "rg", "side": "front"}
	send(t, carla, "/cadastro/documentos/envio", front).Want(303)
	file := carla.GET("/cadastro/documentos").HTML().Find("#campo-front [name=id]").AttrOr("value", "")
	remove := func() string {
		removed := carla.Form("/cadastro/documentos/remover", url.Values{"id": {file}, "doc_type": {"rg"}}).Want(303)
		return removed.Notice().Undo
	}
	undo := remove()
	if app.Count(t, "users_files", "user_id = $1", dbtest.Carla.ID) != 0 || app.Count(t, "files", "id::text = $1", file) != 1 {
		t.Error("the photo was not set aside")
	}
	carla.Form(undo, nil).Want(303)
	if carla.GET("/cadastro/documentos").HTML().Find("#campo-front img.slot-pic").Length() != 1 {
		t.Error("the photo did not come back")
	}
	carla.Form(undo, nil).Want(404)
	undo = remove()
	send(t, carla, "/cadastro/documentos/envio", front).Want(303)
	if text := carla.Form(undo, nil).Want(303).Notice().Text; !strings.Contains(text, "outra foto") {
		t.Errorf("beside another photo: %q", text)
	}
	if app.Count(t, "users_files", "user_id = $1", dbtest.Carla.ID) != 1 {
		t.Error("two photos are on one side")
	}
}

// The page shows what a good photo is, and refuses one that browsers cannot show with what to do; before they go on, the photos are
// shown to be read.
func TestDocuments_GoodPhotos(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '3', responsible_type = 'self' where id = $1", dbtest.Carla.ID)
	carla := app.AsAssociate(t, dbtest.Carla)
	front := map[string]string{"subject": "responsible", "doc_type": "rne", "side": "front"}
	page := carla.GET("/cadastro/documentos?tipo=rne").Want(200)
	for _, want := range []string{"Boa: inteira e clara", "Ruim: escura", "Ruim: cortada", "Ruim: tremida", "RNE ou RNM", "Passaporte",
		"Certidão de nascimento", "Nova identidade (CIN)"} {
		if !strings.Contains(page.Words(), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	refused := carla.With("Sec-Fetch-Site", "same-origin").Upload("/cadastro/documentos/envio", "foto.heic", mediatest.HEIC(), front).Want(422)
	if !strings.Contains(refused.Words(), "Este celular usa um formato que não abrimos.") || app.Count(t, "files", "true") != 0 {
		t.Errorf("a HEIC photo: %s", refused.Words())
	}
	send(t, carla, "/cadastro/documentos/envio", front).Want(303)
	front["side"] = "back"
	send(t, carla, "/cadastro/documentos/envio", front).Want(303)
	carla.Form("/cadastro/documentos?tipo=rne", nil).Want(303)
	if shown := carla.GET("/cadastro/conferir-documentos").Want(200).HTML().Find(".shot img"); shown.Length() != 2 {
		t.Errorf("%d photos are shown", shown.Length())
	}
}

// Who acts for an adult is asked on the start page for the paper that allows it, until it is sent; a parent of a child is not.
func TestDocuments_Representation(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set responsible_type = 'other_person' where id = $1", dbtest.Ana.ID)
	ana := app.AsAssociate(t, dbtest.Ana)
	asked := func() bool {
		return strings.Contains(ana.GET("/cadastro").Want(200).Words(), "ostre que você cuida de Miguel")
	}
	miguel := "update users set last_name = 'de Souza', cpf = '16899535009', species = null, relationship = $1, birth_date = $2::text::date where id = $3"
	app.Exec(t, miguel, "Filho ou filha", "2019-05-01", dbtest.Miguel.ID)
	if asked() {
		t.Error("a parent is asked")
	}
	app.Exec(t, miguel, "Mãe", "1942-06-02", dbtest.Miguel.ID)
	if !asked() {
		t.Fatal("nobody is asked for the paper")
	}
	send(t, ana, "/cadastro/meus-documentos/enviar/arquivo?tipo=representacao&para="+id(dbtest.Miguel.ID),
		map[string]string{"doc_kind": "representation", "id": id(dbtest.Miguel.ID)}).Want(303)
	if asked() || app.Count(t, "document_checks", "state = 'received'") != 1 {
		t.Error("the paper that was sent is asked for, or nobody checks it")
	}
}
