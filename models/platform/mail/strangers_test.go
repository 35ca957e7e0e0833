package mail_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
)

// sendBy sends a mail to an address, of a kind that differs from address to address, and returns its status.
func sendBy(ctx context.Context, t *testing.T, conn *db.Connection, by auth.Caller, to string) mail.Status {
	t.Helper()
	message := invite()
	message.Kind, message.To = []mail.Kind{mail.Invite.Kind, "reset", "code"}[len(to)%3], to
	status, err := newOutbox(t).Send(ctx, conn.DB, by, message)
	if err != nil {
		t.Error(err)
	}
	return status
}

// Strangers cause three mails a day to one mailbox, of whatever kinds, from whatever account and however the address is written. Those of staff,
// scripts and the program itself neither count nor are withheld.
func TestOutbox_Strangers(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	today := dbtest.Today
	strangers := []auth.Caller{{Now: today}, {Kind: auth.Associate, ID: 1, Now: today}, {Kind: auth.Associate, ID: 2, Now: today}}
	addresses := []string{"vitima@exemplo.org.br", "vitima+b@exemplo.org.br", "vitima+a@exemplo.org.br"}
	for i, by := range strangers {
		if status := sendBy(t.Context(), t, conn, by, addresses[i]); status != mail.Queued {
			t.Errorf("mail %d is %s", i, status)
		}
	}
	for i, by := range strangers {
		if status := sendBy(t.Context(), t, conn, by, addresses[i]); status != mail.Withheld {
			t.Errorf("a further mail to %s is %s", addresses[i], status)
		}
	}
	if status := sendBy(t.Context(), t, conn, strangers[1], "outra@exemplo.org.br"); status != mail.Queued {
		t.Errorf("a mail to another mailbox is %s", status)
	}
	for _, kind := range []auth.Kind{auth.Operator, auth.Token, auth.System} {
		if status := sendBy(t.Context(), t, conn, auth.Caller{Kind: kind, Now: today}, addresses[0]); status != mail.Queued {
			t.Errorf("a mail of %s is %s", kind, status)
		}
	}
	tomorrow := today.AddDate(0, 0, 1)
	if status := sendBy(t.Context(), t, conn, strangers[1].At(tomorrow), addresses[0]); status != mail.Queued {
		t.Errorf("a mail of the next day is %s", status)
	}
	if stored := count(t, conn, "select count(*)::int from mails"); stored != 8 {
		t.Errorf("%d mails are stored, want 8", stored)
	}
}

// A recipient who has used a mailed link gets every mail.
func TestOutbox_ConfirmedRecipient(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	by := auth.Caller{Kind: auth.Associate, ID: 1, Now: dbtest.Today}
	for range 2 {
		if err := mail.Confirm(t.Context(), conn.DB, "Ana+avisos@exemplo.org.br", by.Now); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 5 {
		if status := sendBy(t.Context(), t, conn, by, "ana@exemplo.org.br"); status != mail.Queued {
			t.Errorf("mail %d is %s", i, status)
		}
	}
}

// Mails that are sent at once are counted one after the other.
func TestOutbox_StrangersAtOnce(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	var senders sync.WaitGroup
	var queued atomic.Int32
	for i := range 20 {
		senders.Go(func() {
			if sendBy(t.Context(), t, conn, auth.Caller{Kind: auth.Associate, ID: int64(i), Now: dbtest.Today},
				"vitima@exemplo.org.br") == mail.Queued {
				queued.Add(1)
			}
		})
	}
	senders.Wait()
	if queued.Load() != 3 {
		t.Errorf("%d mails of 20 are stored", queued.Load())
	}
}
