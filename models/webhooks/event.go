package webhooks

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"acolhe/models/types/access"
	"acolhe/models/webhooks/endpoints"
)

// payload is the body of a request (specification, "Outbound webhook events").
type payload struct {
	ID         string           `json:"id"`
	Table      endpoints.Table  `json:"table"`
	Action     endpoints.Action `json:"action"`
	RecordID   string           `json:"record_id"`
	OccurredAt time.Time        `json:"occurred_at"`
	Data       json.RawMessage  `json:"data"`
}

func (p pending) messageID() string { return "evt_" + p.EventID.String() }

// body returns the body for an endpoint; it is the same in every attempt.
func (p pending) body(to endpoints.Endpoint) ([]byte, error) {
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

func (p pending) data(to endpoints.Endpoint) (json.RawMessage, error) {
	var without []string
	if to.WithoutHealth {
		without = access.HealthFields(string(p.TableName))
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

// fanOutRows moves captured rows from the outbox to the events, and makes a delivery for each endpoint that listens. The
// data of an update are the changed columns and the key; one that changes nothing else than date_updated is no event. An
// endpoint that was switched off after an event occurred gets a dead delivery, so that no event is lost without a reason.
// Columns that are no field of their collection never leave the outbox.
func (s Sender) fanOutRows() string {
	return `with taken as (
		delete from webhook_outbox where sequence in (select sequence from webhook_outbox order by sequence limit @limit)
		returning sequence, table_name, action, record_id, record::jsonb as record, occurred_at),
	followed as (
		select *, case when action = 'update' then coalesce(
			(select o.record::jsonb from webhook_outbox o where o.record_id = t.record_id and o.table_name = t.table_name and o.sequence > t.sequence
				order by o.sequence limit 1), ` + currentRow() + `) end as next
		from taken t),
	differing as (
		select *, (select coalesce(jsonb_object_agg(a.key, a.value), '{}') from jsonb_each(coalesce(next, record)) a left join jsonb_each(record) b using (key)
			where a.key = any (` + s.fields() + `) and (action <> 'update' or a.value is distinct from b.value)) as data
		from followed t),
	events as (
		insert into webhook_events (table_name, action, record_id, data, occurred_at)
		select table_name, action, record_id::text, data || jsonb_build_object('id', record_id), occurred_at
		from differing d where (action <> 'update' or next is null or data - 'date_updated' <> '{}')
			and exists (select from webhook_endpoints e where jsonb_exists(e.tables, d.table_name) and jsonb_exists(e.actions, d.action))
		order by sequence
		returning id, sequence, table_name, action, record_id, occurred_at),
	made as (
		insert into webhook_deliveries (event_id, endpoint_id, sequence, record, status, error, date_created, date_updated)
		select w.id, e.id, w.sequence, w.table_name || '/' || w.record_id, case when e.enabled then 'queued' else 'dead' end,
			case when not e.enabled then @switched_off end, @now, @now
		from events w join webhook_endpoints e on (e.enabled or e.disabled_at > w.occurred_at)
			and jsonb_exists(e.tables, w.table_name) and jsonb_exists(e.actions, w.action))
	select count(*) from taken`
}

// fields returns the expression of the fields of a captured record t, by its table.
func (s Sender) fields() string {
	var expression strings.Builder
	expression.WriteString("case t.table_name")
	for _, collection := range s.Collections {
		fmt.Fprintf(&expression, " when '%s' then '{", collection.Name())
		for i, field := range collection.Fields() {
			if i > 0 {
				expression.WriteByte(',')
			}
			expression.WriteString(field.Column)
		}
		expression.WriteString("}'::text[]")
	}
	return expression.String() + " end"
}

// currentRow returns the expression of the row of a captured record t as it is now.
func currentRow() string {
	var expression strings.Builder
	expression.WriteString("case t.table_name")
	for _, table := range endpoints.Tables() {
		fmt.Fprintf(&expression, " when '%[1]s' then (select to_jsonb(r) from %[1]s r where r.id = t.record_id)", table)
	}
	return expression.String() + " end"
}
