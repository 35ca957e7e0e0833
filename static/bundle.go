package static

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// bundle is an immutable build in memory: address by plain name, file by hashed name.
type bundle struct {
	urls  map[string]string
	files map[string]file
}

// file is an asset in each of its encodings; the empty encoding is the plain file.
type file struct {
	contentType string
	etag        string
	encodings   map[string][]byte
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
	opened := bundle{urls: map[string]string{}, files: map[string]file{}}
	for plain, hashed := range names {
		if opened.files[hashed], err = readFile(dir, hashed); err != nil {
			return bundle{}, err
		}
		opened.urls[plain] = Prefix + hashed
	}
	return opened, nil
}

func readFile(dir fs.FS, name string) (file, error) {
	read := file{contentType: contentTypes[path.Ext(name)], encodings: map[string][]byte{}}
	if read.contentType == "" {
		return file{}, fmt.Errorf("static: %s has no known content type", name)
	}
	for _, p := range preference {
		content, err := fs.ReadFile(dir, name+p.suffix)
		if p.encoding != "" && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return file{}, fmt.Errorf("static: %w", err)
		}
		read.encodings[p.encoding] = content
	}
	sum := sha256.Sum256(read.encodings[""])
	read.etag = hex.EncodeToString(sum[:8])
	return read, nil
}

func (b bundle) url(name string) string {
	if address, ok := b.urls[name]; ok {
		return address
	}
	return Prefix + name
}

func (b bundle) content(name string) []byte {
	return b.files[strings.TrimPrefix(b.url(name), Prefix)].encodings[""]
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
	asked.serve(w, r)
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

func (f file) serve(w http.ResponseWriter, r *http.Request) {
	encoding := f.choose(r.Header.Get("Accept-Encoding"))
	// One entity tag per encoding, because the bytes differ.
	etag := `"` + f.etag + encoding + `"`
	header := w.Header()
	header.Set("ETag", etag)
	header.Add("Vary", "Accept-Encoding")
	if matches(r.Header.Get("If-None-Match"), etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	content := f.encodings[encoding]
	header.Set("Content-Type", f.contentType)
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
