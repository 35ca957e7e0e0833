package source

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"acolhe/models/platform/outbound"
)

const (
	// dialTimeout limits a connection, callTimeout one answer with rows, assetTimeout the transfer of one file.
	callTimeout  = 60 * time.Second
	dialTimeout  = 10 * time.Second
	assetTimeout = 10 * time.Minute
	// maxAnswer is the size in bytes of an answer with rows.
	maxAnswer = 64 << 20
	// attempts is how often a call is made that Directus refuses for load, firstWait the time before the second one.
	attempts  = 6
	firstWait = 500 * time.Millisecond
	// maxWait limits what Directus may ask to wait.
	maxWait = 30 * time.Second
)

// REST reads a Directus through its interface.
type REST struct {
	base   *url.URL
	token  string
	client *http.Client
	// wait pauses before another attempt.
	wait func(ctx context.Context, pause time.Duration) error
	// most is the number of rows that this Directus answers at once; 0 until the first page.
	most int
}

// NewREST returns a reader of the Directus at an address. The administrator gives the address, so it may be a private one. No redirect
// is followed, because it would carry the token elsewhere.
func NewREST(address, token string) (*REST, error) {
	base, err := url.Parse(strings.TrimRight(address, "/"))
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, errors.New("o endereço do Directus deve começar com http:// ou https://")
	}
	if base.User != nil {
		return nil, errors.New("o endereço do Directus não leva senha; use o token")
	}
	client := outbound.ClientOf(outbound.Guard{}.Naming(base.Hostname()).ViaProxy(dialTimeout))
	return &REST{base: base, token: token, client: client, wait: pause}, nil
}

func pause(ctx context.Context, long time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(long):
		return nil
	}
}

// Page implements Reader.
func (r *REST) Page(ctx context.Context, query Query) ([]Row, error) {
	if err := r.learnLimit(ctx); err != nil {
		return nil, err
	}
	path := "/items/" + query.Collection
	values := url.Values{"limit": {strconv.Itoa(r.most)}, "sort": {"id"}, "fields": {"*"}}
	if query.isOwn() {
		path = "/" + strings.TrimPrefix(query.Collection, "directus_")
		values.Set("offset", strconv.Itoa(query.Passed))
	}
	if conditions := query.conditions(); len(conditions) > 0 {
		encoded, err := json.Marshal(map[string]any{"_and": conditions})
		if err != nil {
			return nil, err
		}
		values.Set("filter", string(encoded))
	}
	var answer struct {
		Data []Row `json:"data"`
	}
	if err := r.get(ctx, path+"?"+values.Encode(), query.Collection, &answer); err != nil {
		return nil, err
	}
	return answer.Data, nil
}

// learnLimit asks once how many rows the Directus answers at most (QUERY_LIMIT_MAX): it refuses a page with more.
func (r *REST) learnLimit(ctx context.Context) error {
	if r.most > 0 {
		return nil
	}
	var answer struct {
		Data struct{ QueryLimit struct{ Max int } }
	}
	var absent AbsentError
	if err := r.get(ctx, "/server/info", "server", &answer); err != nil && !errors.As(err, &absent) {
		return err
	}
	r.most = min(Batch, cmp.Or(max(0, answer.Data.QueryLimit.Max), Batch)) // none or -1 is no limit
	return nil
}

// conditions are those of the query in the language of Directus, which has no order of UUIDs.
func (q Query) conditions() (all []map[string]any) {
	if q.After != "" && !q.isOwn() {
		all = append(all, map[string]any{"id": map[string]any{"_gt": q.After}})
	}
	if q.Since != nil {
		since := map[string]any{"_gte": q.Since.UTC().Format(time.RFC3339)}
		all = append(all, map[string]any{"_or": []map[string]any{{"date_updated": since}, {"date_created": since}}})
	}
	return all
}

// Asset implements Reader.
func (r *REST) Asset(ctx context.Context, id string) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(ctx, assetTimeout)
	var body io.ReadCloser
	err := r.call(ctx, "/assets/"+url.PathEscape(id), Files, func(answer *http.Response) error {
		body = &limitedBody{answer.Body, cancel}
		return nil
	})
	if err != nil {
		cancel()
		return nil, err
	}
	return body, nil
}

// limitedBody ends the time limit of its call when it is closed.
type limitedBody struct {
	io.ReadCloser
	cancel func()
}

// Close implements io.Closer.
func (b *limitedBody) Close() error {
	defer b.cancel()
	return b.ReadCloser.Close()
}

func (r *REST) get(ctx context.Context, path, collection string, into any) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout*attempts)
	defer cancel()
	var body []byte
	err := r.call(ctx, path, collection, func(answer *http.Response) (err error) {
		defer func() { _ = answer.Body.Close() }()
		body, err = io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
		return err
	})
	if err != nil {
		return err
	}
	if len(body) > maxAnswer {
		return fmt.Errorf("a resposta de %s é grande demais", collection)
	}
	if err := Decode(body, into); err != nil {
		return fmt.Errorf("a resposta de %s não é de um Directus: %w", collection, err)
	}
	return nil
}

// call makes a request and has the answer taken, again after a pause if Directus is busy or failing or the connection breaks.
func (r *REST) call(ctx context.Context, path, collection string, take func(answer *http.Response) error) error {
	wait := firstWait
	for attempt := 1; ; attempt++ {
		answer, err := r.try(ctx, path)
		if err == nil && answer.StatusCode == http.StatusOK {
			if err = take(answer); err == nil {
				return nil
			}
		} else if err == nil {
			err = refusal(answer, collection)
			_ = answer.Body.Close()
			if answer.StatusCode != http.StatusTooManyRequests && answer.StatusCode < http.StatusInternalServerError {
				return err
			}
			if seconds, failed := strconv.Atoi(answer.Header.Get("Retry-After")); failed == nil && seconds > 0 {
				wait = min(time.Duration(seconds)*time.Second, maxWait)
			}
		}
		if attempt == attempts || ctx.Err() != nil {
			return Interrupted(err)
		}
		if err := r.wait(ctx, wait); err != nil {
			return err
		}
		wait = min(wait*2, maxWait)
	}
}

// Interrupted returns the sentence for a Directus that does not answer, or not to the end.
func Interrupted(err error) error {
	return fmt.Errorf("o Directus não respondeu ou a conexão caiu; o mesmo comando continua de onde parou: %w", err)
}

func (r *REST) try(ctx context.Context, path string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base.String()+path, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+r.token)
	request.Header.Set("Accept", "application/json, */*")
	return r.client.Do(request)
}

// refusal returns what Directus says.
func refusal(answer *http.Response, collection string) error {
	var body struct {
		Errors []struct {
			Message string `json:"message"`
		} `json:"errors"`
	}
	reason := answer.Status
	if content, err := io.ReadAll(io.LimitReader(answer.Body, 64<<10)); err == nil && Decode(content, &body) == nil && len(body.Errors) > 0 {
		reason = body.Errors[0].Message
	}
	if to, err := answer.Location(); err == nil {
		return fmt.Errorf("o Directus manda para %s; use o endereço final", to.Host)
	}
	switch answer.StatusCode {
	case http.StatusUnauthorized:
		return errors.New("o Directus não aceitou o token")
	case http.StatusForbidden, http.StatusNotFound:
		return AbsentError{collection, reason}
	}
	return fmt.Errorf("%s: o Directus respondeu %d: %s", collection, answer.StatusCode, reason)
}
