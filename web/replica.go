package web

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
)

// replicaTimeout is the time for the replica to answer before the primary is asked.
const replicaTimeout = 3 * time.Second

// run calls the handler of an admitted request, and stores the position of the changes of a caller if there is a replica.
func (s *Server) run(r *Request) error {
	switch {
	case s.config.Replica == nil, db.IsFromReplica(r.Context()):
		return r.route.handle(r)
	case r.gin.Request.Method != http.MethodGet:
		return s.runRecorded(r)
	case r.route.fromReplica && s.config.Replica.Allows(r.Context(), r.By):
		return r.runOnReplica()
	}
	return r.route.handle(r)
}

// serveByReplica calls serve. A GET reads from the replica while the primary is away, its session too, and is served again from there if
// the primary goes away before the answer has begun. What it would write is 503.
func (s *Server) serveByReplica(r *Request) error {
	replica := s.config.Replica
	if replica == nil || r.gin.Request.Method != http.MethodGet || isMonitoring(r.gin.FullPath()) {
		return s.serve(r)
	}
	request, unbounded := r.gin.Request, r.unbounded
	for !replica.IsAlone() {
		until, release := replica.UntilAlone(request.Context())
		r.gin.Request, r.unbounded = request.WithContext(until), unbounded
		err := s.serve(r)
		release()
		wasCutOff := until.Err() != nil && request.Context().Err() == nil
		if err == nil || !wasCutOff || r.gin.Writer.Written() || isAboutInput(err) {
			return err
		}
	}
	r.gin.Request, r.unbounded = request.WithContext(db.FromReplica(request.Context())), unbounded
	return s.serve(r)
}

// runOnReplica calls the handler on the replica and, if the replica fails before the answer has begun, on the primary.
func (r *Request) runOnReplica() error {
	request, unbounded := r.gin.Request, r.unbounded
	ctx, cancel := context.WithTimeout(db.FromReplica(request.Context()), replicaTimeout)
	defer cancel()
	r.gin.Request, r.unbounded = request.WithContext(ctx), db.FromReplica(unbounded)
	err := r.route.handle(r)
	if err == nil || r.gin.Writer.Written() || r.isAborted() || isAboutInput(err) {
		return err
	}
	r.gin.Request, r.unbounded = request, unbounded
	return r.route.handle(r)
}

// isAboutInput reports whether the caller would get the same error from the primary.
func isAboutInput(err error) bool {
	refusal := errs.As(err)
	return refusal != nil && refusal.Code != errs.CodeUnavailable
}

// runRecorded calls the handler of a request that may change something, and stores the position of the change before
// the caller gets the answer, so that the next request of the caller does not find a replica without it.
func (s *Server) runRecorded(r *Request) error {
	record := sync.OnceFunc(func() {
		if err := s.config.Replica.RecordWrite(context.WithoutCancel(r.Context()), r.By); err != nil {
			s.log(r, slog.LevelError, "position of a change could not be stored", "error", err.Error())
		}
	})
	r.gin.Writer = &recordingWriter{r.gin.Writer, record}
	defer record()
	return r.route.handle(r)
}

// recordingWriter calls record before the first byte of an answer.
type recordingWriter struct {
	gin.ResponseWriter
	record func()
}

// Write implements io.Writer.
func (w *recordingWriter) Write(bytes []byte) (int, error) {
	w.record()
	return w.ResponseWriter.Write(bytes)
}

// WriteString implements io.StringWriter.
func (w *recordingWriter) WriteString(text string) (int, error) {
	w.record()
	return w.ResponseWriter.WriteString(text)
}

// WriteHeaderNow implements gin.ResponseWriter.
func (w *recordingWriter) WriteHeaderNow() {
	w.record()
	w.ResponseWriter.WriteHeaderNow()
}

// Unwrap returns the writer for http.ResponseController.
func (w *recordingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
