package web

import (
	"bytes"
	"net/http"
)

// PageAt returns the page at a path of this site as rendered for the caller, also right after SignIn; found is false
// for an unknown path.
func (r *Request) PageAt(path string) (page []byte, found bool) {
	request, err := http.NewRequestWithContext(r.unbounded, http.MethodGet, path, http.NoBody)
	if err != nil {
		return nil, false
	}
	request.Host, request.RemoteAddr = r.gin.Request.Host, r.gin.Request.RemoteAddr
	for _, name := range []string{"User-Agent", "X-Forwarded-For"} {
		request.Header.Set(name, r.Header(name))
	}
	set := (&http.Response{Header: r.gin.Writer.Header()}).Cookies()
	replaced := map[string]bool{}
	for _, cookie := range set {
		replaced[cookie.Name] = true
		request.AddCookie(cookie)
	}
	for _, cookie := range r.gin.Request.Cookies() {
		if !replaced[cookie.Name] {
			request.AddCookie(cookie)
		}
	}
	answer := memoryWriter{header: http.Header{}}
	r.server.ServeHTTP(&answer, request)
	return answer.body.Bytes(), answer.status == http.StatusOK
}

// memoryWriter is an http.ResponseWriter that stores the answer in memory.
type memoryWriter struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (w *memoryWriter) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *memoryWriter) WriteHeader(status int) { w.status = status }

// Write implements http.ResponseWriter.
func (w *memoryWriter) Write(body []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.body.Write(body)
}
