package main

import (
	"context"
	"path/filepath"
	"time"

	"acolhe/models/associates"
	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/platform/settings"
	mailviews "acolhe/views/mail"
)

// outbox takes letters unless mail is off: in production without SMTP_URL.
func (c config) outbox() mail.Outbox {
	return mail.Outbox{Key: c.encryptKey, Configured: c.smtp != nil || !c.production, Kept: c.mailFolder()}
}

// mailFolder is where messages end in development without SMTP_URL; empty when they are sent.
func (c config) mailFolder() mail.Folder {
	if c.smtp != nil || c.production {
		return ""
	}
	return mail.Folder(filepath.Join(c.dataDir, "mail"))
}

// mailSender delivers what the outbox took.
func (c config) mailSender(tx *db.DB) mail.Sender {
	return mail.Sender{DB: tx, Key: c.encryptKey, Word: c.mailTemplates(tx), From: c.mailFrom, Carrier: c.mailTransport(), Now: time.Now}
}

// passwordReset writes to those who forgot their password.
func (c config) passwordReset(tx *db.DB) passwordreset.Service {
	outbox := c.outbox()
	passwords := []passwordreset.Passwords{operators.Passwords(outbox), associates.Passwords(outbox)}
	return passwordreset.Service{DB: tx, Passwords: passwords, Now: time.Now}
}

func (c config) mailTransport() mail.Transport {
	switch {
	case c.smtp != nil:
		return *c.smtp
	case c.production:
		return mail.Off{}
	}
	return c.mailFolder()
}

// mailTemplates asks for the association's name and time zone as they are when a letter is sent.
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
		return mailviews.Word(ctx, mailviews.House{Association: association, BaseURL: c.baseURL, Location: location}, letter)
	}
}
