package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// appendRaw reads values in text format and appends each to the JSON by the type of its column, without Go values: close to the
// minimum cost of a list.
func (b baseline) appendRaw(ctx context.Context, list []byte, statement string, args ...any) ([]byte, error) {
	asText := []any{pgx.QueryResultFormats{pgx.TextFormatCode}}
	found, err := b.pool.Query(ctx, statement, append(asText, args...)...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	list = append(list, '[')
	for found.Next() {
		list = append(appendRow(list, found.FieldDescriptions(), found.RawValues()), ',')
	}
	if last := len(list) - 1; list[last] == ',' {
		list = list[:last]
	}
	return append(list, ']'), found.Err()
}

func appendRow(dst []byte, columns []pgconn.FieldDescription, values [][]byte) []byte {
	dst = append(dst, '{')
	for i, column := range columns {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(append(dst, '"'), column.Name...), '"', ':')
		dst = appendValue(dst, column.DataTypeOID, values[i])
	}
	return append(dst, '}')
}

func appendValue(dst []byte, oid uint32, value []byte) []byte {
	if value == nil {
		return append(dst, "null"...)
	}
	switch oid {
	case pgtype.Int8OID, pgtype.Int4OID, pgtype.NumericOID, pgtype.JSONBOID:
		return append(dst, value...)
	case pgtype.BoolOID:
		if value[0] == 't' {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case pgtype.TimestamptzOID:
		return appendTime(dst, value)
	}
	return appendText(dst, value)
}

// appendTime writes `2026-11-20 12:30:00.5+00` in the form of RFC 3339; the session is in UTC.
func appendTime(dst, value []byte) []byte {
	dst = append(append(append(dst, '"'), value[:10]...), 'T')
	dst = append(dst, value[11:len(value)-len("+00")]...)
	return append(dst, 'Z', '"')
}

// appendText encodes a text that needs escapes with encoding/json.
func appendText(dst, value []byte) []byte {
	for _, b := range value {
		if b < ' ' || b == '"' || b == '\\' {
			escaped, _ := json.Marshal(string(value)) // a string can always be encoded
			return append(dst, escaped...)
		}
	}
	return append(append(append(dst, '"'), value...), '"')
}

// orderRow is an order as a struct, in the order of the columns. Amounts and JSON are not decoded.
type orderRow struct {
	ID             int64           `json:"id"`
	User           int64           `json:"user"`
	UserCode       uuid.UUID       `json:"user_code"`
	NameAssociate  string          `json:"name_associate"`
	Email          *string         `json:"email"`
	Address        json.RawMessage `json:"address"`
	Items          json.RawMessage `json:"items"`
	Total          json.Number     `json:"total"`
	DeliveryPrice  json.Number     `json:"delivery_price"`
	FreightCarrier *string         `json:"freight_carrier"`
	FreightOption  json.RawMessage `json:"freight_option"`
	Discount       json.Number     `json:"discount"`
	Donation       json.Number     `json:"donation"`
	CustomPayment  json.RawMessage `json:"custom_payment"`
	Prescriber     *string         `json:"prescriber"`
	PrescriberCode *string         `json:"prescriber_code"`
	Info           *string         `json:"info"`
	Tags           json.RawMessage `json:"tags"`
	Status         string          `json:"status"`
	PaymentMethod  *string         `json:"payment_method"`
	PaidOn         *string         `json:"paid_on"`
	AmountReceived *json.Number    `json:"amount_received"`
	TrackingCode   *string         `json:"tracking_code"`
	ServiceUser    *string         `json:"service_user"`
	DateCreated    time.Time       `json:"date_created"`
	DateUpdated    time.Time       `json:"date_updated"`
	IsSample       bool            `json:"is_sample"`
}

// structsOf reads each row into a struct and encodes it with encoding/json. Amounts are read as
// text, because pgx would turn 0.00 into 0.
func structsOf[T any](pool *pgxpool.Pool) listFunc {
	return func(ctx context.Context, body []byte, statement string, args ...any) ([]byte, error) {
		sumsAsText := []any{pgx.QueryResultFormatsByOID{pgtype.NumericOID: pgx.TextFormatCode}}
		found, err := pool.Query(ctx, statement, append(sumsAsText, args...)...)
		if err != nil {
			return nil, err
		}
		list, err := pgx.CollectRows(found, pgx.RowToStructByPos[T])
		if err != nil {
			return nil, err
		}
		encoded, err := json.Marshal(list)
		return append(body, encoded...), err
	}
}
