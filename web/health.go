package web

import (
	"context"
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

// ready answers 200 while the dependencies respond, else 503.
func (s *Server) ready(r *Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if err := s.config.Ready(ctx); err != nil {
		return errs.Unavailable(err)
	}
	r.write(http.StatusOK, "text/plain; charset=utf-8", []byte("ready\n"))
	return nil
}

// metrics counts and times the requests by route, never by path: paths hold people's codes.
type metrics struct {
	registry *prometheus.Registry
	seconds  *prometheus.HistogramVec
}

func newMetrics(registry *prometheus.Registry) *metrics {
	m := &metrics{registry: registry, seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "http_request_duration_seconds", Help: "Time to answer a request, by route.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5, 15},
	}, []string{"method", "route", "status"})}
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
