// Package faults collects what the pages of a tab complain about, and what of that a test expects.
package faults

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// Faults collects the faults that a page reports, in order.
type Faults struct {
	mu    sync.Mutex
	found []string
	// expected holds the expected statuses, and whether each was answered.
	expected map[int64]bool
	// questions counts the expected "leave page?" dialogs that have not appeared.
	questions int
	// cuts counts the requests that failed because of an expected cut of the connection; negative if none is expected.
	cuts int
}

// New returns none.
func New() *Faults { return &Faults{expected: map[int64]bool{}, cuts: -1} }

// Handle handles an event of a tab, and reports whether a dialog waits for an answer. It runs in the loop that reads from the
// browser, so that it must not wait for the browser.
func (f *Faults) Handle(event any) (asks bool) {
	switch event := event.(type) {
	case *runtime.EventExceptionThrown:
		f.Add("script", thrown(event.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		f.handleConsole(event)
	case *log.EventEntryAdded:
		f.handleLog(event.Entry)
	case *network.EventResponseReceived:
		f.handleResponse(event.Response)
	case *network.EventLoadingFailed:
		f.handleFailure(event)
	case *page.EventJavascriptDialogOpening:
		f.handleDialog(event)
		return true
	}
	return false
}

func (f *Faults) handleConsole(event *runtime.EventConsoleAPICalled) {
	switch event.Type {
	case runtime.ConsoleAPICalledTypeError, runtime.ConsoleAPICalledTypeWarning, runtime.ConsoleAPICalledTypeAssert:
		words := make([]string, len(event.Args))
		for i, argument := range event.Args {
			words[i] = shown(argument)
		}
		f.Add("console", strings.Join(words, " "))
	}
}

// handleLog handles messages of the browser in the console, such as breaches of the content policy. Failed requests have
// their own events.
func (f *Faults) handleLog(entry *log.Entry) {
	bad := entry.Level == log.EntryLevelError || entry.Level == log.EntryLevelWarning
	if bad && entry.Source != log.EntrySourceNetwork {
		f.Add(string(entry.Source), entry.Text)
	}
}

func (f *Faults) handleResponse(answer *network.Response) {
	const firstRefusal = 400
	if answer.Status < firstRefusal {
		return
	}
	f.mu.Lock()
	_, known := f.expected[answer.Status]
	if known {
		f.expected[answer.Status] = true
	}
	f.mu.Unlock()
	if !known {
		f.Add("answer", fmt.Sprintf("%d %s", answer.Status, answer.URL))
	}
}

// handleFailure ignores requests cancelled by a newer one or by the next page, and those of GoOffline.
func (f *Faults) handleFailure(event *network.EventLoadingFailed) {
	if event.Canceled || event.ErrorText == "net::ERR_ABORTED" || event.ErrorText == "net::ERR_INTERNET_DISCONNECTED" {
		return
	}
	if f.isCut(event.ErrorText) {
		return
	}
	f.Add("request", string(event.Type)+": "+event.ErrorText+" "+string(event.BlockedReason))
}

func (f *Faults) handleDialog(event *page.EventJavascriptDialogOpening) {
	f.mu.Lock()
	awaited := event.Type == page.DialogTypeBeforeunload && f.questions > 0
	if awaited {
		f.questions--
	}
	f.mu.Unlock()
	if !awaited {
		f.Add("question", string(event.Type)+" "+event.Message)
	}
}

// Add adds a fault.
func (f *Faults) Add(kind, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.found = append(f.found, kind+": "+text)
}

// IsEmpty reports whether nothing was complained about yet.
func (f *Faults) IsEmpty() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.found) == 0
}

// ExpectStatus declares that a page answers with a status.
func (f *Faults) ExpectStatus(status int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.expected[status] = false
}

// isCut reports whether a request failed because of an expected cut of the connection, and counts it.
func (f *Faults) isCut(failure string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	causes := []string{"net::ERR_CONNECTION_RESET", "net::ERR_CONNECTION_CLOSED", "net::ERR_EMPTY_RESPONSE", "net::ERR_CONNECTION_ABORTED",
		"net::ERR_SOCKET_NOT_CONNECTED",
		"net::ERR_INCOMPLETE_CHUNKED_ENCODING", "net::ERR_CONNECTION_REFUSED"}
	if f.cuts < 0 || !slices.Contains(causes, failure) {
		return false
	}
	f.cuts++
	return true
}

// ExpectCut declares that the connection may break.
func (f *Faults) ExpectCut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cuts = 0
}

// WasCut reports whether it broke.
func (f *Faults) WasCut() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.cuts > 0
}

// ExpectDialog declares that the page asks before it is left.
func (f *Faults) ExpectDialog() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.questions++
}

// Report fails the test for every fault and for every expected fault that did not happen, then clears both.
func (f *Faults) Report(t testing.TB) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, fault := range f.found {
		t.Errorf("the page complains: %s", fault)
	}
	for status, came := range f.expected {
		if !came {
			t.Errorf("no page answered %d, as expected", status)
		}
	}
	if f.questions > 0 {
		t.Error("the page was left without a question")
	}
	f.found, f.expected, f.questions, f.cuts = nil, map[int64]bool{}, 0, -1
}

func thrown(details *runtime.ExceptionDetails) string {
	place := fmt.Sprintf(" (%s:%d)", details.URL, details.LineNumber+1)
	if details.Exception != nil && details.Exception.Description != "" {
		return details.Text + " " + details.Exception.Description + place
	}
	return details.Text + place
}

func shown(object *runtime.RemoteObject) string {
	if object.Description != "" {
		return object.Description
	}
	return string(object.Value)
}
