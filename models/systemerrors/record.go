// Package systemerrors records errors of the server and of browsers, without personal data, and groups them by their
// cause. Every part of the program may record; administrators read the groups, and mark them as fixed or ignored. A fixed
// group that comes back is open again. The tables are bounded: maxGroups of each source, then one group for all others,
// and the latest maxSamples events of a group; counts by hour and by release are exact.
package systemerrors

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/models/types/scrub"
	"acolhe/models/types/texts"
)

// Source is where an error happened.
type Source string

// The sources.
const (
	Server  Source = "server"
	Browser Source = "browser"
)

// Sources returns the sources.
func Sources() []Source { return []Source{Server, Browser} }

// Values returns the sources as text, for the API document.
func (Source) Values() []string { return []string{string(Server), string(Browser)} }

// Level is how grave an error is.
type Level string

// The levels.
const (
	Fatal   Level = "fatal"
	Failure Level = "error"
	Warning Level = "warning"
	Info    Level = "info"
)

// Values returns the levels as text, for the API document.
func (Level) Values() []string {
	return []string{string(Fatal), string(Failure), string(Warning), string(Info)}
}

// Report is an error to record. Texts of any length are cut; personal data is taken out of all of them.
type Report struct {
	Source  Source
	Message string
	Stack   string
	// URL is a page of this site, or a route; its query is dropped.
	URL   string
	Level Level
	// Release is the version of the program in which it happened.
	Release string
	// Place is the name of the handler or job; empty finds the first own frame of the stack.
	Place string
	// RequestID is the X-Request-Id of the failed request.
	RequestID string
	Extra     map[string]any
}

// Limits of the texts that are stored, in characters.
const (
	maxMessage = 1000
	maxStack   = 8000
	maxURL     = 300
	maxPlace   = 200
	maxRelease = 40
	maxExtra   = 8000
)

// Limits of the tables.
const (
	maxGroups   = 1000
	maxSamples  = 50
	maxReleases = 20
)

// event is a row of system_errors to write, with what its group shows.
type event struct {
	ErrorHash   string
	Message     string
	Stack       *string
	URL         *string
	Level       Level
	Release     *string
	Source      Source
	RequestID   *string
	UserCode    *uuid.UUID
	UserAgent   *string
	Extra       map[string]any `gorm:"serializer:json"`
	Removed     scrub.Found    `gorm:"serializer:json"`
	DateCreated time.Time

	// Place is the first own frame, Path the page or route without ids.
	Place string `gorm:"-"`
	Path  string `gorm:"-"`
}

// TableName returns the name of the table.
func (event) TableName() string { return "system_errors" }

// Record stores an error; by is whom it happened to. Where a failed change is rolled back, tx must be the pool.
func Record(ctx context.Context, tx *db.DB, by auth.Caller, report Report) error {
	stored := report.event(by)
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := stored.join(tx); err != nil {
			return err
		}
		if err := tx.Create(&stored).Error; err != nil {
			return err
		}
		return stored.count(tx)
	})
}

// event returns the row of a report without personal data.
func (report Report) event(by auth.Caller) event {
	removed := scrub.Found{}
	e := event{
		Source: report.Source, Level: report.Level, Removed: removed, DateCreated: by.Now, UserCode: personOf(by),
		Message:   shorten(removed, report.Message, maxMessage),
		Stack:     texts.Optional(shorten(removed, assetHash.ReplaceAllString(texts.Truncate(report.Stack, maxStack), "$1"), maxStack)),
		URL:       texts.Optional(pathOf(removed, report.URL)),
		UserAgent: texts.Optional(scrub.Text(sessions.DeviceOf(by.Origin.UserAgent))),
		RequestID: requestID(report.RequestID), Release: releaseOf(report), Extra: limited(removed, report.Extra),
		Place: shorten(removed, report.Place, maxPlace),
	}
	if e.Level == "" {
		e.Level = Failure
	}
	if strings.TrimSpace(e.Message) == "" {
		e.Message = "(sem mensagem)"
	}
	if e.Place == "" {
		e.Place = firstOwn(report.Source, texts.Of(e.Stack))
	}
	e.Path = scrub.Pattern(texts.Of(e.URL))
	e.ErrorHash = fingerprint(report.Source, e.Message, e.Place)
	return e
}

// shorten returns a text without personal data, of at most so many characters. It is cut before, so that a long one costs
// little, and after, because marks may be longer than what they replace.
func shorten(removed scrub.Found, text string, maxLength int) string {
	return texts.Truncate(removed.Text(texts.Truncate(text, maxLength)), maxLength)
}

// personOf returns the user_code of an operator or associate.
func personOf(by auth.Caller) *uuid.UUID {
	code, err := uuid.Parse(by.Code)
	if err != nil || by.Kind != auth.Operator && by.Kind != auth.Associate {
		return nil
	}
	return &code
}

// requestID returns the id of a request, unless the caller hid something in it.
func requestID(id string) *string {
	if uuid.Validate(id) != nil && scrub.Text(id) != id {
		return nil
	}
	return texts.Optional(texts.Truncate(id, maxRelease))
}

// limited returns the extra of a report without personal data, or nothing if it is too large.
func limited(removed scrub.Found, extra map[string]any) map[string]any {
	plain, _ := removed.Value(extra).(map[string]any)
	if encoded, err := json.Marshal(plain); err != nil || len(encoded) > maxExtra || plain == nil {
		return map[string]any{}
	}
	return plain
}

// releaseOf returns the release of the server, or that of a browser if nothing is hidden in it.
func releaseOf(report Report) *string {
	if report.Source == Browser && (!releasePattern.MatchString(report.Release) || scrub.Text(report.Release) != report.Release) {
		return nil
	}
	return texts.Optional(texts.Truncate(report.Release, maxRelease))
}
