package mail

import (
	"time"

	"acolhe/models/platform/mail"
	"acolhe/views/ui"
	"acolhe/views/ui/table"
)

// href returns the page of a message, if it is stored.
func href(e *mail.Entry, outbox mail.Outbox) string {
	if outbox.Folder == "" || e.Status != mail.Sent {
		return ""
	}
	return ui.RowHref(Path, e.ID)
}

func badge(status mail.Status, kept mail.Folder) ui.Badge {
	for _, known := range statuses(kept) {
		if known.status == status {
			return ui.Badge{Tone: known.tone, Text: known.one}
		}
	}
	return ui.Badge{Tone: ui.Muted, Text: string(status)}
}

// On a phone the reason of a failure replaces the kind, and the button the time.

func kindPlace(e *mail.Entry, _ time.Time) table.Place {
	if e.LastError != nil {
		return table.Away
	}
	return table.Below
}

func reasonPlace(e *mail.Entry, _ time.Time) table.Place {
	if e.LastError == nil {
		return table.Away
	}
	return table.Below
}

func unlessResendable(outbox mail.Outbox, place table.Place) func(*mail.Entry, time.Time) table.Place {
	return func(e *mail.Entry, now time.Time) table.Place {
		if isResendable(e, outbox, now) {
			return table.Away
		}
		return place
	}
}

func ifResendable(outbox mail.Outbox, place table.Place) func(*mail.Entry, time.Time) table.Place {
	return func(e *mail.Entry, now time.Time) table.Place {
		if isResendable(e, outbox, now) {
			return place
		}
		return table.Away
	}
}

func isResendable(e *mail.Entry, outbox mail.Outbox, now time.Time) bool {
	return outbox.Configured && e.CanResend(now)
}

func reason(e *mail.Entry, _ time.Time) ui.Content {
	if e.LastError == nil {
		return nil
	}
	return failure(*e.LastError)
}

func resend(outbox mail.Outbox) func(*mail.Entry, time.Time) ui.Content {
	return func(e *mail.Entry, now time.Time) ui.Content {
		if !isResendable(e, outbox, now) {
			return nil
		}
		return resendForm(e)
	}
}
