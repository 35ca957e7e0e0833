package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"acolhe/models/types/errs"
)

const readyTimeout = 2 * time.Second

// healthy answers while the process runs.
func (s *Server) healthy(r *Request) error {
	r.write(http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
	return nil
}

// requireServing returns 503 UNAVAILABLE while only monitors are answered.
func (s *Server) requireServing(r *Request) error {
	if s.config.Serves == nil || isMonitoring(r.gin.FullPath()) {
		return nil
	}
	if err := s.config.Serves(); err != nil {
		return errs.Unavailable(err)
	}
	return nil
}

// Part is a dependency of the server; Check returns an error while it does not respond.
type Part struct {
	Name  string
	Check func(context.Context) error
}

// ready answers 200 while all parts respond, else 503. It names each part, but not why one is missing, as anybody may ask,
// unless the error has a Public reason.
func (s *Server) ready(r *Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	status, lines := http.StatusOK, "ready\n"
	for _, part := range s.config.Ready {
		if err := part.Check(ctx); err != nil {
			s.log(r, slog.LevelError, "not ready", "part", part.Name, "error", err.Error())
			status, lines = http.StatusServiceUnavailable, lines+part.Name+": missing"+publicReason(err)+"\n"
			continue
		}
		lines += part.Name + ": ok\n"
	}
	if status != http.StatusOK {
		lines = "not " + lines
	}
	r.write(status, "text/plain; charset=utf-8", []byte(lines))
	return nil
}

// publicReason returns the reason of an error that anybody may read, after a comma; empty for any other.
func publicReason(err error) string {
	var reason interface{ Public() string }
	if !errors.As(err, &reason) {
		return ""
	}
	return ", " + reason.Public()
}

// metrics counts and times the requests by route, never by path: paths hold people's codes.
type metrics struct {
	registry *prometheus.Registry
	seconds  *prometheus.HistogramVec
}

func newMetrics(registry *prometheus.Registry, others []prometheus.Collector) *metrics {
	m := &metrics{registry: registry, seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "http_request_duration_seconds", Help: "Time to answer a request, by route.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5, 15},
	}, []string{"method", "route", "status"})}
	registry.MustRegister(others...)
	registry.MustRegister(m.seconds, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) observe(r *Request) {
	route, method := r.gin.FullPath(), r.gin.Request.Method
	if route == "" {
		// All unknown paths share one series, so that strangers cannot fill the memory with series.
		method = "any"
	}
	m.seconds.WithLabelValues(method, route, strconv.Itoa(r.gin.Writer.Status())).Observe(r.elapsed().Seconds())
}

func (s *Server) showMetrics(r *Request) error {
	return r.Serve(promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
}
