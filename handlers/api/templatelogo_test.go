package api_test

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	storedfiles "acolhe/models/files"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/types/auth"
)

const logoRoute = templateRoutes + "/self/logo"

// shows reports whether a PDF has a picture of this width.
func shows(pdf, width string) bool {
	return strings.Contains(pdf, "/Subtype /Image") && strings.Contains(pdf, "/Width "+width+"\n")
}

// The logo of a template is in its preview, in the next version and in the contracts made from that version; a later logo
// or a reset changes neither.
func TestTemplateLogo_VersionsAndContractsKeepTheirs(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila, nobody := app.As(t, dbtest.Camila), app.Nobody(t)
	preview := func() string { return camila.POST(templateRoutes+"/self/preview-pdf", body{}).Want(200).Body }
	before := preview()
	var detail struct {
		LogoFileID *int64 `json:"logo_file_id"`
		HasChanges bool   `json:"has_changes"`
	}
	camila.Upload(logoRoute, "logo.png", mediatest.PNG(t, 62, 20), nil).Want(200).Data(&detail)
	if shown := preview(); detail.LogoFileID == nil || shows(before, "62") || !shows(shown, "62") {
		t.Errorf("%+v: the logo is not in the preview", detail)
	}
	publishTerms(t, app)
	created := createContract(t, camila, dbtest.Carla.UserCode)
	link := signPath + created.token()
	if !shows(nobody.GET(link+"/pdf/filled").Want(200).Body, "62") {
		t.Error("the logo is not in the term to sign")
	}

	camila.Upload(logoRoute, "logo.jpg", mediatest.JPEG(t, 48, 48), nil).Want(200)
	if camila.GET(templateRoutes + "/self").Want(200).Data(&detail); !detail.HasChanges || !shows(preview(), "48") {
		t.Errorf("%+v: another logo is no change", detail)
	}
	var versions []struct {
		PDFFileID  int64  `json:"pdf_file_id"`
		LogoFileID *int64 `json:"logo_file_id"`
	}
	camila.POST(templateRoutes+"/self/publish", body{}).Want(200)
	if camila.GET(templateRoutes + "/self/versions").Want(200).Data(&versions); len(versions) != 2 ||
		*versions[0].LogoFileID == *versions[1].LogoFileID {
		t.Fatalf("the versions are %+v", versions)
	}
	if !shows(camila.GET(download(versions[0].PDFFileID)).Want(200).Body, "48") ||
		!shows(camila.GET(download(versions[1].PDFFileID)).Want(200).Body, "62") {
		t.Error("the PDFs of the versions do not show their logos")
	}

	camila.POST(templateRoutes+"/self/reset", body{}).Want(200).Data(&detail)
	if detail.LogoFileID != nil || shows(preview(), "48") {
		t.Errorf("after a reset %+v", detail)
	}
	nobody.POST(link+"/complete", signature(dbtest.Carla.FullName())).Want(200)
	for _, kind := range []string{"signed", "audit"} {
		if !shows(nobody.GET(link+"/pdf/"+kind).Want(200).Body, "62") {
			t.Errorf("after a reset, the %s document does not show the logo of its version", kind)
		}
	}
	library := storedfiles.Library{DB: app.DB, Drivers: app.Storage}
	by := auth.Caller{Kind: auth.System}.At(time.Now())
	if err := storedfiles.Remove(context.Background(), library.DB, by, *versions[0].LogoFileID); err != nil {
		t.Errorf("the logo that nothing shows any more is kept: %v", err)
	}
	if err := storedfiles.Remove(context.Background(), library.DB, by, *versions[1].LogoFileID); err == nil {
		t.Error("the logo of a contract is removed")
	}
}

func TestTemplateLogo_Remove(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	camila.Upload(logoRoute, "logo.png", mediatest.PNG(t, 62, 20), nil).Want(200)
	for range 2 {
		camila.JSON("DELETE", logoRoute, "").Want(200)
		if app.Count(t, "sign_templates", "logo_file_id is not null") != 0 {
			t.Error("the logo stays")
		}
	}
	if app.Count(t, "river_job", "kind = 'remove_unattached'") != 1 {
		t.Error("the file is not removed later")
	}
	camila.JSON("DELETE", templateRoutes+"/pet/logo", "").WantCode(404, "NOT_FOUND")
}

// A photo is stored without its metadata, within a bounded size.
func TestTemplateLogo_Stored(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	camila.Upload(logoRoute, "../logo.jpeg", mediatest.JPEG(t, 1600, 400), nil).Want(200)
	var id int64
	if err := app.Pool.QueryRow(t.Context(), "select logo_file_id from sign_templates where kind = 'self'").Scan(&id); err != nil {
		t.Fatal(err)
	}
	stored := camila.GET(download(id)).Want(200)
	if kind := stored.Header.Get("Content-Type"); kind != "image/png" || strings.Contains(stored.Body, mediatest.Secret) {
		t.Errorf("it is stored as %s", kind)
	}
	if !strings.HasPrefix(stored.Body[16:], "\x00\x00\x00\x96\x00\x00\x02\x58") { // 150 by 600, upright
		t.Errorf("its size is %x", stored.Body[16:24])
	}
}

func TestTemplateLogo_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for name, c := range map[string]struct {
		content []byte
		fields  map[string]string
		want    int
		code    string
	}{
		"a PDF":           {mediatest.PDF("x"), nil, 415, "UNSUPPORTED_MEDIA_TYPE"},
		"a text":          {[]byte("isto não é uma imagem"), nil, 415, "UNSUPPORTED_MEDIA_TYPE"},
		"a HEIC photo":    {mediatest.HEIC(), nil, 415, "UNSUPPORTED_MEDIA_TYPE"},
		"half a picture":  {mediatest.PNG(t, 200, 200)[:300], nil, 415, "UNSUPPORTED_MEDIA_TYPE"},
		"nothing":         {nil, nil, 400, "VALIDATION_ERROR"},
		"too many points": {mediatest.HugePNG(9000, 9000), nil, 413, "PAYLOAD_TOO_LARGE"},
		"other fields":    {mediatest.PNG(t, 20, 20), map[string]string{"kind": "self"}, 400, "VALIDATION_ERROR"},
	} {
		t.Run(name, func(t *testing.T) {
			camila.Upload(logoRoute, "logo.png", c.content, c.fields).WantCode(c.want, c.code)
		})
	}
	camila.Upload(templateRoutes+"/pet/logo", "logo.png", mediatest.PNG(t, 20, 20), nil).WantCode(404, "NOT_FOUND")
	for name, c := range map[string]struct {
		client *handlertest.Client
		want   int
	}{
		"reception": {app.As(t, dbtest.Bruno), 403}, "write": {app.WithToken(t, "doc_sign:write"), 403},
		"associate": {app.AsAssociate(t, dbtest.Ana), 401}, "nobody": {app.Nobody(t), 401},
	} {
		t.Run(name, func(t *testing.T) {
			c.client.Upload(logoRoute, "logo.png", mediatest.PNG(t, 20, 20), nil).Want(c.want)
			c.client.JSON("DELETE", logoRoute, "").Want(c.want)
		})
	}
	if app.Count(t, "sign_templates", "logo_file_id is not null") != 0 || app.Count(t, "files", "true") != 0 {
		t.Error("a refused picture is stored")
	}
}

func download(file int64) string { return "/api/v1/files/" + strconv.FormatInt(file, 10) + "/download" }
