// Package mailing renders mails with what is configured: the association, its zone and contacts, and its own words.
package mailing

import (
	"context"
	"net/url"

	"acolhe/models/mailtexts"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	view "acolhe/views/mail"
	"acolhe/views/mail/letter"
)

// Renderer renders mails as they are configured at the time of sending.
type Renderer struct {
	DB *db.DB
	// BaseURL is the public address of the program.
	BaseURL *url.URL
}

// Render renders a message with the words of the association.
func (p Renderer) Render(ctx context.Context, message mail.Message) (mail.Content, error) {
	text, err := mailtexts.Find(ctx, p.DB, message.Kind)
	if err != nil {
		return mail.Content{}, err
	}
	return p.RenderWith(ctx, message, text.Words)
}

// RenderWith renders a message with other words than the stored ones.
func (p Renderer) RenderWith(ctx context.Context, message mail.Message, words mailtexts.Words) (mail.Content, error) {
	stored, err := settings.Read(ctx, p.DB, append(settings.ContactKeys(), settings.AssociationName, settings.TimeZone)...)
	if err != nil {
		return mail.Content{}, err
	}
	branding := letter.Branding{Words: words, Association: settings.Of(stored, settings.AssociationName), Contacts: stored.Contacts()}
	if branding.Location, err = stored.Location(); err != nil {
		return mail.Content{}, err
	}
	if branding.BaseURL, err = mail.Address(ctx, p.DB, message, p.BaseURL); err != nil {
		return mail.Content{}, err
	}
	return view.Render(ctx, branding, message)
}
