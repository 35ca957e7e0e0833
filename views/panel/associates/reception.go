package associates

import (
	"strconv"
	"time"

	"acolhe/models/associates"
	"acolhe/models/reception"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
)

// ReceptionField is the field of the reception item whose data a new associate gets; saving links the item.
const ReceptionField = "recepcao"

// NewFromReception returns the address of the form of a new associate with the data of a reception item.
func NewFromReception(item int64) string {
	return Path + "/novo?" + ReceptionField + "=" + strconv.FormatInt(item, 10)
}

// Waits returns the time since which an associate waits in reception; now is in the association's time zone.
func Waits(associate associates.Associate, item reception.Item, now time.Time) string {
	name := fmtbr.FirstName(associate.FullName())
	since := fmtbr.Clock(item.DateCreated, now.Location())
	if civil.Of(item.DateCreated.In(now.Location())) != civil.Of(now) {
		since = fmtbr.DateTime(item.DateCreated, now.Location())
	}
	return name + " já espera desde " + since + "."
}
