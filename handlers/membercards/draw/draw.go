// Package draw draws the card of a member for the pages of associates and of the staff, and as a PDF.
package draw

import (
	"bytes"
	"context"
	"io"
	"net/url"
	"strings"

	"acolhe/handlers/serve"
	"acolhe/models/files"
	"acolhe/models/membercards"
	"acolhe/models/platform/db"
	"acolhe/models/platform/pdf"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/pix"
	view "acolhe/views/membercards"
	"acolhe/views/paper"
	"acolhe/web"
)

// Drawing draws cards.
type Drawing struct {
	DB      *db.DB
	BaseURL *url.URL
	Files   files.Library
}

// Show returns a card with the QR code of its public page.
func (d Drawing) Show(ctx context.Context, card membercards.Card) (shown view.Shown, err error) {
	shown.Card = card
	if shown.Association, err = settings.Get(ctx, d.DB, settings.AssociationName); err != nil {
		return shown, err
	}
	shown.Squares, err = pix.QR(d.address() + "/" + card.Code)
	return shown, err
}

// address is the public page on which codes are typed.
func (d Drawing) address() string {
	return strings.TrimSuffix(d.BaseURL.String(), "/") + view.PublicPath
}

// Send answers with the card as a PDF.
func (d Drawing) Send(r *web.Request, card membercards.Card) error {
	shown, err := d.Show(r.Context(), card)
	if err != nil {
		return err
	}
	association, zone, err := pdf.ReadAssociation(r.Context(), d.DB)
	if err != nil {
		return err
	}
	contacts, err := settings.ReadContacts(r.Context(), d.DB)
	if err != nil {
		return err
	}
	printed := paper.MemberCard{Card: card, Name: shown.Name(), QR: shown.Squares,
		Address: strings.TrimPrefix(strings.TrimPrefix(d.address(), "https://"), "http://"), Contacts: contacts}
	printed.Association, printed.Now = association, r.Now.In(zone)
	if printed.Picture, err = d.picture(r.Context(), r.By, card); err != nil {
		return err
	}
	return serve.PDF(r, "carteirinha-"+card.Number()+".pdf", func(context.Context) ([]byte, error) {
		var file bytes.Buffer
		err := printed.Write(&file)
		return file.Bytes(), err
	})
}

// picture returns the picture of a member, nil without one; a picture that cannot be read is none.
func (d Drawing) picture(ctx context.Context, by auth.Caller, card membercards.Card) ([]byte, error) {
	if card.Member.Picture() == "" {
		return nil, nil
	}
	opened, err := d.Files.OpenAvatar(ctx, by, card.Member.ID)
	if refused := errs.As(err); refused != nil {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	return io.ReadAll(opened)
}
