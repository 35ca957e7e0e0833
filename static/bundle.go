package static

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// bundle is an immutable build: address by plain name, file by hashed name. The files are read where they are served, because they
// are part of the program and need no second place in memory.
type bundle struct {
	dir   fs.FS
	urls  map[string]string
	files map[string]file
}

// file is an asset by its name in each of its encodings; the empty encoding is the plain file.
type file struct {
	contentType string
	encodings   map[string]string
}

// preference lists the encodings from the smallest to the plain one, with their file suffixes.
var preference = []struct{ encoding, suffix string }{{"br", ".br"}, {"gzip", ".gz"}, {"", ""}}

var contentTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".png":   "image/png",
	".svg":   "image/svg+xml",
	".ttf":   "font/ttf",
	".txt":   "text/plain; charset=utf-8",
	".webp":  "image/webp",
	".woff2": "font/woff2",
}

// open reads a build through its manifest. A directory without a manifest is a checkout without a build: an empty
// bundle.
func open(dir fs.FS) (bundle, error) {
	manifest, err := fs.ReadFile(dir, "manifest.json")
	if errors.Is(err, fs.ErrNotExist) {
		return bundle{}, nil
	}
	if err != nil {
		return bundle{}, err
	}
	names := map[string]string{}
	if err := json.Unmarshal(manifest, &names); err != nil {
		return bundle{}, fmt.Errorf("static: manifest.json: %w", err)
	}
	opened := bundle{dir: dir, urls: map[string]string{}, files: map[string]file{}}
	for plain, hashed := range names {
		if opened.files[hashed], err = findFile(dir, hashed); err != nil {
			return bundle{}, err
		}
		opened.urls[plain] = Prefix + hashed
	}
	return opened, nil
}

func findFile(dir fs.FS, name string) (file, error) {
	found := file{contentType: contentTypes[path.Ext(name)], encodings: map[string]string{}}
	if found.contentType == "" {
		return file{}, fmt.Errorf("static: %s has no known content type", name)
	}
	for _, p := range preference {
		_, err := fs.Stat(dir, name+p.suffix)
		if p.encoding != "" && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return file{}, fmt.Errorf("static: %w", err)
		}
		found.encodings[p.encoding] = name + p.suffix
	}
	return found, nil
}

func (b bundle) url(name string) string {
	if address, ok := b.urls[name]; ok {
		return address
	}
	return Prefix + name
}

func (b bundle) content(name string) []byte {
	asked, ok := b.find(b.url(name))
	if !ok {
		return nil
	}
	return b.read(asked.encodings[""])
}

// read reads a file whose presence findFile has seen.
func (b bundle) read(name string) []byte {
	content, err := fs.ReadFile(b.dir, name)
	if err != nil {
		panic(err)
	}
	return content
}

func (b bundle) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	asked, ok := b.find(r.URL.Path)
	if !ok {
		http.NotFound(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	w.Header().Set("Cache-Control", keeping(r.URL.Path))
	b.serve(w, r, asked)
}

func (b bundle) find(address string) (file, bool) {
	if address == IconPath {
		address = b.url("touch-icon.png")
	}
	found, ok := b.files[strings.TrimPrefix(address, Prefix)]
	return found, ok
}

// keeping returns the Cache-Control of an address: a name with a hash never changes its content.
func keeping(address string) string {
	if address == IconPath {
		return "public, max-age=86400"
	}
	return "public, max-age=31536000, immutable"
}

func (b bundle) serve(w http.ResponseWriter, r *http.Request, asked file) {
	encoding := asked.choose(r.Header.Get("Accept-Encoding"))
	name := asked.encodings[encoding]
	// The name has a hash of the content, and the suffix of the encoding, because the bytes differ.
	etag := `"` + name + `"`
	header := w.Header()
	header.Set("ETag", etag)
	header.Add("Vary", "Accept-Encoding")
	if matches(r.Header.Get("If-None-Match"), etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	content := b.read(name)
	header.Set("Content-Type", asked.contentType)
	header.Set("Content-Length", strconv.Itoa(len(content)))
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
	}
	if r.Method == http.MethodHead {
		return
	}
	// A failed write means that the browser disconnected.
	_, _ = w.Write(content)
}

func (f file) choose(accepted string) string {
	for _, p := range preference {
		if _, there := f.encodings[p.encoding]; there && accepts(accepted, p.encoding) {
			return p.encoding
		}
	}
	return ""
}

// accepts reads Accept-Encoding (RFC 9110, 12.5.3): a coding is accepted if it is listed with a weight above zero.
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		weight, found := strings.CutPrefix(strings.TrimSpace(parameters), "q=")
		if !found {
			return true
		}
		q, err := strconv.ParseFloat(weight, 64)
		return err == nil && q > 0
	}
	return false
}

// matches compares weakly, as If-None-Match requires (RFC 9110, 13.1.2): an intermediary may have added W/.
func matches(header, etag string) bool {
	for candidate := range strings.SplitSeq(header, ",") {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == etag {
			return true
		}
	}
	return false
}
