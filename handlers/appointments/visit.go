package appointments

import (
	"bytes"
	"context"
	"encoding/hex"
	"strings"

	visits "acolhe/models/appointments"
	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/ics"
	"acolhe/models/platform/settings"
	"acolhe/models/types/secret"
	view "acolhe/views/appointments"
	"acolhe/web"
)

// Read reads what the page of an appointment shows, without its addresses.
func Read(r *web.Request, tx *db.DB, service bookings.Service) (visit view.Visit, err error) {
	visit.Now = r.Now
	if visit.Facts, err = visits.FactsOfOne(r.Context(), tx, service); err != nil {
		return visit, err
	}
	if visit.Contacts, err = settings.ReadContacts(r.Context(), tx); err != nil {
		return visit, err
	}
	if visit.Organizer, err = visits.Organizer(r.Context(), tx); err != nil {
		return visit, err
	}
	if visit.IsUpcoming(r.Now) {
		visit.Pix, err = bookings.PayByPix(r.Context(), tx, service)
	}
	return visit, err
}

// SendFile answers an appointment with a date as a calendar file.
func SendFile(r *web.Request, tx *db.DB, visit view.Visit) error {
	r.KeepPrivate()
	return r.ServeContent(func(ctx context.Context) (web.Content, error) {
		written, err := visits.File(ctx, tx, visit.Facts, visit.Page)
		return web.Content{Name: "consulta.ics", ContentType: ics.ContentType, Tag: hex.EncodeToString(secret.Hash(string(written))),
			Content: unclosed{bytes.NewReader(written)}}, err
	})
}

// address returns the whole address of a page.
func (p Appointments) address(path string) string {
	return strings.TrimSuffix(p.BaseURL.String(), "/") + path
}
