package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"acolhe/models/operators"
)

// baseline is a program with the same SQL directly through pgx and the same answers, without permissions and
// validation. Acolhe is compared with it.
type baseline struct {
	pool *pgxpool.Pool
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
	for kind, write := range map[string]listFunc{"raw": b.writeRaw, "structs": structsOf[orderRow](b.pool)} {
		mux.HandleFunc("GET /"+kind+"/orders", asHandler(listHandler(write, newestOrders)))
		mux.HandleFunc("GET /"+kind+"/orders/by-user/{code}", asHandler(b.listByUser(write)))
	}
	mux.HandleFunc("GET /structs/associates", asHandler(listHandler(structsOf[associateRow](b.pool), newestAssociates)))
	for i, q := range queries {
		mux.HandleFunc(fmt.Sprintf("GET /items/%d", i), asHandler(b.listItems(q)))
	}
	mux.HandleFunc("GET /items/orders/{id}", asHandler(b.showOrder))
	mux.HandleFunc("GET /me", asHandler(b.me))
	mux.HandleFunc("POST /orders", asHandler(b.place))
	return mux
}

// listFunc returns the rows of a statement as a JSON array.
type listFunc func(ctx context.Context, statement string, args ...any) ([]byte, error)

func listHandler(write listFunc, statement string) handlerFunc {
	return func(r *http.Request) (int, []byte, error) {
		limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
		if err != nil {
			return 0, nil, err
		}
		list, err := write(r.Context(), statement, limit)
		return http.StatusOK, listEnvelope(list, limit), err
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
		list, err := write(r.Context(), newestOfUser, limit, code)
		return http.StatusOK, listEnvelope(list, limit), err
	}
}

func (b baseline) me(r *http.Request) (int, []byte, error) {
	found, err := b.pool.Query(r.Context(), selectAccount, b.token)
	if err != nil {
		return 0, nil, err
	}
	account, err := pgx.CollectExactlyOneRow(found, pgx.RowToStructByPos[operators.Account])
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

func listEnvelope(list []byte, limit int) []byte { return windowEnvelope(list, limit, 0) }

func windowEnvelope(list []byte, limit, offset int) []byte {
	body := make([]byte, 0, len(list)+80)
	body = append(append(body, `{"data":`...), list...)
	body = strconv.AppendInt(append(body, `,"meta":{"limit":`...), int64(limit), 10)
	body = strconv.AppendInt(append(body, `,"offset":`...), int64(offset), 10)
	return append(body, `},"errors":null}`...)
}

// handlerFunc handles one request and returns the answer.
type handlerFunc func(*http.Request) (status int, body []byte, err error)

func asHandler(do handlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		status, body, err := do(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		_, _ = w.Write(body) // the client may have disconnected
	}
}
