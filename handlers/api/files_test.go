package api_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

const fileRoutes = "/api/v1/files"

// storedFile is a file in an answer.
type storedFile struct {
	ID          int64  `json:"id"`
	FileName    string `json:"file_name"`
	ContentType string `json:"content_type"`
	Size        int64  `json:"size"`
	Pages       *int   `json:"pages"`
	SHA256      string `json:"sha256"`
	UploadedBy  string `json:"uploaded_by"`
	Attachment  *struct {
		Collection string `json:"collection"`
		RecordID   int64  `json:"record_id"`
	} `json:"attachment"`
}

func upload(t *testing.T, client *handlertest.Client, name string, content []byte, fields map[string]string) (file storedFile) {
	t.Helper()
	client.Upload(fileRoutes, name, content, fields).Want(201).Data(&file)
	return file
}

func fileAt(id int64, rest string) string { return fmt.Sprintf("%s/%d%s", fileRoutes, id, rest) }

func TestFiles_UploadAndDownload(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	content := mediatest.PDF("")
	file := upload(t, bruno, "Receita da João “ção”.pdf", content, nil)
	if file.Size != int64(len(content)) || file.ContentType != "application/pdf" || file.UploadedBy != dbtest.Bruno.UserCode ||
		file.Attachment != nil {
		t.Errorf("stored %+v", file)
	}
	var shown storedFile
	if bruno.GET(fileAt(file.ID, "")).Want(200).Data(&shown); shown != file {
		t.Errorf("shown %+v, want %+v", shown, file)
	}
	var listed []storedFile
	bruno.GET(fileRoutes + "?filter[file_name][_contains]=Receita").Want(200).Data(&listed)
	if len(listed) != 1 || listed[0].ID != file.ID {
		t.Errorf("listed %+v", listed)
	}

	download := bruno.GET(fileAt(file.ID, "/download")).Want(200)
	if download.Body != string(content) {
		t.Errorf("downloaded %d bytes", len(download.Body))
	}
	for header, want := range map[string]string{
		"Content-Type": "application/pdf", "X-Content-Type-Options": "nosniff", "ETag": `"` + file.SHA256 + `"`, "Accept-Ranges": "bytes",
		"Content-Disposition": "inline; filename*=utf-8''Receita%20da%20Jo%C3%A3o%20%E2%80%9C%C3%A7%C3%A3o%E2%80%9D.pdf",
	} {
		if got := download.Header.Get(header); got != want {
			t.Errorf("%s is %q, want %q", header, got, want)
		}
	}
	if policy := download.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") {
		t.Errorf("the policy is %q", policy)
	}
	if saved := bruno.GET(fileAt(file.ID, "/download?download=true")).Want(200).
		Header.Get("Content-Disposition"); !strings.HasPrefix(saved, "attachment;") {
		t.Errorf("saved as %q", saved)
	}
	part := bruno.With("Range", "bytes=5-8").GET(fileAt(file.ID, "/download")).Want(206)
	if part.Body != string(content[5:9]) || part.Header.Get("Content-Range") != fmt.Sprintf("bytes 5-8/%d", len(content)) {
		t.Errorf("a part: %q %q", part.Body, part.Header.Get("Content-Range"))
	}
	if whole := bruno.With("Range", "bytes=999999-").GET(fileAt(file.ID, "/download")).Want(200); whole.Body != string(content) ||
		whole.Header.Get("Content-Range") != "" {
		t.Errorf("a range outside: %d bytes, %v", len(whole.Body), whole.Header)
	}
	if same := bruno.With("If-None-Match", `"`+file.SHA256+`"`).GET(fileAt(file.ID, "/download")).Want(304); same.Body != "" {
		t.Error("a known file was sent again")
	}
	bruno.JSON("DELETE", fileAt(file.ID, ""), "").Want(200)
	bruno.GET(fileAt(file.ID, "/download")).WantCode(404, "NOT_FOUND")
}

// The pages of a PDF are counted; other files have none.
func TestFiles_Pages(t *testing.T) {
	t.Parallel()
	bruno := handlertest.New(t).As(t, dbtest.Bruno)
	file := upload(t, bruno, "receita.pdf", mediatest.PDF(">> endobj 2 0 obj << /Type /Pages /Count 3"), nil)
	if file.Pages == nil || *file.Pages != 3 {
		t.Errorf("%v pages are counted", file.Pages)
	}
	for name, content := range map[string][]byte{"sem-paginas.pdf": mediatest.PDF(""), "foto.jpg": mediatest.JPEG(t, 20, 10)} {
		if file := upload(t, bruno, name, content, nil); file.Pages != nil {
			t.Errorf("%s has %d pages", name, *file.Pages)
		}
	}
}

// A picture is shown in place in a sandbox, an office file is only saved.
func TestFiles_Inline(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for name, c := range map[string]struct {
		content     []byte
		disposition string
	}{
		"foto.jpg":  {mediatest.JPEG(t, 20, 10), "inline"},
		"lista.csv": {[]byte("nome;valor\n<script>;1\n"), "attachment"},
	} {
		file := upload(t, bruno, name, c.content, nil)
		header := bruno.GET(fileAt(file.ID, "/download")).Want(200).Header
		if !strings.HasPrefix(header.Get("Content-Disposition"), c.disposition+";") ||
			!strings.Contains(header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: %v", name, header)
		}
	}
}

func TestFiles_UploadRefused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	pdf := mediatest.PDF("")
	for name, c := range map[string]struct {
		answer *handlertest.Answer
		status int
		code   string
	}{
		"program":       {bruno.Upload(fileRoutes, "foto.jpg", []byte("MZ\x90\x00"), nil), 415, "UNSUPPORTED_MEDIA_TYPE"},
		"empty":         {bruno.Upload(fileRoutes, "a.pdf", nil, nil), 400, "VALIDATION_ERROR"},
		"too large":     {bruno.Upload(fileRoutes, "a.pdf", mediatest.SizedPDF(21<<20), nil), 413, "PAYLOAD_TOO_LARGE"},
		"JSON":          {bruno.POST(fileRoutes, body{"file": "x"}), 415, "UNSUPPORTED_MEDIA_TYPE"},
		"unknown field": {bruno.Upload(fileRoutes, "a.pdf", pdf, map[string]string{"driver": "s3"}), 400, "VALIDATION_ERROR"},
		"wrong field": {bruno.Upload(fileRoutes, "a.pdf", pdf, map[string]string{"collection": "users", "id": "1", "side": "up"}), 400,
			"VALIDATION_ERROR"},
		"unknown owner": {bruno.Upload(fileRoutes, "a.pdf", pdf, map[string]string{"collection": "tags", "id": "1"}), 400, "VALIDATION_ERROR"},
		"unknown row":   {bruno.Upload(fileRoutes, "a.pdf", pdf, map[string]string{"collection": "orders", "id": "99"}), 400, "VALIDATION_ERROR"},
	} {
		t.Run(name, func(t *testing.T) { c.answer.WantCode(c.status, c.code) })
	}
	if count := app.Count(t, "files", "true"); count != 0 {
		t.Errorf("%d rows were stored", count)
	}
}

// The matrix decides: staff of the reception writes, others read, a professional does neither, and a token files:write
// uploads and reads nothing.
func TestFiles_Roles(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	file := upload(t, app.As(t, dbtest.Bruno), "a.pdf", mediatest.PDF(""), nil)
	for name, c := range map[string]struct {
		client      *handlertest.Client
		write, read int
	}{
		"administrator": {app.As(t, dbtest.Camila), 201, 200},
		"production":    {app.As(t, dbtest.Priscila), 403, 200},
		"finance":       {app.As(t, dbtest.Fernando), 403, 200},
		"professional":  {app.As(t, dbtest.Renata), 403, 403},
		"files:write":   {app.WithToken(t, "files:write"), 201, 403},
		"files reader":  {app.WithToken(t, "items:files:read"), 403, 200},
		"nobody":        {app.Nobody(t), 401, 401},
		"associate":     {app.AsAssociate(t, dbtest.Joao), 201, 404},
	} {
		c.client.Upload(fileRoutes, "a.pdf", mediatest.PDF(""), nil).Want(c.write)
		for _, rest := range []string{"", "/download"} {
			c.client.GET(fileAt(file.ID, rest)).Want(c.read)
		}
		if name != "administrator" {
			if removed := c.client.JSON("DELETE", fileAt(file.ID, ""), "").StatusCode; removed == 200 {
				t.Errorf("%s removed it", name)
			}
			if attached := c.client.POST(fileAt(file.ID, "/attach"), body{"collection": "users", "id": 1}).StatusCode; attached == 201 {
				t.Errorf("%s attached it", name)
			}
		}
	}
}

// An associate reaches the own files alone, on every route with an id.
func TestFiles_Associates(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana, joao := app.AsAssociate(t, dbtest.Ana), app.AsAssociate(t, dbtest.Joao)
	app.Exec(t, "update users set status = 'active', associate_status = '3' where id = $1", dbtest.Ana.ID)
	file := upload(t, ana, "rg.jpg", mediatest.JPEG(t, 20, 10), map[string]string{"doc_type": "rg", "side": "front", "subject": "responsible"})
	if file.Attachment == nil || file.Attachment.RecordID != dbtest.Ana.ID ||
		app.Count(t, "users_files", "file_id = $1 and user_id = $2 and doc_type = 'rg' and side = 'front'", file.ID, dbtest.Ana.ID) != 1 {
		t.Errorf("stored %+v", file)
	}
	if body := ana.GET(fileAt(file.ID, "/download")).Want(200).Body; strings.Contains(body, mediatest.Secret) ||
		!bytes.HasPrefix([]byte(body), []byte("\xff\xd8")) {
		t.Error("the metadata of the photo is stored")
	}
	for _, rest := range []string{"", "/download"} {
		joao.GET(fileAt(file.ID, rest)).WantCode(404, "NOT_FOUND")
	}
	joao.JSON("DELETE", fileAt(file.ID, ""), "").WantCode(404, "NOT_FOUND")
	ana.Upload(fileRoutes, "a.xlsx", mediatest.Office(t, "[Content_Types].xml", "xl/workbook.xml"), nil).
		WantCode(415, "UNSUPPORTED_MEDIA_TYPE")
	ana.Upload(fileRoutes, "a.pdf", mediatest.PDF(""), map[string]string{"collection": "users", "id": "3"}).WantCode(400, "VALIDATION_ERROR")
	for _, c := range []struct {
		client *handlertest.Client
		want   int
	}{{ana, 1}, {joao, 0}} {
		var listed []storedFile
		if c.client.GET(fileRoutes + "?limit=10").Want(200).Data(&listed); len(listed) != c.want {
			t.Errorf("listed %+v, want %d", listed, c.want)
		}
	}
	ana.GET(fileRoutes+"?filter[id][_gt]=0").WantCode(400, "VALIDATION_ERROR")
	ana.JSON("DELETE", fileAt(file.ID, ""), "").Want(200)
}

func TestFiles_AttachProof(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	file := upload(t, bruno, "comprovante.pdf", mediatest.PDF(""), nil)
	attach := fileAt(file.ID, "/attach")
	bruno.POST(attach, body{"collection": "products", "id": 1}).WantCode(400, "VALIDATION_ERROR")
	bruno.POST(attach, body{"collection": "services", "id": 99, "kind": "proof"}).WantCode(400, "VALIDATION_ERROR")
	bruno.POST(fileAt(99, "/attach"), body{"collection": "services", "id": dbtest.JoaosService.ID}).WantCode(404, "NOT_FOUND")
	bruno.POST(attach, body{"collection": "services", "id": dbtest.JoaosService.ID, "kind": "proof"}).Want(201)
	if app.Count(t, "services", "id = $1 and status = 'Pagamento Concluído'", dbtest.JoaosService.ID) != 1 {
		t.Error("the proof did not pay the service")
	}
	bruno.JSON("DELETE", fileAt(file.ID, ""), "").WantCode(409, "HAS_LINKED_RECORDS")
	upload(t, bruno, "a.pdf", mediatest.PDF(""), map[string]string{"collection": "orders", "id": fmt.Sprint(dbtest.AnasOrder.ID)})
	if app.Count(t, "orders_files", "order_id = $1", dbtest.AnasOrder.ID) != 1 {
		t.Error("the file was not attached at once")
	}
}
