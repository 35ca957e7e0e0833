// Package serve answers with the contents of files.
package serve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"time"

	"acolhe/models/files"
	"acolhe/models/platform/media"
	"acolhe/web"
)

// Inline answers with a stored file, which the browser shows in place if its kind is safe to show.
func Inline(r *web.Request, open func(ctx context.Context) (files.Content, error)) error {
	return r.ServeContent(func(ctx context.Context) (web.Content, error) {
		opened, err := open(ctx)
		content := contentOf(opened)
		content.Inline = media.Kind(opened.ContentType).IsInline()
		return content, err
	})
}

// Marked answers with a preview of a stored file that mark draws for this answer; a kind that browsers do not show is saved as it is.
// Nobody may keep it.
func Marked(r *web.Request, open func(ctx context.Context) (files.Content, error),
	mark func(content io.Reader, kind media.Kind) ([]byte, media.Kind, error)) error {
	return r.ServeContent(func(ctx context.Context) (web.Content, error) {
		opened, err := open(ctx)
		content := contentOf(opened)
		if err != nil || !media.Kind(opened.ContentType).IsInline() {
			return content, err
		}
		defer opened.Close()
		drawn, kind, err := mark(opened, media.Kind(opened.ContentType))
		sum := sha256.Sum256(drawn)
		content.ContentType, content.Tag, content.Inline = string(kind), hex.EncodeToString(sum[:]), true
		content.Content = inMemory{bytes.NewReader(drawn)}
		return content, err
	})
}

// Attachment answers with a stored file, which the browser saves.
func Attachment(r *web.Request, open func(ctx context.Context) (files.Content, error)) error {
	return r.ServeContent(func(ctx context.Context) (web.Content, error) {
		opened, err := open(ctx)
		return contentOf(opened), err
	})
}

func contentOf(opened files.Content) web.Content {
	return web.Content{Name: opened.FileName, ContentType: opened.ContentType, Tag: opened.SHA256, Stored: opened.DateCreated,
		Content: opened.ReadSeekCloser}
}

// PDF answers with a generated PDF, which the browser shows in place.
func PDF(r *web.Request, name string, render func(ctx context.Context) ([]byte, error)) error {
	return r.ServeContent(func(ctx context.Context) (web.Content, error) {
		rendered, err := render(ctx)
		sum := sha256.Sum256(rendered)
		return web.Content{
			Name: name, ContentType: string(media.PDF), Tag: hex.EncodeToString(sum[:]), Stored: r.Now, Inline: true,
			Content: inMemory{bytes.NewReader(rendered)},
		}, err
	})
}

// Picture answers with a picture that never changes.
func Picture(r *web.Request, kind media.Kind, picture []byte) error {
	return r.Serve(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		w.Header().Set("Content-Type", string(kind))
		w.Header().Set("Cache-Control", "private, max-age=86400, immutable")
		http.ServeContent(w, request, "", time.Time{}, bytes.NewReader(picture))
	}))
}

// inMemory is a content without anything to close.
type inMemory struct{ *bytes.Reader }

// Close implements io.Closer.
func (inMemory) Close() error { return nil }
