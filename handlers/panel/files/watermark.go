package files

import (
	"context"
	"io"

	"acolhe/handlers/serve"
	"acolhe/models/files"
	"acolhe/models/platform/media"
	"acolhe/models/platform/settings"
	"acolhe/models/types/fmtbr"
	"acolhe/models/watermarks"
	"acolhe/web"
)

// watermark returns whether previews carry the name of the caller, and the text: the name and the day.
func (p Pages) watermark(r *web.Request) (isMarked bool, text string, err error) {
	stored, err := settings.Read(r.Context(), p.DB, watermarks.Enabled, settings.TimeZone)
	if err != nil || !settings.Of(stored, watermarks.Enabled) {
		return false, "", err
	}
	zone, err := stored.Location()
	return true, r.By.FullName() + ", " + fmtbr.Date(r.Now, zone), err
}

// showInline answers with a file that the browser shows in place, with the name of the caller over it if the configuration says so.
func (p Pages) showInline(r *web.Request, open func(ctx context.Context) (files.Content, error)) error {
	isMarked, text, err := p.watermark(r)
	if err != nil {
		return err
	}
	if !isMarked {
		return serve.Inline(r, open)
	}
	return serve.Marked(r, open, func(content io.Reader, kind media.Kind) ([]byte, media.Kind, error) {
		whole, err := io.ReadAll(content)
		if err != nil {
			return nil, kind, err
		}
		return watermarks.Draw(whole, kind, text)
	})
}
