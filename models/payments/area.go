package payments

import "acolhe/models/platform/area"

// Area declares what the payments of bookings bring to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"booking_payments", "booking_payment_services"}}
}
