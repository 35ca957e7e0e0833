package civil_test

import (
	"testing"
	"time"

	"acolhe/models/types/civil"
)

// A moment of any zone is written by the clock of the association, and read back as the same moment.
func TestLocalTime(t *testing.T) {
	t.Parallel()
	saoPaulo, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	moment := time.Date(2026, 11, 30, 23, 30, 0, 0, saoPaulo)
	for _, at := range []time.Time{moment, moment.UTC(), moment.In(time.FixedZone("Tokyo", 9*60*60))} {
		text := civil.LocalTime(at, saoPaulo)
		if text != "2026-11-30T23:30" {
			t.Errorf("%v is written as %s", at, text)
		}
		if read, err := civil.ParseLocalTime(text, saoPaulo); err != nil || !read.Equal(moment) {
			t.Errorf("%s is read as %v (%v)", text, read, err)
		}
	}
	for _, text := range []string{"30/11/2026 23:30", "30/11/26 23h30", " 30-11-2026  23:30 "} {
		if read, err := civil.ParseLocalTime(text, saoPaulo); err != nil || !read.Equal(moment) {
			t.Errorf("%s is read as %v (%v)", text, read, err)
		}
	}
	if civil.ShownTime("2026-11-30T23:30") != "30/11/2026 23:30" || civil.ShownDay("2026-11-30") != "30/11/2026" ||
		civil.TypedDay("30/11/26") != "2026-11-30" || civil.ShownTime("ontem")+civil.TypedDay("x") != "ontemx" {
		t.Error("fields and addresses are not converted")
	}
	for _, text := range []string{"", "2026-11-30", "30/11/2026", "30/11/2026 25:00", "31/02/2026 10:00", "2026-11-30T23:30Z"} {
		if _, err := civil.ParseLocalTime(text, saoPaulo); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
