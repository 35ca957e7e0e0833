package dbtest

import (
	"strings"
	"time"

	"acolhe/models/types/civil"
)

// zone is the association's zone of an empty configuration. Between 21:00 and midnight there, UTC is a day ahead.
var zone = time.FixedZone("", -3*60*60)

// Day returns the day in the association's zone that many days from the machine's today, as people type it.
func Day(days int) string { return civil.Of(time.Now().In(zone)).Add(0, 0, days).Shown() }

// OnLocalDay returns a statement with current_date in the association's zone instead of that of the connection, which is UTC.
func OnLocalDay(statement string) string {
	return strings.ReplaceAll(statement, "current_date", "(now() at time zone 'America/Sao_Paulo')::date")
}
