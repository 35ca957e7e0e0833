package kind_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"acolhe/models/platform/items/kind"
)

// In São Paulo it is still the day before.
var reader = kind.Reader{Now: time.Date(2026, 3, 31, 1, 0, 0, 0, time.UTC), Zone: func() (*time.Location, error) {
	return time.LoadLocation("America/Sao_Paulo")
}}

func TestReader_AssociationsZone(t *testing.T) {
	for text, want := range map[string]string{
		"2026-11-20T14:00:00-03:00": "2026-11-20T17:00:00Z", "2026-11-20T14:00:00.123456Z": "2026-11-20T14:00:00.123456Z",
		"2026-11-20": "2026-11-20T03:00:00Z", "2026-11-20T14:00": "2026-11-20T17:00:00Z", "2026-11-20 14:00:05": "2026-11-20T17:00:05Z",
		"$NOW": "2026-03-31T01:00:00Z", "$NOW(-1 day)": "2026-03-30T01:00:00Z", "$NOW(+2 weeks)": "2026-04-14T01:00:00Z",
		"$NOW( 90 Minutes )": "2026-03-31T02:30:00Z",
		// A month that is too short ends on its last day.
		"$NOW(-1 month)": "2026-02-28T01:00:00Z", "$NOW(+1 months)": "2026-04-30T01:00:00Z", "$NOW(-25 months)": "2024-02-29T01:00:00Z",
		"$NOW(-1 year)": "2025-03-31T01:00:00Z",
		"$NOW(-3 h)":    "2026-03-30T22:00:00Z", "$NOW(-1 s)": "2026-03-31T00:59:59Z",
	} {
		got, err := reader.Read(kind.Timestamp, text)
		if err != nil || got.(time.Time).Format(time.RFC3339Nano) != want {
			t.Errorf("%s is %v (%v), want %s", text, got, err, want)
		}
	}
	for text, want := range map[string]string{"$NOW": "2026-03-30", "$NOW(-1 month)": "2026-02-28", "2026-02-28": "2026-02-28"} {
		if got, err := reader.Read(kind.Date, text); err != nil || got != want {
			t.Errorf("the day %s is %v (%v), want %s", text, got, err, want)
		}
	}
}

func TestReader_WrongValueOrFailure(t *testing.T) {
	for k, texts := range map[kind.Kind][]string{
		kind.Timestamp: {"", "ontem", "2026-13-01", "2026-11-20T25:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-03:00",
			"2026-11-20T10:00:00+24:00", "2026-11-20T10:00:00-24:00", "$now", "$NOWx", "$NOW()", "$NOW(1)",
			"$NOW(-1 ms)", "$NOW(-9999999 years)", "$NOW(-99999999 days)", "$NOW(--1 day)"},
		kind.Date:    {"", "20/11/2026", "2026-02-30", "2026-11-20T00:00:00Z", "$NOW(-900000 days)"},
		kind.Integer: {"", "1.0", "1e3", "0x1", "9223372036854775808", " 1"},
		kind.Decimal: {"", "NaN", "Infinity", "1,5", "1e99999", "1e-99999", "0x1", "12345678901234567890123456789012345678901"},
		kind.Boolean: {"", "sim", "TRUE"}, kind.UUID: {"", "1", "0a000000-0000-4000-8000-00000000000g"},
	} {
		for _, text := range texts {
			if got, err := reader.Read(k, text); !kind.IsWrongValue(err) {
				t.Errorf("%q is %v (%v)", text, got, err)
			}
		}
	}
	broken := kind.Reader{Zone: func() (*time.Location, error) { return nil, errors.New("no database") }}
	if _, err := broken.Read(kind.Timestamp, "2026-11-20"); err == nil || kind.IsWrongValue(err) {
		t.Errorf("a zone that cannot be told is %v", err)
	}
}

func TestKind_AppendJSON(t *testing.T) {
	for _, c := range []struct {
		kind         kind.Kind
		stored, want string
	}{
		{kind.Text, "a\"b\\c\nd\te\x01é\u2028", `"a\"b\\c\nd\te\u0001é` + "\u2028" + `"`}, {kind.Text, "", `""`}, {kind.Phase, "4", "4"},
		{kind.Phase, "assinatura_termo", `"assinatura_termo"`},
		{kind.Decimal, "10.50", "10.50"}, {kind.Boolean, "t", "true"}, {kind.Boolean, "f", "false"},
		{kind.Timestamp, "2026-11-20 12:30:00.5+00", `"2026-11-20T12:30:00.5Z"`},
		{kind.Timestamp, "infinity", `"infinity"`}, {kind.Date, "2026-11-20", `"2026-11-20"`}, {kind.List, `["a"]`, `["a"]`},
	} {
		got := string(c.kind.AppendJSON(nil, []byte(c.stored)))
		if got != c.want || !json.Valid([]byte(got)) {
			t.Errorf("%q is written %s, want %s", c.stored, got, c.want)
		}
	}
	if got := string(kind.Text.AppendJSON([]byte("x"), nil)); got != "xnull" {
		t.Errorf("nothing is written %s", got)
	}
}
