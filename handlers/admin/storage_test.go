package admin_test

import (
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

const storagePage = "/admin/armazenamento"

// The whole way: save and test, use the bucket, move the files, stop.
func TestStoragePage(t *testing.T) {
	t.Parallel()
	backend := s3mem.New()
	if err := backend.CreateBucket("acolhe-arquivos"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	says := func(words ...string) {
		t.Helper()
		body := camila.GET(storagePage).Want(200).Body
		for _, want := range words {
			if !strings.Contains(body, want) {
				t.Errorf("the page does not say %q", want)
			}
		}
		if strings.Contains(body, "segredo-1") {
			t.Error("the page shows the secret")
		}
	}
	camila.Upload("/api/v1/files", "a.pdf", mediatest.PDF(""), nil).Want(201)
	says("Disco do servidor", "Em uso", "Falta testar", "Teste a conexão antes de ativar.")

	form := url.Values{"driver": {"s3"}, "endpoint": {server.URL}, "bucket": {"outro"}, "prefix": {"producao"}, "access_key": {"AKIA-1"},
		"secret_key": {"segredo-1"}, "path_style": {"true"}}
	camila.Form(storagePage, url.Values{"driver": {"s3"}, "endpoint": {"x"}}).Want(422)
	camila.Form(storagePage, form).Want(303)
	says("O bucket não existe.", "Não foi feito.", "Falhou")
	camila.Form(storagePage+"/usar", url.Values{"driver": {"s3"}}).Want(422)
	form.Set("bucket", "acolhe-arquivos")
	camila.Form(storagePage, form).Want(303)
	says("Passou", "Usar o bucket…", "Deixe em branco para manter a chave atual.")
	if body := camila.GET(storagePage + "/usar?driver=s3").Want(200).
		Body; !strings.Contains(body, "Os antigos ficam onde estão até você movê-los.") {
		t.Error("the action is not explained")
	}
	camila.Form(storagePage+"/usar", url.Values{"driver": {"s3"}}).Want(303)
	says("Bucket acolhe-arquivos", "arquivo no disco", "Mover arquivos…")
	camila.GET(storagePage + "/mover").Want(200)
	camila.Form(storagePage+"/mover", nil).Want(303)
	camila.Form(storagePage+"/mover", nil).Want(422)
	says("Mover arquivos para o bucket", "Parar…", "every 1s", "Dá para usar o sistema durante a mudança.")
	camila.GET(storagePage + "/parar").Want(200)
	camila.Form(storagePage+"/parar", nil).Want(303)
	says("Parado", "Mover arquivos…")

	app.As(t, dbtest.Bruno).GET(storagePage).Want(403)
}
