package handlers_test

import (
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/handlers/handlertest/sitemap"
	"acolhe/models/platform/dbtest"
)

// localTime matches the time of a field or an address.
var localTime = regexp.MustCompile(`\d{4}-\d\d-\d\dT(\d\d:\d\d)(?:$|[^:\dZ])`)

// Each moment on each page is the same for people and in what the page sends, in the zone of the association, wherever the
// machine is.
func TestZones_EveryPage(t *testing.T) {
	t.Parallel()
	if !inZones(t, "UTC", "America/Sao_Paulo", "Asia/Tokyo") {
		return
	}
	b := newBooked(t)
	b.SeedMailbox(t)
	b.SeedWebhooks(t)
	b.SeedErrors(t)
	b.SeedSettings(t)
	b.SeedTasks(t)
	b.SeedTerms(t)
	clients, moments, sent := map[dbtest.Operator]*handlertest.Client{{}: b.Nobody(t)}, 0, 0
	for _, page := range sitemap.Pages(t, b.Routes) {
		if clients[page.By] == nil {
			clients[page.By] = b.As(t, page.By)
		}
		read := clients[page.By].GET(page.Path).Want(http.StatusOK).HTML()
		read.Find("time[datetime]").Each(func(_ int, part *goquery.Selection) {
			moments += b.checkMoment(t, page.Path, part)
		})
		read.Find("a[href], button[value], option[value], input[value]").Each(func(_ int, part *goquery.Selection) {
			sent += checkSent(t, page.Path, part)
		})
	}
	if moments < 50 || sent < 10 {
		t.Errorf("only %d moments and %d times were compared", moments, sent)
	}
}

// checkMoment compares the words of a <time> with its machine-readable moment, and returns 1 if they name a time or a day.
func (b booked) checkMoment(t *testing.T, path string, part *goquery.Selection) int {
	at, err := time.Parse("2006-01-02T15:04Z", part.AttrOr("datetime", ""))
	if err != nil {
		return 0 // a day
	}
	words, compared := part.Text()+" "+part.AttrOr("title", ""), 0
	if shown := clock.FindString(words); shown != "" {
		if compared = 1; shown != at.In(b.zone).Format("15:04") {
			t.Errorf("%s shows %q at %s", path, words, at)
		}
	}
	for _, day := range regexp.MustCompile(`\d\d/\d\d/\d{4}`).FindAllString(words, -1) {
		if compared = 1; day != at.In(b.zone).Format("02/01/2006") {
			t.Errorf("%s shows %q at %s", path, words, at)
		}
	}
	return compared
}

// checkSent compares the time that a link or a field sends with the one time in its words, and returns 1 if there is one.
func checkSent(t *testing.T, path string, part *goquery.Selection) int {
	value := part.AttrOr("value", "") + " " + strings.ReplaceAll(part.AttrOr("href", ""), "%3A", ":")
	found, words := localTime.FindAllStringSubmatch(value, -1), part.Text()
	if goquery.NodeName(part) == "input" {
		words = part.Closest("label").Text()
	}
	shown := clock.FindAllString(words, -1)
	if len(found) != 1 || len(shown) != 1 {
		return 0
	}
	if found[0][1] != shown[0] {
		t.Errorf("%s shows %q and sends %q", path, words, value)
	}
	return 1
}

// A clock that jumps an hour forward and back ends no session, and nothing that people do meanwhile fails on our side.
func TestClock_Jumps(t *testing.T) {
	t.Parallel()
	var shift atomic.Int64
	app := handlertest.New(t, func(config *handlers.Config) {
		config.Now = func() time.Time { return time.Now().Add(time.Duration(shift.Load())) }
	})
	camila, ana := app.As(t, dbtest.Camila), app.AsAssociate(t, dbtest.Ana)
	stored := 0
	for _, jump := range []time.Duration{0, time.Hour, 0, -time.Hour, 0} {
		shift.Store(int64(jump))
		for _, page := range sitemap.Pages(t, app.Routes) {
			if page.By != dbtest.Camila || strings.Contains(page.Path, "/admin/") || strings.Contains(page.Path, "/tarefas/") {
				continue
			}
			if answer := camila.GET(page.Path); answer.StatusCode >= http.StatusInternalServerError || answer.StatusCode == http.StatusUnauthorized {
				t.Errorf("%s at %s: %s", page.Path, jump, answer.Status)
			}
		}
		ana.GET("/cadastro/consultas").Want(http.StatusOK)
		letter := string(rune('A' + stored))
		camila.POST("/api/v1/items/tags", map[string]any{"name": "Salto " + letter}).Want(http.StatusCreated)
		camila.JSON(http.MethodPatch, "/api/v1/items/products/1", map[string]any{"name": "Óleo " + letter}).Want(http.StatusOK)
		stored++
		app.Nobody(t).POST("/api/v1/auth/forgot-password", map[string]any{"email": dbtest.Bruno.Email, "app": "doc-sign"}).Want(http.StatusOK)
	}
	if found := app.Count(t, "system_errors", "true"); found > 0 {
		t.Errorf("%d failures were recorded", found)
	}
}
