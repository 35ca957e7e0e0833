package web

import (
	"context"
	"io"
	"mime"
	"net/http"
	"time"
)

// contentTimeout is the time limit of the download of a stored document.
const contentTimeout = 10 * time.Minute

// filePolicy keeps a stored document from running anything, wherever it is opened; frames of this site may show it.
const filePolicy = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

// sandboxPolicy also removes the origin. Browsers do not show a PDF under it.
const sandboxPolicy = filePolicy + "; sandbox"

// Content is a stored document that never changes.
type Content struct {
	Name, ContentType string
	// Tag identifies the bytes.
	Tag    string
	Stored time.Time
	// Inline lets a browser show it in place.
	Inline bool
	// Content is closed when it was sent.
	Content io.ReadSeekCloser
}

// ServeContent answers with a stored document, or the parts of it in Range; a client that has it gets 304. The context
// of open is valid until everything is sent.
func (r *Request) ServeContent(open func(ctx context.Context) (Content, error)) error {
	ctx, cancel := context.WithTimeout(r.unbounded, contentTimeout)
	defer cancel()
	content, err := open(ctx)
	if err != nil {
		return err
	}
	defer content.Content.Close()
	r.leaveLane()
	w := r.timed()
	header, disposition := w.Header(), "attachment"
	if content.Inline {
		disposition = "inline"
	}
	policy := sandboxPolicy
	if content.ContentType == "application/pdf" {
		policy = filePolicy
	}
	header.Set("Content-Type", content.ContentType)
	header.Set("Content-Disposition", mime.FormatMediaType(disposition, map[string]string{"filename": content.Name}))
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Frame-Options", "SAMEORIGIN")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "private, no-cache")
	header.Set("ETag", `"`+content.Tag+`"`)
	guarded := &rangeGuard{ResponseWriter: w}
	http.ServeContent(guarded, r.gin.Request, "", content.Stored, content.Content)
	if !guarded.refused {
		return nil
	}
	// A range outside of the document counts as none, because its answer would lack the envelope.
	r.gin.Request.Header.Del("Range")
	header.Del("Content-Range")
	header.Set("Content-Type", content.ContentType)
	http.ServeContent(w, r.gin.Request, "", content.Stored, content.Content)
	return nil
}

// rangeGuard suppresses the answer to an invalid range.
type rangeGuard struct {
	http.ResponseWriter
	refused bool
}

// WriteHeader implements http.ResponseWriter.
func (g *rangeGuard) WriteHeader(status int) {
	g.refused = status == http.StatusRequestedRangeNotSatisfiable
	if !g.refused {
		g.ResponseWriter.WriteHeader(status)
	}
}

// Write implements io.Writer.
func (g *rangeGuard) Write(part []byte) (int, error) {
	if g.refused {
		return len(part), nil
	}
	return g.ResponseWriter.Write(part)
}
