package web

import (
	"context"
	"errors"
	"testing"
	"time"

	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/errs"
)

// counts counts uses of quotas in memory; the real counters are tested in models/platform/ratelimit.
type counts struct {
	used  int
	bytes int64
}

func (c *counts) inMemory(config *Config) {
	config.TakeQuota = func(_ context.Context, quota ratelimit.Quota, _ string, bytes int64, _ time.Time) (int, func(context.Context) error,
		error) {
		if c.used >= quota.Count {
			return 0, nil, errs.New(errs.KindRateLimited, errs.CodeRateLimited, "Continue amanhã.")
		}
		c.used, c.bytes = c.used+1, c.bytes+bytes
		return quota.Count - c.used, func(context.Context) error { c.used--; return nil }, nil
	}
}

// A quota counts what strangers store, not what is refused.
func TestQuota(t *testing.T) {
	twice := ratelimit.Quota{Name: "notes", Count: 2}
	broken := func(*Request, note) (note, error) { return note{}, errors.New("broken") }
	counted := &counts{}
	server := serve(t, counted.inMemory,
		POST("/api/v1/notes", Public(), echo).Quota(twice), POST("/api/v1/broken", Public(), broken).Quota(twice))
	send := func(path, body string, want int) (left string) {
		t.Helper()
		response, said := server.send(t, "POST", path, body, "Content-Type", "application/json")
		if response.StatusCode != want {
			t.Errorf("%s %s: %d %s", path, body, response.StatusCode, said)
		}
		return response.Header.Get("RateLimit")
	}
	const text = `{"text":"x"}`
	for range 5 {
		send("/api/v1/notes", `{"unknown":1}`, 400)
		send("/api/v1/broken", text, 500)
	}
	for i, want := range []string{`"notes";r=1`, `"notes";r=0`} {
		if left := send("/api/v1/notes", text, 200); left != want {
			t.Errorf("after %d: %s", i+1, left)
		}
	}
	if counted.bytes == 0 {
		t.Error("bytes are not counted")
	}
	send("/api/v1/notes", text, 429)
}
