package webhooks

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Health is how the deliveries of an endpoint went in the last 24 hours, and what waits now.
type Health struct {
	// Delivered and Dead count deliveries, Waiting those before an attempt or a retry.
	Delivered, Dead, Waiting int64
	// Median is that of the answers' times in milliseconds; nil without any.
	Median *int
}

// ReadHealth returns the health of endpoints by id. A caller who is not an administrator sees none.
func ReadHealth(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) (map[int64]Health, error) {
	var rows []struct {
		EndpointID int64
		Health
	}
	err := db.AdministratorsOnly(tx.WithContext(ctx).Table("webhook_deliveries"), by).Where("endpoint_id in ?", ids).
		Where("date_created >= ? or status in ('queued', 'failed')", by.Now.AddDate(0, 0, -1)).
		Select(`endpoint_id, count(*) filter (where status = 'delivered') as delivered, count(*) filter (where status = 'dead') as dead,
			count(*) filter (where status in ('queued', 'failed')) as waiting,
			round(percentile_cont(0.5) within group (order by duration_ms) filter (where response_status is not null))::integer as median`).
		Group("endpoint_id").Scan(&rows).Error
	found := map[int64]Health{}
	for _, row := range rows {
		found[row.EndpointID] = row.Health
	}
	return found, err
}
