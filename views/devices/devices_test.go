package devices_test

import (
	"testing"
	"time"

	"acolhe/models/sessions"
	"acolhe/views/devices"
)

func TestNetwork(t *testing.T) {
	t.Parallel()
	for ip, want := range map[string]string{
		"":                 "",
		"?":                "",
		"192.168.0.12":     "rede da associação",
		"::ffff:10.1.2.3":  "rede da associação",
		"127.0.0.1":        "rede da associação",
		"fd12::1":          "rede da associação",
		"fe80::1":          "rede da associação",
		"203.0.113.77":     "internet, endereço 203.0.113.77",
		"2001:db8:0:1::77": "internet, endereço 2001:db8:0:1::77",
	} {
		if got := devices.Network(ip); got != want {
			t.Errorf("%q is %q, want %q", ip, got, want)
		}
	}
}

func TestNote_SameNetwork(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	all := []sessions.Session{
		{IP: "203.0.113.7", IsCurrent: true, LastUsedAt: now, DateCreated: now},
		{IP: "203.0.113.7", LastUsedAt: now.Add(-2 * time.Hour), DateCreated: now},
	}
	if got, want := devices.Note(all[0], all, now), "último uso agora · internet, endereço 203.0.113.7 · entrou em 20/11/2026"; got != want {
		t.Errorf("the current device is %q, want %q", got, want)
	}
	if got, want := devices.Note(all[1], all, now), "último uso há 2\u00a0h · mesma rede de agora · entrou em 20/11/2026"; got != want {
		t.Errorf("the other device is %q, want %q", got, want)
	}
}
