package main

import (
	"path/filepath"
	"time"

	"acolhe/handlers/mailing"
	"acolhe/models/files"
	"acolhe/models/lifeevents"
	"acolhe/models/mailtexts"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
)

// outbox returns the outbox of mails. Mail is off in production without SMTP_URL.
func (c config) outbox() mail.Outbox {
	return mail.Outbox{Key: c.encryptKey, IsOff: mailtexts.IsOff, IsStopped: lifeevents.IsStopped, Configured: c.smtp != nil || !c.production, Folder: c.mailFolder()}
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
	return mail.Sender{DB: tx, Key: c.encryptKey, Attach: library.ReadAttachment, Render: mailing.Renderer{DB: tx, BaseURL: c.baseURL}.Render,
		From: c.mailFrom, Selectors: c.dkimSelectors, Transport: c.mailTransport(), IsStopped: lifeevents.IsStopped, Now: time.Now}
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
