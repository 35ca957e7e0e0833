// Package appointments serves what people open by a link without a login: the agenda of a professional for calendar
// programs, and the appointments of a letter.
package appointments

import (
	"bytes"
	"context"
	"encoding/hex"
	"io"
	"net/url"
	"strings"

	visits "acolhe/models/appointments"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ics"
	"acolhe/models/types/secret"
	"acolhe/web"
)

// Appointments serves these links.
type Appointments struct {
	DB    *db.DB
	Feeds visits.Feeds
	// BaseURL is the address of the program, for calendars.
	BaseURL *url.URL
}

// Routes returns the routes. The token in an address is the permission.
func (p Appointments) Routes() []web.Route {
	return append(p.linkRoutes(), web.Page(visits.FeedPath+"/:token", web.Public(), p.feed).RateLimit(visits.FeedLimit()))
}

// feed answers the appointments of a professional as a calendar.
func (p Appointments) feed(r *web.Request) error {
	r.KeepPrivate()
	token := strings.TrimSuffix(r.Param("token"), ".ics")
	return r.ServeContent(func(ctx context.Context) (web.Content, error) {
		calendar, err := p.Feeds.Read(ctx, token, r.Now)
		if err != nil {
			return web.Content{}, err
		}
		written := calendar.Published()
		return web.Content{Name: "agenda.ics", ContentType: ics.ContentType, Tag: hex.EncodeToString(secret.Hash(string(written))), Inline: true,
			Content: unclosed{bytes.NewReader(written)}}, nil
	})
}

// unclosed is a content in memory, which needs no closing.
type unclosed struct{ io.ReadSeeker }

// Close implements io.Closer.
func (unclosed) Close() error { return nil }
