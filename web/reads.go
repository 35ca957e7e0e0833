package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"acolhe/models/platform/shown"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// ReasonHeader is the header in which scripts send why they read a record.
const ReasonHeader = "X-Read-Reason"

// ReasonPath is the page on which an operator says why they need a record.
const ReasonPath = "/painel/motivo"

// Reading declares what a route shows of people, for the log of reads. The zero Reading shows nothing of anybody.
type Reading struct {
	// Of is the kind of what is shown: a record such as "users", or a list such as "lists.orders".
	Of string
	// Param is the path parameter with the id or the code of a record; empty for lists, and for what callers see of themselves.
	Param string
	// Collection takes Of from the path parameter of the generic routes.
	Collection bool
	// Own marks what an associate sees of themselves.
	Own bool
	// Part names the part of the record that the route shows, such as "prescription"; if empty it is the query's `parte`.
	Part string
	// PartParam is the path parameter whose value follows Part.
	PartParam string
	// Channel is "page", "api", "file" or "export"; empty derives it from the route.
	Channel string
}

// Read is an answered request that showed data of people.
type Read struct {
	By      auth.Caller
	At      time.Time
	Of, Key string
	Part    string
	Channel string
	Reason  string
	// People is how many people a list showed; 0 if unknown.
	People int
	// Own is set for associates who saw data of their own.
	Own bool
	// Shown are the records that the answer of a list contains; none for pages.
	Shown []shown.Record
}

// Reads declares what the route shows of people.
func (route Route) Reads(reading Reading) Route {
	route.reading = reading
	return route
}

// Reading returns what the route declares to show of people.
func (route Route) Reading() Reading { return route.reading }

// collectShown collects which records the answer of a list contains, unless it is a page, of which the log has the number alone.
func (r *Request) collectShown() {
	reading := r.route.reading
	isList := reading.Param == "" && !reading.Own && (reading.Of != "" || reading.Collection)
	if !isList || r.By.Kind == auth.Associate || r.server.config.Seen == nil || !r.route.IsJSON() && reading.Channel == "" {
		return
	}
	var ctx context.Context
	ctx, r.shown = shown.With(r.Context())
	r.gin.Request = r.gin.Request.WithContext(ctx)
	r.unbounded = r.shown.In(r.unbounded)
}

// ShowsRecords adds records to those that the answer of a list contains.
func (r *Request) ShowsRecords(of string, keys ...string) { r.shown.Add(of, keys...) }

// ShowsPeople sets how many people the answer of a list shows.
func (r *Request) ShowsPeople(count int) { r.people = count }

// recordRead reports an answered request of a route that declares a Reading.
func (s *Server) recordRead(r *Request) {
	reading := r.route.reading
	if reading == (Reading{}) || s.config.Seen == nil || !r.By.IsKnown() || !wasShown(r.gin.Writer.Status()) {
		return
	}
	read := Read{By: r.By, At: r.Now, Of: reading.Of, Part: reading.Part, Channel: reading.Channel, Reason: r.reason, People: r.people}
	if reading.Param != "" {
		read.Key = r.Param(reading.Param)
	}
	if reading.PartParam != "" {
		read.Part += r.Param(reading.PartParam)
	}
	if reading.Collection {
		read.Of = r.Param("collection")
		if reading.Param == "" {
			read.Of = "lists." + read.Of
		}
	}
	if read.Part == "" && !r.route.IsJSON() {
		read.Part = r.Query("parte")
	}
	if read.Channel == "" {
		read.Channel = "page"
		if r.route.IsJSON() {
			read.Channel = "api"
		}
	}
	read.Own = reading.Own || r.By.Kind == auth.Associate
	read.Shown = r.shown.Take()
	s.config.Seen(read)
}

// AsksReason declares the record that the route changes or shows, for which an operator may have to say why they need it.
func (route Route) AsksReason(reading Reading) Route {
	route.asksReason = reading
	return route
}

// checkReason finds why the caller needs the record of the route, or refuses an operator who has to say it. The header of a script
// stands for what a person says.
func (s *Server) checkReason(r *Request) error {
	r.reason = r.Header(ReasonHeader)
	asked := r.route.asksReason
	if s.config.Reason == nil || r.By.Kind != auth.Operator || asked.Param == "" || r.reason != "" && r.route.IsJSON() {
		return nil
	}
	of := asked.Of
	if asked.Collection {
		of = r.Param("collection")
	}
	var err error
	r.reason, err = s.config.Reason(r, of, r.Param(asked.Param))
	return err
}

// askForReason sends a person to the page on which they say why they need the record. A file is refused.
func (s *Server) askForReason(r *Request, status int, refusal *errs.Error) {
	asked := r.route.asksReason
	if asked.Channel == "file" {
		r.writeErrorPage(status, refusal)
		return
	}
	back := r.Path()
	if r.IsForm() {
		back = r.CameFrom("")
	}
	query := url.Values{"pessoa": {r.Param(asked.Param)}, "volta": {back}}
	if asked.Of != "users" {
		query.Set("de", asked.Of)
	}
	r.redirect(ReasonPath + "?" + query.Encode())
}

// wasShown reports whether an answer with the status showed its data.
func wasShown(status int) bool {
	return slices.Contains([]int{http.StatusOK, http.StatusCreated, http.StatusPartialContent, http.StatusNotModified}, status)
}
