package associates

import (
	"strconv"

	"acolhe/models/reminders"
	"acolhe/views/ui"
)

// ReminderHref returns the address that records an opened reminder; order is 0 if it is about none.
func ReminderHref(id int64, about reminders.About, order int64) string {
	here := ui.Here(Href(id)+"/lembretes").With("about", string(about))
	if order == 0 {
		return here
	}
	return ui.Here(here).With("order", strconv.FormatInt(order, 10))
}
