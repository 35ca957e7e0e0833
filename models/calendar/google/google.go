// Package google calls the Google Calendar API v3 and Google's OAuth over HTTP (integrations.md, 3). Google's own client
// needs 24 further modules for five calls, so it is not used.
package google

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"acolhe/models/calendar"
	"acolhe/models/externalservices"
	"acolhe/models/platform/provider"
	"acolhe/models/types/errs"
)

const (
	name = externalservices.Calendar
	api  = "/calendar/v3"
)

// Google is the service with the calendars of one account. Use New.
type Google struct {
	store   externalservices.Store
	client  provider.Client
	timeout time.Duration
	now     func() time.Time
}

// New returns the service; timeout limits each operation.
func New(store externalservices.Store, now func() time.Time, timeout time.Duration) *Google {
	return &Google{store: store, client: provider.New(store.Outbound), timeout: timeout, now: now}
}

// errMissing is 503 CREDENTIAL_MISSING.
var errMissing = errs.New(errs.KindUnavailable, externalservices.CodeMissing, "Faltam as credenciais do Google Agenda.")

func (g *Google) values(ctx context.Context) (externalservices.Values, error) {
	values, err := g.store.Values(ctx, name)
	definition, _ := externalservices.DefinitionOf(name)
	if err == nil && len(values.Missing(definition)) > 0 {
		err = errMissing
	}
	return values, err
}

func address(values externalservices.Values, path string) string {
	return strings.TrimRight(values[externalservices.BaseURL], "/") + path
}

// call calls a route of the API; a refused token is renewed once. Its errors are those of calendar.Provider.
func (g *Google) call(ctx context.Context, call provider.Call) error {
	values, err := g.values(ctx)
	if err != nil {
		return err
	}
	return classify(g.try(ctx, values, call))
}

func (g *Google) try(ctx context.Context, values externalservices.Values, call provider.Call) error {
	call.URL, call.Timeout, call.Repeatable, call.IsTemporary = address(values, api+call.URL), g.timeout, true, isLimited
	// The time limit includes the renewal of the token.
	ctx, cancel := context.WithTimeout(ctx, g.timeout)
	defer cancel()
	refused := ""
	for {
		token, err := g.store.Access(ctx, name, externalservices.Use{Refused: refused, Now: g.now(), Renew: g.renewal(values)})
		if err != nil {
			return err
		}
		call.Header = http.Header{"Authorization": {"Bearer " + token}}
		err = g.client.Do(ctx, call)
		if !provider.HasStatus(err, http.StatusUnauthorized) || refused != "" {
			return err
		}
		refused = token
	}
}

// reasonOf returns the reason in Google's error, such as rateLimitExceeded, and its message.
func reasonOf(failed *provider.Error) (reason, message string) {
	var body struct {
		Error struct {
			Message string `json:"message"`
			Errors  []struct {
				Reason string `json:"reason"`
			} `json:"errors"`
		} `json:"error"`
	}
	if failed == nil || json.Unmarshal(failed.Raw, &body) != nil {
		return "", ""
	}
	if len(body.Error.Errors) > 0 {
		reason = body.Error.Errors[0].Reason
	}
	return reason, provider.Clean(body.Error.Message)
}

// isLimited reports whether a 403 says that too many calls were made.
func isLimited(failed *provider.Error) bool {
	reason, _ := reasonOf(failed)
	return failed.Status == http.StatusForbidden &&
		slices.Contains([]string{"rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded", "dailyLimitExceeded"}, reason)
}

// classify returns the error of calendar.Provider for an error of a call.
func classify(err error) error {
	failed := provider.As(err)
	if err == nil || errs.As(err) != nil {
		return err
	}
	if failed == nil {
		return calendar.ErrFailed("", err)
	}
	_, message := reasonOf(failed)
	switch {
	case failed.Status == http.StatusUnauthorized:
		return errs.New(errs.KindUnprocessable, externalservices.CodeInvalid, "Autorização vencida. Conecte de novo.").WithCause(err)
	case isLimited(failed), failed.Status == http.StatusTooManyRequests:
		return calendar.ErrFailed("muitas chamadas em pouco tempo. Tente de novo em instantes.", err)
	case failed.Status == http.StatusForbidden:
		return errs.New(errs.KindUnprocessable, externalservices.CodeInvalid,
			"Falta uma permissão na agenda. Compartilhe o calendário ou conecte a conta de novo.").WithCause(err)
	case failed.Status == http.StatusNotFound:
		return errs.NotFound("O calendário ou o evento não existe, ou não está compartilhado com a conta conectada.")
	case failed.Status == http.StatusBadRequest, failed.Status == http.StatusConflict, failed.Status == http.StatusGone:
		return calendar.ErrRefused(message, err)
	}
	return calendar.ErrFailed("", err)
}

// Calendars implements calendar.Provider.
func (g *Google) Calendars(ctx context.Context) ([]calendar.Calendar, error) {
	values, err := g.values(ctx)
	if err != nil {
		return nil, err
	}
	return g.calendarsWith(ctx, values)
}

// calendarsWith reads the calendars page by page.
func (g *Google) calendarsWith(ctx context.Context, values externalservices.Values) ([]calendar.Calendar, error) {
	found := []calendar.Calendar{}
	for token := ""; ; {
		var page struct {
			Items []struct {
				ID              string `json:"id"`
				Summary         string `json:"summary"`
				SummaryOverride string `json:"summaryOverride"`
				Primary         bool   `json:"primary"`
				TimeZone        string `json:"timeZone"`
			} `json:"items"`
			NextPageToken string `json:"nextPageToken"`
		}
		query := url.Values{"minAccessRole": {"writer"}, "maxResults": {"250"}}
		if token != "" {
			query.Set("pageToken", token)
		}
		call := provider.Call{Method: http.MethodGet, URL: "/users/me/calendarList?" + query.Encode(), Into: &page}
		if err := classify(g.try(ctx, values, call)); err != nil {
			return nil, err
		}
		for _, item := range page.Items {
			one := calendar.Calendar{ID: item.ID, Summary: item.Summary, Primary: item.Primary, TimeZone: item.TimeZone}
			if item.SummaryOverride != "" {
				one.Summary = item.SummaryOverride
			}
			found = append(found, one)
		}
		if token = page.NextPageToken; token == "" || len(found) >= maxCalendars {
			return found, nil
		}
	}
}

// maxCalendars is the number of calendars after which no further page is read.
const maxCalendars = 2000
