package serve

import (
	"strconv"
	"time"

	"acolhe/models/platform/live"
	"acolhe/web"
)

// Follow streams an event "mudou" after each change of the tables, and at once if one of them may have changed since the
// page was written (?desde=, Unix time in milliseconds).
func Follow(r *web.Request, hub *live.Hub, tables ...string) error {
	var since time.Time
	if written, err := strconv.ParseInt(r.Query("desde"), 10, 64); err == nil {
		since = time.UnixMilli(written)
	}
	changes, end := hub.Subscribe(since, tables...)
	defer end()
	return r.Events("mudou", changes)
}
