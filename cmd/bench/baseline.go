package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/operators"
)

// baseline is a program with the same SQL directly through pgx and the same answers, without permissions and
// validation. Acolhe is compared with it.
type baseline struct {
	pool *pgxpool.Pool
	// untriggered is a pool for writes whose rows no trigger sees and no foreign key checks.
	untriggered *pgxpool.Pool
	// operator is the signed-in operator, and token the hash of a live session.
	operator operators.Operator
	token    []byte
}

// Statements of orders.List, orders.ListByUser and the look-up of a session. The columns have the
// names of the JSON interface.
const (
	selectOrders = `select id, user_id as "user", user_code, name_associate, email, address, items, total, delivery_price,
		freight_carrier, freight_option, discount, donation, custom_payment, prescriber, prescriber_code, info, tags, status,
		payment_method, paid_on::text, amount_received, tracking_code, service_user, date_created, date_updated, is_sample from orders`
	newestOrders  = selectOrders + ` order by date_created desc, id desc limit $1`
	newestOfUser  = selectOrders + ` where user_code = $2 order by date_created desc, id desc limit $1`
	selectUser    = `select id from users where user_code = $1 limit 1`
	selectAccount = `select p.id, user_code, name, last_name, email, permissions, internal_code
		from sessions s join system_users p on p.id = s.operator_id
		where s.token = $1 and s.ended_at is null and s.expires_at > now() and p.status = 'active' limit 1`
)

func (b baseline) handler(queries []itemQuery) http.Handler {
	mux := http.NewServeMux()
	for kind, write := range map[string]listFunc{"raw": b.appendRaw, "structs": structsOf[orderRow](b.pool)} {
		mux.HandleFunc("GET /"+kind+"/orders", b.asHandler(listHandler(write, newestOrders)))
		mux.HandleFunc("GET /"+kind+"/orders/by-user/{code}", b.asHandler(b.listByUser(write)))
	}
	mux.HandleFunc("GET /structs/associates", b.asHandler(listHandler(structsOf[associateRow](b.pool), newestAssociates)))
	for i, q := range queries {
		mux.HandleFunc(fmt.Sprintf("GET /items/%d", i), b.asHandler(b.listItems(q)))
	}
	mux.HandleFunc("GET /items/orders/{id}", b.asHandler(b.showOrder))
	mux.HandleFunc("GET /me", b.asHandler(b.me))
	mux.HandleFunc("POST /orders", b.asHandler(b.place))
	mux.HandleFunc("PATCH /orders/{id}", b.asHandler(b.change))
	mux.HandleFunc("PATCH /reception/{id}/attendant", b.asHandler(b.claim))
	mux.HandleFunc("POST /services", b.asHandler(b.book))
	return mux
}

// listFunc appends the rows of a statement to an answer, as a JSON array.
type listFunc func(ctx context.Context, body []byte, statement string, args ...any) ([]byte, error)

func listHandler(write listFunc, statement string) handlerFunc {
	return func(r *http.Request) (int, []byte, error) {
		limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
		if err != nil {
			return 0, nil, err
		}
		body, err := write(r.Context(), listStart(), statement, limit)
		return http.StatusOK, listEnd(body, limit, 0), err
	}
}

func (b baseline) listByUser(write listFunc) handlerFunc {
	return func(r *http.Request) (int, []byte, error) {
		limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
		if err != nil {
			return 0, nil, err
		}
		code, err := uuid.Parse(r.PathValue("code"))
		if err != nil {
			return 0, nil, err
		}
		var id int64
		if err := b.pool.QueryRow(r.Context(), selectUser, code).Scan(&id); err != nil {
			return 0, nil, err
		}
		body, err := write(r.Context(), listStart(), newestOfUser, limit, code)
		return http.StatusOK, listEnd(body, limit, 0), err
	}
}

func (b baseline) me(r *http.Request) (int, []byte, error) {
	account, err := b.account(r.Context(), b.token)
	if err != nil {
		return 0, nil, err
	}
	body, err := json.Marshal(envelope{Data: account})
	return http.StatusOK, body, err
}

// envelope is the envelope of the JSON interface.
type envelope struct {
	Data   any `json:"data"`
	Meta   any `json:"meta"`
	Errors any `json:"errors"`
}

// bufferSize is enough for most lists.
const bufferSize = 64 << 10

// buffers are those of answers that were sent.
var buffers = sync.Pool{New: func() any { return make([]byte, 0, bufferSize) }}

func buffer() []byte { return buffers.Get().([]byte)[:0] }

// keep keeps the buffer of an answer for others; one that was encoded without a buffer is too small.
func keep(body []byte) {
	if cap(body) >= bufferSize {
		buffers.Put(body)
	}
}

func listStart() []byte { return append(buffer(), `{"data":`...) }

func listEnd(body []byte, limit, offset int) []byte {
	body = strconv.AppendInt(append(body, `,"meta":{"limit":`...), int64(limit), 10)
	body = strconv.AppendInt(append(body, `,"offset":`...), int64(offset), 10)
	return append(body, `},"errors":null}`...)
}

// account returns the account of a session.
func (b baseline) account(ctx context.Context, token []byte) (operators.Account, error) {
	found, err := b.pool.Query(ctx, selectAccount, token)
	if err != nil {
		return operators.Account{}, err
	}
	return pgx.CollectExactlyOneRow(found, pgx.RowToStructByPos[operators.Account])
}

// handlerFunc handles one request and returns the answer.
type handlerFunc func(*http.Request) (status int, body []byte, err error)

// asHandler looks the session up if the request has one, and compresses the answer if it accepts brotli, at the level of Acolhe.
func (b baseline) asHandler(do handlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if cookie, err := r.Cookie(sessionCookie); err == nil && cookie.Value != "" {
			if _, err := b.account(r.Context(), hashOf(cookie.Value)); err != nil {
				http.Error(w, err.Error(), http.StatusUnauthorized)
				return
			}
		}
		status, body, err := do(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		defer keep(body)
		w.Header().Set("Content-Type", "application/json")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "br") {
			writePacked(w, status, body)
			return
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		_, _ = w.Write(body) // the client may have disconnected
	}
}

var packers = sync.Pool{New: func() any { return brotli.NewWriterLevel(io.Discard, 5) }}

func writePacked(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Encoding", "br")
	w.WriteHeader(status)
	packer := packers.Get().(*brotli.Writer)
	defer packers.Put(packer)
	packer.Reset(w)
	_, _ = packer.Write(body) // the client may have disconnected
	_ = packer.Close()
}
