package main

import (
	"context"
	"path/filepath"
	"time"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	mailviews "acolhe/views/mail"
)

// outbox returns the outbox of mails. Mail is off in production without SMTP_URL.
func (c config) outbox() mail.Outbox {
	return mail.Outbox{Key: c.encryptKey, Configured: c.smtp != nil || !c.production, Folder: c.mailFolder()}
}

// mailFolder returns the folder of the mails in development without SMTP_URL, else "".
func (c config) mailFolder() mail.Folder {
	if c.smtp != nil || c.production {
		return ""
	}
	return mail.Folder(filepath.Join(c.dataDir, "mail"))
}

// mailSender returns the sender of the mails in the outbox.
func (c config) mailSender(tx *db.DB) mail.Sender {
	library := files.Library{DB: tx, Drivers: c.storage()}
	return mail.Sender{DB: tx, Key: c.encryptKey, Attach: library.ReadAttachment, Render: c.mailTemplates(tx), From: c.mailFrom, Transport: c.mailTransport(), Now: time.Now}
}

func (c config) mailTransport() mail.Transport {
	switch {
	case c.smtp != nil:
		return *c.smtp
	case c.production:
		return mail.Disabled{}
	}
	return c.mailFolder()
}

// mailTemplates returns the function that renders mails, with the association's name and time zone at the time of
// sending.
func (c config) mailTemplates(tx *db.DB) func(context.Context, mail.Message) (mail.Content, error) {
	return func(ctx context.Context, letter mail.Message) (mail.Content, error) {
		association, err := settings.Get(ctx, tx, settings.AssociationName)
		if err != nil {
			return mail.Content{}, err
		}
		location, err := settings.Location(ctx, tx)
		if err != nil {
			return mail.Content{}, err
		}
		address, err := mail.Address(ctx, tx, letter, c.baseURL)
		if err != nil {
			return mail.Content{}, err
		}
		contacts, err := settings.ReadContacts(ctx, tx)
		if err != nil {
			return mail.Content{}, err
		}
		return mailviews.Render(ctx, mailviews.Branding{Association: association, BaseURL: address, Location: location, Contacts: contacts}, letter)
	}
}
