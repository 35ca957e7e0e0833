package browser_test

import (
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"acolhe/handlers/browsertest/looks"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// The page of the storage with a tested bucket in use, files to move, and a failed test; its dialogs open over the page.
func TestLooks_Storage(t *testing.T) {
	t.Parallel()
	backend := s3mem.New()
	if err := backend.CreateBucket("acolhe-arquivos"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	const page = "/admin/armazenamento"
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	camila.Upload("/api/v1/files", "receita.pdf", mediatest.PDF(""), nil).Want(201)
	camila.Form(page, url.Values{"driver": {"s3"}, "endpoint": {server.URL}, "bucket": {"acolhe-arquivos"}, "access_key": {"a"},
		"secret_key": {"b"}, "path_style": {"true"}}).Want(303)
	camila.Form(page+"/usar", url.Values{"driver": {"s3"}}).Want(303)
	looks.Check(t, app, []looks.View{
		{Name: "bucket in use", Path: page, By: dbtest.Camila},
		{Name: "moving", Path: page, By: dbtest.Camila, Reach: looks.Opened("Mover arquivos…", "#pergunta")},
		{Name: "back to the disk", Path: page + "/usar?driver=local", By: dbtest.Camila},
	})
}
