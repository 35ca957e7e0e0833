package handlers

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"acolhe/models/installation"
	"acolhe/models/platform/db"
	"acolhe/models/platform/live"
	"acolhe/models/platform/password"
)

// loadTimeout limits the reading of the database for /metrics.
const loadTimeout = 3 * time.Second

// gauge is a metric of the state of the installation.
type gauge struct {
	name, help string
	labels     []string
}

// The metrics beside those of requests (web), of Go and of the process.
var (
	databaseUp      = gauge{"acolhe_database_up", "1 while the database answers.", nil}
	poolConnections = gauge{"acolhe_pool_connections", "Connections to the database, by pool (work, access) and state (busy, idle, most).",
		[]string{"pool", "state"}}
	poolWaits       = gauge{"acolhe_pool_waits_total", "Requests that waited for a connection.", []string{"pool"}}
	poolWaitSeconds = gauge{"acolhe_pool_wait_seconds_total", "Time for which requests waited for a connection.", []string{"pool"}}
	liveClients     = gauge{"acolhe_live_clients", "Open pages that receive live updates from this process.", nil}
	jobsWaiting     = gauge{"acolhe_jobs", "Jobs that have not ended well, by queue and state.", []string{"queue", "state"}}
	jobsOldest      = gauge{"acolhe_jobs_oldest_seconds", "How long the oldest job waits that could run.", nil}
	eventsWaiting   = gauge{"acolhe_webhook_events_waiting", "Webhook events in the outbox.", nil}
	eventsOldest    = gauge{"acolhe_webhook_events_oldest_seconds", "Age of the oldest webhook event in the outbox.", nil}
	deliveries      = gauge{"acolhe_webhook_deliveries_waiting", "Deliveries before an attempt (queued) or a retry (failed).",
		[]string{"status"}}
	receivers    = gauge{"acolhe_webhook_endpoints", "Enabled endpoints of webhooks, by state (all, failing).", []string{"state"}}
	passwords    = gauge{"acolhe_password_checks_total", "Passwords that this process has checked.", nil}
	mailsWaiting = gauge{"acolhe_mails_waiting", "Mails to send.", nil}
	errorsOpen   = gauge{"acolhe_system_errors_open", "Open groups of errors.", nil}
)

func gauges() []gauge {
	return []gauge{databaseUp, poolConnections, poolWaits, poolWaitSeconds, liveClients, jobsWaiting, jobsOldest, eventsWaiting, eventsOldest,
		deliveries, receivers, passwords, mailsWaiting, errorsOpen}
}

func (g gauge) describe() *prometheus.Desc { return prometheus.NewDesc(g.name, g.help, g.labels, nil) }

// state collects the state of the installation when it is asked for, so that it costs nothing between.
type state struct {
	connection *db.Connection
	hub        *live.Hub
	now        func() time.Time
}

// Describe implements prometheus.Collector.
func (s state) Describe(descriptions chan<- *prometheus.Desc) {
	for _, g := range gauges() {
		descriptions <- g.describe()
	}
}

// Collect implements prometheus.Collector. While the database is away its part is left out.
func (s state) Collect(metrics chan<- prometheus.Metric) {
	set := func(g gauge, value float64, labels ...string) {
		metrics <- prometheus.MustNewConstMetric(g.describe(), prometheus.GaugeValue, value, labels...)
	}
	set(liveClients, float64(s.hub.Subscribers()))
	set(passwords, float64(password.Checks()))
	for name, connection := range map[string]*db.Connection{"work": s.connection, "access": s.connection.Access} {
		pool := connection.Pool.Stat()
		set(poolConnections, float64(pool.AcquiredConns()), name, "busy")
		set(poolConnections, float64(pool.IdleConns()), name, "idle")
		set(poolConnections, float64(pool.MaxConns()), name, "most")
		set(poolWaits, float64(pool.EmptyAcquireCount()), name)
		set(poolWaitSeconds, pool.EmptyAcquireWaitTime().Seconds(), name)
	}
	ctx, cancel := context.WithTimeout(context.Background(), loadTimeout)
	defer cancel()
	load, err := installation.ReadLoad(ctx, s.connection.Access.DB, s.now())
	if err != nil {
		set(databaseUp, 0)
		return
	}
	set(databaseUp, 1)
	collectLoad(load, set)
}

func collectLoad(load installation.Load, set func(g gauge, value float64, labels ...string)) {
	for _, jobs := range load.Jobs {
		set(jobsWaiting, float64(jobs.Count), jobs.Queue, jobs.State)
	}
	for _, waiting := range load.Deliveries {
		set(deliveries, float64(waiting.Count), waiting.Status)
	}
	set(jobsOldest, load.OldestJob.Seconds())
	set(eventsWaiting, float64(load.Events))
	set(eventsOldest, load.OldestEvent.Seconds())
	set(receivers, float64(load.Endpoints), "all")
	set(receivers, float64(load.FailingEndpoints), "failing")
	set(mailsWaiting, float64(load.Mails))
	set(errorsOpen, float64(load.OpenErrors))
}
