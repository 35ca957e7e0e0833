package membercards_test

import (
	"testing"
	"time"

	"acolhe/models/membercards"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

func run(t *testing.T, connection *db.Connection, sql string) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func own(of dbtest.Associate, at time.Time) auth.Caller {
	return auth.Caller{Kind: auth.Associate, ID: of.ID, Code: of.UserCode}.At(at)
}

// A member has one card for every reader; the validity ends at the next anniversary and renews itself.
func TestOf_Member(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	run(t, connection, "update users set status = 'Associado', associate_status = null, adhesion_term = null, date_created = '2024-03-12 15:00+00' where id = 1")
	ana := own(dbtest.Ana, dbtest.Today)
	card, err := membercards.Of(t.Context(), connection.DB, ana, dbtest.Ana.ID)
	if err != nil || len(card.Code) != 9 || card.Since.Shown() != "12/03/2024" || card.Until.Shown() != "12/03/2027" ||
		card.Number() != "000001" {
		t.Fatalf("the card is %+v: %v", card, err)
	}
	again, err := membercards.Of(t.Context(), connection.DB, dbtest.Bruno.Caller().At(dbtest.Today.AddDate(1, 0, 0)), dbtest.Ana.ID)
	if err != nil || again.Code != card.Code || again.Until.Shown() != "12/03/2028" {
		t.Errorf("a year later the staff sees %+v: %v", again, err)
	}
	for day, want := range map[string]string{"2027-03-11": "12/03/2027", "2027-03-12": "12/03/2028"} {
		at, _ := time.Parse(time.DateOnly, day)
		if card, err := membercards.Of(t.Context(), connection.DB, ana.At(at.Add(15*time.Hour)), dbtest.Ana.ID); err != nil ||
			card.Until.Shown() != want {
			t.Errorf("on %s it is valid until %s: %v", day, card.Until.Shown(), err)
		}
	}
}

// Nobody has a card of somebody else, or before being a member.
func TestOf_Refused(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	ana := own(dbtest.Ana, dbtest.Today)
	if _, err := membercards.Of(t.Context(), connection.DB, ana, dbtest.Joao.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a stranger gets %v", err)
	}
	for _, state := range []string{"status = 'active', associate_status = '3'",
		"status = 'Associado', associate_status = 'assinatura_termo', adhesion_term = null"} {
		run(t, connection, "update users set "+state+" where id = 1")
		for _, by := range []auth.Caller{ana, dbtest.Bruno.Caller().At(dbtest.Today)} {
			if _, err := membercards.Of(t.Context(), connection.DB, by, dbtest.Ana.ID); !errs.HasCode(err, errs.CodeConflict) {
				t.Errorf("with %s: %v", state, err)
			}
			if _, err := membercards.Exchange(t.Context(), connection.DB, by, dbtest.Ana.ID); !errs.HasCode(err, errs.CodeConflict) {
				t.Errorf("exchanged with %s: %v", state, err)
			}
		}
	}
}

// The page of a code confirms the membership by initials; an exchanged code, and that of somebody who left, are not valid.
func TestFindPublic(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	run(t, connection, "update users set status = 'Associado', associate_status = null, adhesion_term = null where id = 1")
	ana, nobody := own(dbtest.Ana, dbtest.Today), auth.Caller{}.At(dbtest.Today)
	card, err := membercards.Of(t.Context(), connection.DB, ana, dbtest.Ana.ID)
	if err != nil {
		t.Fatal(err)
	}
	public, err := membercards.FindPublic(t.Context(), connection.DB, nobody, card.Code)
	if err != nil || !public.IsValid || public.Initials == "" || public.Code != card.Code || public.Until != card.Until {
		t.Errorf("the code shows %+v: %v", public, err)
	}
	other, err := membercards.Exchange(t.Context(), connection.DB, ana, dbtest.Ana.ID)
	if err != nil || other.Code == card.Code {
		t.Fatalf("exchanged it is %+v: %v", other, err)
	}
	if old, err := membercards.FindPublic(t.Context(), connection.DB, nobody, card.Code); err != nil || old.IsValid || old.Initials != "" {
		t.Errorf("the old code shows %+v: %v", old, err)
	}
	run(t, connection, "update users set status = 'active', associate_status = '3' where id = 1")
	if left, err := membercards.FindPublic(t.Context(), connection.DB, nobody, other.Code); err != nil || left.IsValid || left.Initials != "" {
		t.Errorf("who is no member shows %+v: %v", left, err)
	}
	for _, code := range []string{"", "7K4M-2QXD", "x"} {
		if _, err := membercards.FindPublic(t.Context(), connection.DB, nobody, code); !errs.HasCode(err, errs.CodeNotFound) {
			t.Errorf("%q: %v", code, err)
		}
	}
}
