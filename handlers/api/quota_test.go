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
	if refused.Header.Get("Retry-After") == "" || !strings.Contains(refused.Body, "200 envios de hoje") {
		t.Errorf("refused with %s %v", refused.Body, refused.Header)
	}
	app.Exec(t, "update quota_uses set uses = 1, bytes = $1", filearea.UploadQuota().Bytes-10)
	upload(ana).WantCode(413, "PAYLOAD_TOO_LARGE")
	upload(app.AsAssociate(t, dbtest.Joao)).Want(201)
	upload(app.As(t, dbtest.Bruno)).Want(201)
	if stored := app.Count(t, "files", "file_name = 'foto.png'"); stored != 3 {
		t.Errorf("%d files are stored", stored)
	}
}
