// Package provider calls services outside over HTTP with the rules of integrations.md, section 8: time limits, a limit
// of the answer's size, no redirects, a JSON type before decoding, and repeats only of calls that may be repeated. Its
// errors hold neither addresses nor headers, because they are logged.
package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"acolhe/models/platform/outbound"
)

// Limits of calls.
const (
	connectTimeout = 3 * time.Second
	// maxAnswer is the maximum number of bytes of an answer unless the call has its own.
	maxAnswer = 2 << 20
	// repeats is how often a call is repeated at most.
	repeats = 2
	// pause is the mean time before the first repeat.
	pause = 150 * time.Millisecond
)

// Client calls services outside. Use New.
type Client struct{ http *http.Client }

// New returns a client that calls what the guard permits.
func New(guard outbound.Guard) Client {
	transport := guard.ViaProxy(connectTimeout)
	transport.MaxIdleConnsPerHost, transport.IdleConnTimeout, transport.ForceAttemptHTTP2 = 4, time.Minute, true
	return Client{outbound.ClientOf(transport)}
}

// Call is a call with its answer.
type Call struct {
	Method string
	URL    string
	Header http.Header
	// Body is sent as JSON unless it is url.Values, which is sent as a form; nil sends none.
	Body any
	// Timeout limits the call with its repeats.
	Timeout time.Duration
	// Repeatable calls are repeated after 429, 502, 503, 504 and lost connections. A call that spends money is not.
	Repeatable bool
	// IsTemporary reports whether another error of a repeatable call is worth a repeat; nil is none.
	IsTemporary func(*Error) bool
	// MaxBytes is the maximum size of the answer; 0 is 2 MiB.
	MaxBytes int64
	// Into receives the JSON of a success.
	Into any
	// PDF receives a PDF instead of JSON.
	PDF *[]byte
}

// Error is a call without a usable answer.
type Error struct {
	// Status is the HTTP status, 0 if there was no answer.
	Status int
	// Raw is the JSON of an error, empty if the answer was no JSON.
	Raw []byte
	// IsUnknown reports that the service may have done what was asked for.
	IsUnknown bool

	reason     string
	retryAfter time.Duration
	hasRetry   bool
}

// Error returns the reason without the address.
func (e *Error) Error() string {
	if e.Status == 0 {
		return e.reason
	}
	return strconv.Itoa(e.Status) + " " + e.reason
}

// As returns the *Error in the chain of err, or nil.
func As(err error) *Error {
	var found *Error
	if errors.As(err, &found) {
		return found
	}
	return nil
}

// HasStatus reports whether a service answered with a status.
func HasStatus(err error, status int) bool {
	found := As(err)
	return found != nil && found.Status == status
}

// Do makes a call. Any error is an *Error.
func (c Client) Do(ctx context.Context, call Call) error {
	ctx, cancel := context.WithTimeout(ctx, call.Timeout)
	defer cancel()
	for repeat := 0; ; repeat++ {
		failed := c.once(ctx, call)
		if failed == nil {
			return nil
		}
		if !call.Repeatable || repeat == repeats || !failed.isTemporary() && (call.IsTemporary == nil || !call.IsTemporary(failed)) ||
			!wait(ctx, failed.pause(repeat)) {
			return failed
		}
	}
}

func (e *Error) isTemporary() bool {
	switch e.Status {
	case 0, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// pause returns the time before a repeat: what the service asked for, else a random one that grows.
func (e *Error) pause(repeat int) time.Duration {
	if e.hasRetry {
		return e.retryAfter
	}
	return time.Duration(rand.Int64N(int64(pause)*2)) * time.Duration(repeat+1)
}

// wait waits unless the call would then be over its time.
func wait(ctx context.Context, during time.Duration) bool {
	if deadline, has := ctx.Deadline(); ctx.Err() != nil || has && time.Until(deadline) <= during {
		return false
	}
	timer := time.NewTimer(during)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func (c Client) once(ctx context.Context, call Call) *Error {
	request, err := call.request(ctx)
	if err != nil {
		return &Error{reason: "the request could not be made: " + reasonOf(err)}
	}
	response, err := c.http.Do(request)
	if err != nil {
		return &Error{reason: reasonOf(err), IsUnknown: !isDial(err)}
	}
	defer response.Body.Close()
	return call.read(response)
}

func (call Call) request(ctx context.Context) (*http.Request, error) {
	var body io.Reader
	kind := "application/json"
	switch sent := call.Body.(type) {
	case nil:
	case url.Values:
		body, kind = strings.NewReader(sent.Encode()), "application/x-www-form-urlencoded"
	default:
		raw, err := json.Marshal(sent)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(raw)
	}
	request, err := http.NewRequestWithContext(ctx, call.Method, call.URL, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("Content-Type", kind)
	for name, values := range call.Header {
		request.Header[name] = values
	}
	return request, nil
}

func (call Call) read(response *http.Response) *Error {
	limit := call.MaxBytes
	if limit == 0 {
		limit = maxAnswer
	}
	raw, err := io.ReadAll(io.LimitReader(response.Body, limit+1))
	isSuccess := response.StatusCode >= 200 && response.StatusCode < 300
	failed := &Error{Status: response.StatusCode, IsUnknown: isSuccess || response.StatusCode >= 500}
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	isJSON := media == "application/json" || strings.HasSuffix(media, "+json")
	switch {
	case err != nil:
		return &Error{reason: reasonOf(err), IsUnknown: true}
	case int64(len(raw)) > limit:
		failed.reason = "the answer is too large"
	case !isSuccess:
		failed.reason = http.StatusText(response.StatusCode)
		failed.readRetry(response.Header.Get("Retry-After"))
		if isJSON && json.Valid(raw) {
			failed.Raw = raw
		}
	case response.StatusCode == http.StatusNoContent && call.Into == nil:
		return nil
	case call.PDF != nil:
		if !bytes.HasPrefix(raw, []byte("%PDF-")) {
			failed.reason = "the answer is no PDF"
			return failed
		}
		*call.PDF = raw
		return nil
	case !isJSON:
		failed.reason = fmt.Sprintf("the answer is %q, not JSON", media)
	case call.Into != nil && json.Unmarshal(raw, call.Into) != nil:
		failed.reason = "the JSON is not what is documented"
	default:
		return nil
	}
	return failed
}

func (e *Error) readRetry(seconds string) {
	if number, err := strconv.Atoi(seconds); err == nil && number >= 0 {
		e.retryAfter, e.hasRetry = time.Duration(number)*time.Second, true
	}
}

// reasonOf returns an error without the address that net/http puts before it.
func reasonOf(err error) string {
	var withURL *url.Error
	if errors.As(err, &withURL) {
		err = withURL.Err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return "no answer in time"
	}
	if errors.Is(err, outbound.ErrPrivate) {
		return "the address is of a private network that OUTBOUND_ALLOW does not name"
	}
	if isDial(err) {
		return "no connection"
	}
	return err.Error()
}

// isDial reports whether the call never reached the service.
func isDial(err error) bool {
	var operation *net.OpError
	return errors.As(err, &operation) && operation.Op == "dial"
}
