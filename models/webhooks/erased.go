package webhooks

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
)

// ofPeople are the tables whose events name people.
const ofPeople = `array['users', 'orders', 'services', 'reception', 'users_files', 'services_files']`

// AnnounceErased queues an event for each enabled endpoint that gets data of people: the associate with this id and code was
// erased, and the receiver must erase what it has. It returns the number of endpoints.
func AnnounceErased(ctx context.Context, tx *db.DB, id int64, code uuid.UUID, now time.Time) (int64, error) {
	data, err := json.Marshal(map[string]any{"id": id, "user_code": code, "erased_at": now.UTC()})
	if err != nil {
		return 0, err
	}
	queued := tx.WithContext(ctx).Exec(`with event as (
			insert into webhook_events (table_name, action, record_id, data, occurred_at) values ('users', 'erased', @record, cast(@data as jsonb), @now)
			returning id, sequence, table_name, record_id)
		insert into webhook_deliveries (event_id, endpoint_id, sequence, record, date_created, date_updated)
		select event.id, e.id, event.sequence, event.table_name || '/' || event.record_id, @now, @now
		from event cross join webhook_endpoints e where e.enabled and jsonb_exists_any(e.tables, `+ofPeople+`)`,
		map[string]any{"record": strconv.FormatInt(id, 10), "data": string(data), "now": now})
	return queued.RowsAffected, queued.Error
}

// NamesOfPeopleReceivers returns the names of the enabled endpoints that get data of people.
func NamesOfPeopleReceivers(ctx context.Context, tx *db.DB) (names []string, err error) {
	err = tx.WithContext(ctx).Table("webhook_endpoints").Where("enabled and jsonb_exists_any(tables, "+ofPeople+")").Order("name, id").Pluck("name", &names).Error
	return names, err
}
