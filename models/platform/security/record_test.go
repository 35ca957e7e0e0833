package security_test

import (
	"strings"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
)

// Any input of a client can be stored: long texts are cut, and characters that no column accepts
// are removed.
func TestRecord_HostileInput(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for name, c := range map[string]struct {
		subject, ip, agent             string
		wantSubject, wantIP, wantAgent string
	}{
		"plain":          {"bruno@acolhe.test", "198.51.100.7", "curl/8", "bruno@acolhe.test", "198.51.100.7", "curl/8"},
		"IPv6":           {"a", "2001:DB8:0:0::1", "", "a", "2001:db8::1", ""},
		"IPv4 in IPv6":   {"a", "::ffff:198.51.100.7", "", "a", "::ffff:198.51.100.7", ""},
		"a zone":         {"a", "fe80::1%eth0", "", "a", "fe80::1", ""},
		"no address":     {"a", "unknown", "", "a", "", ""},
		"empty":          {"", "", "", "", "", ""},
		"zero bytes":     {"a\x00b", "", "\x00x\x00", "ab", "", "x"},
		"invalid UTF-8":  {"a\xffb", "", "\xc3\x28", "a\uFFFDb", "", "\uFFFD("},
		"too long":       {strings.Repeat("é", 300), "", strings.Repeat("ã", 2000), strings.Repeat("é", 254), "", strings.Repeat("ã", 1000)},
		"cut at a glyph": {strings.Repeat("x", 253) + "éé", "", "", strings.Repeat("x", 253) + "é", "", ""},
	} {
		by := auth.Caller{Origin: auth.Origin{IP: c.ip, UserAgent: c.agent}}
		if err := security.Record(t.Context(), conn.DB, by.At(dbtest.Today),
			security.Event{Kind: security.LoginFailed, Subject: c.subject}); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		found, err := security.List(t.Context(), conn.DB, dbtest.Camila.Caller(), security.ListInput{})
		if err != nil {
			t.Fatal(err)
		}
		kept := found.Items[0]
		ip := ""
		if kept.IP != nil {
			ip = *kept.IP
		}
		if kept.Subject != c.wantSubject || ip != c.wantIP || kept.UserAgent != c.wantAgent || kept.ActorKind != "nobody" ||
			kept.ActorCode != nil {
			t.Errorf("%s is kept as %+v from %q", name, kept, ip)
		}
	}
}

func TestRecord_Actor(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	by := auth.Caller{Kind: auth.Operator, Code: dbtest.Bruno.UserCode, Name: strings.Repeat("ç", 120),
		LastName: strings.Repeat("ã", 120) + strings.Repeat("x", 60)}
	event := security.Event{Kind: security.RolesChanged, Details: map[string]any{"from": []auth.Role{auth.Acolhimento}}}
	if err := security.Record(t.Context(), conn.DB, by.At(dbtest.Today), event); err != nil {
		t.Fatal(err)
	}
	found, err := security.List(t.Context(), conn.DB, dbtest.Camila.Caller(), security.ListInput{})
	if err != nil {
		t.Fatal(err)
	}
	kept := found.Items[0]
	if kept.ActorKind != "operator" || *kept.ActorCode != by.Code || len([]rune(*kept.ActorName)) != 250 {
		t.Errorf("kept %+v", kept)
	}
	if from, ok := kept.Details["from"].([]any); !ok || from[0] != "Acolhimento" || !kept.DateCreated.Equal(dbtest.Today) {
		t.Errorf("kept %+v", kept)
	}
}
