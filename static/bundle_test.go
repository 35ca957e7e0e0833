package static

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func sample(t *testing.T) bundle {
	t.Helper()
	opened, err := open(fstest.MapFS{
		"manifest.json":         {Data: []byte(`{"app.css": "app-0123456789.css", "inter.woff2": "inter-1.woff2", "touch-icon.png": "touch-icon-1.png"}`)},
		"app-0123456789.css":    {Data: []byte("body{}")},
		"app-0123456789.css.br": {Data: []byte("as brotli")},
		"app-0123456789.css.gz": {Data: []byte("as gzip")},
		"inter-1.woff2":         {Data: []byte("font")},
		"touch-icon-1.png":      {Data: []byte("sprout")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return opened
}

func get(t *testing.T, b bundle, path string, header map[string]string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequest(http.MethodGet, path, nil)
	for name, value := range header {
		request.Header.Set(name, value)
	}
	answer := httptest.NewRecorder()
	b.ServeHTTP(answer, request)
	return answer
}

func TestHandler_SmallestEncoding(t *testing.T) {
	for accepted, want := range map[string]struct{ encoding, body string }{
		"gzip, deflate, br, zstd": {"br", "as brotli"},
		"gzip, br;q=0":            {"gzip", "as gzip"},
		"GZIP;q=0.5":              {"gzip", "as gzip"},
		"br;q=0.0, gzip; q=0":     {"", "body{}"},
		"":                        {"", "body{}"},
		"identity":                {"", "body{}"},
	} {
		answer := get(t, sample(t), "/static/app-0123456789.css", map[string]string{"Accept-Encoding": accepted})
		if got := answer.Header().Get("Content-Encoding"); got != want.encoding || answer.Body.String() != want.body {
			t.Errorf("%q: got %q %q, want %q %q", accepted, got, answer.Body, want.encoding, want.body)
		}
	}
}

// Browsers request it beside a PDF or JSON; its name has no hash, so that it is not cached forever.
func TestHandler_Favicon(t *testing.T) {
	answer := get(t, sample(t), "/favicon.ico", nil)
	if answer.Code != http.StatusOK || answer.Body.String() != "sprout" || answer.Header().Get("Content-Type") != "image/png" {
		t.Errorf("got %d %q %q", answer.Code, answer.Header().Get("Content-Type"), answer.Body)
	}
	if kept := answer.Header().Get("Cache-Control"); kept != "public, max-age=86400" {
		t.Errorf("it is kept by %q", kept)
	}
	if answer := get(t, bundle{}, "/favicon.ico", nil); answer.Code != http.StatusNotFound {
		t.Errorf("without a build: %d", answer.Code)
	}
}

func TestHandler_Caching(t *testing.T) {
	answer := get(t, sample(t), "/static/app-0123456789.css", map[string]string{"Accept-Encoding": "br"})
	for name, want := range map[string]string{
		"Cache-Control":  "public, max-age=31536000, immutable",
		"Content-Type":   "text/css; charset=utf-8",
		"Content-Length": "9",
		"Vary":           "Accept-Encoding",
	} {
		if got := answer.Header().Get(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestHandler_NotModified(t *testing.T) {
	b := sample(t)
	brotli := get(t, b, "/static/app-0123456789.css", map[string]string{"Accept-Encoding": "br"}).Header().Get("ETag")
	for _, sent := range []string{brotli, "W/" + brotli, `"other", ` + brotli, "*"} {
		answer := get(t, b, "/static/app-0123456789.css", map[string]string{"Accept-Encoding": "br", "If-None-Match": sent})
		if answer.Code != http.StatusNotModified || answer.Body.Len() > 0 {
			t.Errorf("%s: got %d with %d bytes", sent, answer.Code, answer.Body.Len())
		}
	}
	plain := get(t, b, "/static/app-0123456789.css", map[string]string{"If-None-Match": brotli})
	if plain.Code != http.StatusOK {
		t.Errorf("the tag of another encoding: got %d, want 200", plain.Code)
	}
}

func TestHandler_ManifestAlone(t *testing.T) {
	for _, path := range []string{"/static/", "/static/app.css", "/static/manifest.json", "/static/app-0123456789.css.br",
		"/static/../go.mod"} {
		if answer := get(t, sample(t), path, nil); answer.Code != http.StatusNotFound {
			t.Errorf("%s: got %d, want 404", path, answer.Code)
		}
	}
}

func TestHandler_Methods(t *testing.T) {
	for method, want := range map[string]int{http.MethodHead: http.StatusOK, http.MethodPost: http.StatusMethodNotAllowed} {
		answer := httptest.NewRecorder()
		sample(t).ServeHTTP(answer, httptest.NewRequest(method, "/static/app-0123456789.css", nil))
		if answer.Code != want {
			t.Errorf("%s: got %d, want %d", method, answer.Code, want)
		}
		if method == http.MethodHead && answer.Body.Len() > 0 {
			t.Errorf("HEAD brought %d bytes", answer.Body.Len())
		}
	}
}

func TestPath_BareCheckout(t *testing.T) {
	bare, err := open(fstest.MapFS{".gitkeep": {}})
	if err != nil {
		t.Fatal(err)
	}
	if got := bare.url("app.css"); got != "/static/app.css" {
		t.Errorf("got %q", got)
	}
	if got := sample(t).url("app.css"); got != "/static/app-0123456789.css" {
		t.Errorf("built: got %q", got)
	}
}

func TestHandler_DamagedBuild(t *testing.T) {
	for name, manifest := range map[string]string{
		"a file that is not there": `{"app.css": "app-1.css"}`,
		"an unknown kind of file":  `{"app.exe": "app-1.exe"}`,
		"no manifest at all":       `app.css`,
	} {
		_, err := open(fstest.MapFS{"manifest.json": {Data: []byte(manifest)}, "app-1.exe": {}})
		if err == nil || !strings.HasPrefix(err.Error(), "static: ") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// readings counts how often each file is read.
type readings struct {
	fstest.MapFS
	counts map[string]int
}

func (r readings) ReadFile(name string) ([]byte, error) {
	r.counts[name]++
	return r.MapFS.ReadFile(name)
}

// The assets are part of the program already: a second copy of them would stay in memory for nothing.
func TestOpen_ReadsNoAsset(t *testing.T) {
	dir := readings{fstest.MapFS{
		"manifest.json": {Data: []byte(`{"app.css": "app-1.css"}`)},
		"app-1.css":     {Data: []byte("body{}")},
		"app-1.css.br":  {Data: []byte("as brotli")},
	}, map[string]int{}}
	opened, err := open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(dir.counts) != 1 || dir.counts["manifest.json"] != 1 {
		t.Errorf("read %v, want the manifest once", dir.counts)
	}
	if content := string(opened.content("app.css")); content != "body{}" || dir.counts["app-1.css"] != 1 {
		t.Errorf("got %q, read %v", content, dir.counts)
	}
}
