package endpoints

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Health is how the deliveries of an endpoint went in the last 24 hours, and what waits now.
type Health struct {
	// Delivered counts deliveries of 24 hours, Dead those of the days that are kept, Waiting those before an attempt or a retry.
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
		Where("date_created >= ? or status in ('queued', 'failed', 'dead')", by.Now.AddDate(0, 0, -1)).
		Select(`endpoint_id, count(*) filter (where status = 'delivered') as delivered, count(*) filter (where status = 'dead') as dead,
			count(*) filter (where status in ('queued', 'failed')) as waiting,
			round(percentile_cont(0.5) within group (order by duration_ms) filter (where status = 'delivered'))::integer as median`).
		Group("endpoint_id").Scan(&rows).Error
	found := map[int64]Health{}
	for _, row := range rows {
		found[row.EndpointID] = row.Health
	}
	return found, err
}

// healthHours is the number of hours of ReadHours, the current one included.
const healthHours = 24

// Hour counts the deliveries of an hour: those that the receiver accepted, and those with a failed attempt that wait for a
// retry or were given up.
type Hour struct {
	Start             time.Time
	Delivered, Failed int64
}

// ReadHours returns the deliveries of an endpoint by the hour in which their events became deliveries, the oldest first. It
// returns 403 FORBIDDEN unless the caller is an administrator.
func ReadHours(ctx context.Context, tx *db.DB, by auth.Caller, endpoint int64) (hours []Hour, err error) {
	if err := require(by); err != nil {
		return nil, err
	}
	last := by.Now.Truncate(time.Hour)
	err = tx.WithContext(ctx).Raw(`select start, coalesce(delivered, 0) as delivered, coalesce(failed, 0) as failed
		from generate_series(cast(@first as timestamptz), @last, interval '1 hour') start left join (
			select date_trunc('hour', date_created) as start, count(*) filter (where status = 'delivered') as delivered,
				count(*) filter (where status in ('failed', 'dead')) as failed
			from webhook_deliveries where endpoint_id = @endpoint and date_created >= @first group by 1) counted using (start)
		order by start`, map[string]any{"first": last.Add(-(healthHours - 1) * time.Hour), "last": last, "endpoint": endpoint}).Scan(&hours).Error
	return hours, err
}
