package api_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	filearea "acolhe/models/files"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// An associate uploads so much in a day; what is refused does not count, and the staff has no quota.
func TestUpload_Quota(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana := app.AsAssociate(t, dbtest.Ana)
	upload := func(client *handlertest.Client) *handlertest.Answer {
		return client.Upload("/api/v1/files", "foto.png", mediatest.PNG(t, 10, 10), nil)
	}
	ana.Upload("/api/v1/files", "texto.txt", []byte("x"), nil).Want(415)
	first := upload(ana).Want(201)
	if left := first.Header.Get("RateLimit"); left != `"uploads";r=199` {
		t.Errorf("what is left: %s", left)
	}
	app.Exec(t, "update quota_uses set uses = $1", filearea.UploadQuota().Count)
	refused := upload(ana).WantCode(429, "RATE_LIMITED")
	said := strings.ReplaceAll(refused.Body, "\u00a0", " ")
	if refused.Header.Get("Retry-After") == "" || refused.Header.Get("RateLimit") != `"uploads";r=0` ||
		!strings.Contains(said, "O limite de 200 arquivos e 500 MB por dia já foi usado. Ele abre de novo em ") {
		t.Errorf("refused with %s %v", said, refused.Header)
	}
	app.Exec(t, "update quota_uses set uses = 1, bytes = $1", filearea.UploadQuota().Bytes-10)
	if full := upload(ana).WantCode(413, "PAYLOAD_TOO_LARGE"); full.Header.Get("Retry-After") == "" ||
		!strings.Contains(full.Body, "hoje ainda há lugar para menos de 1 MB") {
		t.Errorf("refused with %s %v", full.Body, full.Header)
	}
	upload(app.AsAssociate(t, dbtest.Joao)).Want(201)
	upload(app.As(t, dbtest.Bruno)).Want(201)
	if stored := app.Count(t, "files", "file_name = 'foto.png'"); stored != 3 {
		t.Errorf("%d files are stored", stored)
	}
}
