package handlertest

import (
	"context"
	"log/slog"
	"testing"

	"acolhe/handlers"
	"acolhe/models/platform/area"
	"acolhe/models/platform/mail"
)

// RunJobs runs the jobs of the app as `acolhe serve` does, until the test ends. Mails stay in the outbox.
func (a *App) RunJobs(t testing.TB) {
	t.Helper()
	a.runJobs(t, unavailable{})
}

// Env returns what the areas need of the app, for their work outside of requests.
func (a *App) Env() area.Env { return a.config.Env(a.Connection) }

func (a *App) runJobs(t testing.TB, transport mail.Transport) {
	t.Helper()
	config := a.config
	config.Sender = a.sender(t, transport)
	runner, err := handlers.Jobs(a.Connection, config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := runner.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := runner.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
}
