package main

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Statements of orders.ChangeAsCaller, reception.Assign and bookings.Book, each with the row that they answer with.
const (
	lockOrder   = `select coalesce(info, '') from orders where id = $1 for no key update`
	changeOrder = `update orders set info = $2, date_updated = now() where id = $1 returning row_to_json(orders)`
	logOrder    = `insert into order_changes (order_id, action, actor_kind, actor_code, actor_name, changes)
		values ($1, 'update', 'operator', $2, $3, jsonb_build_object('info', jsonb_build_array($4::text, $5::text)))`
	lockItem   = `select attendant::text from reception where id = $1 for no key update`
	claimItem  = `update reception set attendant = $2, date_updated = now() where id = $1 returning row_to_json(reception)`
	logClaim   = `insert into reception_changes (item_id, action, from_value, to_value, actor_kind, actor_code, actor_name) values ($1, 'assign', $2, $3, 'operator', $4, $5)`
	selectPair = `select u.associate_name, coalesce(u.email_account, u.email), p.name, p.type, p.consultation_price
		from users u, professionals p where u.user_code = $1 and p.id = $2`
	insertService = `insert into services (service_code, associate_user_code, associate_name, associate_email, professional_id, professional_name, type, price, consultation_date)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning row_to_json(services)`
)

// changed is what a write of the bare program answers with: the row as PostgreSQL writes it.
func changed(status int, row json.RawMessage, err error) (int, []byte, error) {
	if err != nil {
		return 0, nil, err
	}
	body, err := json.Marshal(envelope{Data: row})
	return status, body, err
}

// change changes the text of an order, with its history.
func (b baseline) change(r *http.Request) (int, []byte, error) {
	var input struct{ Info string }
	if err := json.NewDecoder(r.Body).Decode(&input); err != nil {
		return 0, nil, err
	}
	var row json.RawMessage
	err := b.write(r.Context(), func(ctx context.Context, tx pgx.Tx) error {
		var before string
		if err := tx.QueryRow(ctx, lockOrder, r.PathValue("id")).Scan(&before); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, changeOrder, r.PathValue("id"), input.Info).Scan(&row); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, logOrder, r.PathValue("id"), b.operator.UserCode.String(), b.operator.Name, before, input.Info)
		return err
	})
	return changed(http.StatusOK, row, err)
}

// claim makes an operator the attendant of an item, or nobody.
func (b baseline) claim(r *http.Request) (int, []byte, error) {
	var input struct{ Attendant *string }
	if err := json.NewDecoder(r.Body).Decode(&input); err != nil {
		return 0, nil, err
	}
	var row json.RawMessage
	err := b.write(r.Context(), func(ctx context.Context, tx pgx.Tx) error {
		var before *string
		if err := tx.QueryRow(ctx, lockItem, r.PathValue("id")).Scan(&before); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, claimItem, r.PathValue("id"), input.Attendant).Scan(&row); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, logClaim, r.PathValue("id"), before, input.Attendant, b.operator.UserCode.String(), b.operator.Name)
		return err
	})
	return changed(http.StatusOK, row, err)
}

// book books one service.
func (b baseline) book(r *http.Request) (int, []byte, error) {
	var input struct {
		Associate uuid.UUID `json:"associate_user_code"`
		Items     []struct {
			Professional int64     `json:"professional_id"`
			At           time.Time `json:"consultation_date"`
		}
	}
	if err := json.NewDecoder(r.Body).Decode(&input); err != nil {
		return 0, nil, err
	}
	item := input.Items[0]
	var row json.RawMessage
	err := b.write(r.Context(), func(ctx context.Context, tx pgx.Tx) error {
		var name, professional, kind, price string
		var email *string
		if err := tx.QueryRow(ctx, selectPair, input.Associate, item.Professional).Scan(&name, &email, &professional, &kind, &price); err != nil {
			return err
		}
		return tx.QueryRow(ctx, insertService, uuid.NewString(), input.Associate, name, email, item.Professional, professional, kind, price, item.At).
			Scan(&row)
	})
	return changed(http.StatusCreated, row, err)
}

func (b baseline) write(ctx context.Context, do func(context.Context, pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, b.untriggered, func(tx pgx.Tx) error { return do(ctx, tx) })
}
