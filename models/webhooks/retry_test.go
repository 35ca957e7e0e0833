package webhooks_test

import (
	"testing"
	"time"

	"acolhe/models/webhooks"
	"acolhe/models/webhooks/endpoints"
)

func TestReplay_RetryAndTest(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	to := b.add(t, nil)
	b.exec(t, "insert into tags (name) values ('Um'), ('Dois')")
	b.run(t, to.ID)
	resent, err := webhooks.Replay(t.Context(), b.Registry.DB, admin(), to.ID,
		webhooks.ReplayInput{From: time.Now().Add(-time.Hour), To: time.Now().Add(time.Hour)})
	if err != nil || resent.Queued != 2 {
		t.Fatalf("%+v %v", resent, err)
	}
	b.run(t, to.ID)
	if got := b.receiver.got(); len(got) != 4 || got[0].header.Get("Webhook-Id") != got[2].header.Get("Webhook-Id") &&
		got[0].header.Get("Webhook-Id") != got[3].header.Get("Webhook-Id") {
		t.Errorf("a replay sends %d requests with other ids", len(got))
	}
	tested, err := b.sender.TestNow(t.Context(), admin(), to.ID)
	if err != nil || tested.Status != webhooks.Delivered || tested.Table != endpoints.Ping || tested.Action != endpoints.Test ||
		*tested.ResponseStatus != 200 {
		t.Errorf("%+v %v", tested, err)
	}
	last := b.receiver.got()[4]
	if last.header.Get("X-Service-Table") != "ping" || last.header.Get("X-Service-Action") != "test" {
		t.Errorf("%v", last.header)
	}
	again, err := webhooks.Retry(t.Context(), b.Registry.DB, admin(), to.ID, tested.ID)
	if err != nil || again.Status != webhooks.Queued || again.Attempts != 0 {
		t.Errorf("%+v %v", again, err)
	}
	b.run(t, to.ID)
	if len(b.receiver.got()) != 6 {
		t.Error("the retry is not sent")
	}
	detail, err := webhooks.FindDelivery(t.Context(), b.Registry.DB, admin(), to.ID, tested.ID)
	if err != nil || len(detail.History) != 2 || string(detail.Body) != string(last.body) {
		t.Errorf("%+v %v", detail, err)
	}
}

// What a person sends does not wait until due deliveries are looked for.
func TestDeliver_AtOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	to := b.add(t, nil)
	b.exec(t, "insert into tags (name) values ('Um')")
	b.run(t, to.ID)
	tx, delivered := b.Registry.DB, int64(b.count(t, "select max(id) from webhook_deliveries"))
	for name, send := range map[string]func() error{
		"a ping":         func() error { _, err := webhooks.SendTest(t.Context(), tx, admin(), to.ID); return err },
		"a retry":        func() error { _, err := webhooks.Retry(t.Context(), tx, admin(), to.ID, delivered); return err },
		"a retry of all": func() error { _, err := webhooks.RetryAll(t.Context(), tx, admin(), to.ID); return err },
		"a replay": func() error {
			_, err := webhooks.Replay(t.Context(), tx, admin(), to.ID,
				webhooks.ReplayInput{From: time.Now().Add(-time.Hour), To: time.Now().Add(time.Hour)})
			return err
		},
	} {
		const jobs = "select count(*) from river_job where kind = 'webhook_deliver' and state = 'available'"
		before := b.count(t, jobs)
		if err := send(); err != nil || b.count(t, jobs) != before+1 {
			t.Errorf("%s waits: %v", name, err)
		}
	}
}
