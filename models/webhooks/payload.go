package webhooks

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
)

// healthFields are the fields about a person's health, by table.
var healthFields = map[Table][]string{
	"users": {"health_condition", "icd_code", "medications", "allergies", "health_notes", "prescriber", "prescriber_code", "prescription", "annotations",
		"species", "breed", "weight_kg"},
	"orders":      {"prescriber", "prescriber_code", "items", "info"},
	"services":    {"type", "observations"},
	"reception":   {"notes", "message", "tags"},
	"users_files": {"kind", "doc_kind"},
}

// pending is a delivery to attempt with its event.
type pending struct {
	ID         int64
	EventID    uuid.UUID
	Record     string
	Attempts   int
	History    []byte
	TableName  Table
	Action     Action
	RecordID   string
	Data       []byte
	OccurredAt time.Time
}

// readPending reads the deliveries of a condition, in the order in which they are attempted.
func readPending(tx *db.DB, condition string, arguments ...any) (rows []pending, err error) {
	err = tx.Raw(`select d.id, d.event_id, d.record, d.attempts, d.history, e.table_name, e.action, e.record_id, e.data, e.occurred_at
		from webhook_deliveries d join webhook_events e on e.id = d.event_id where `+condition+` order by d.next_attempt_at nulls first, d.sequence limit `+batchLimit,
		arguments...).Scan(&rows).Error
	return rows, err
}

// payload is the body of a request (specification, "Outbound webhook events").
type payload struct {
	ID         string          `json:"id"`
	Table      Table           `json:"table"`
	Action     Action          `json:"action"`
	RecordID   string          `json:"record_id"`
	OccurredAt time.Time       `json:"occurred_at"`
	Data       json.RawMessage `json:"data"`
}

func (p pending) messageID() string { return "evt_" + p.EventID.String() }

// body returns the body for an endpoint; it is the same in every attempt.
func (p pending) body(to Endpoint) ([]byte, error) {
	data, err := p.data(to)
	if err != nil {
		return nil, err
	}
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	err = encoder.Encode(payload{p.messageID(), p.TableName, p.Action, p.RecordID, p.OccurredAt.UTC(), data})
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), err
}

// userColumn is the one column with another name than its field in the JSON interface.
const userColumn, userField = "user_id", "user"

func (p pending) data(to Endpoint) (json.RawMessage, error) {
	var without []string
	if to.WithoutHealth {
		without = healthFields[p.TableName]
	}
	if len(without) == 0 && p.TableName != "orders" {
		return p.Data, nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(p.Data, &fields); err != nil {
		return nil, err
	}
	for _, name := range without {
		delete(fields, name)
	}
	if value, sent := fields[userColumn]; sent && p.TableName == "orders" {
		delete(fields, userColumn)
		fields[userField] = value
	}
	return json.Marshal(fields)
}
