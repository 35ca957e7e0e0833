package civil

// Period is a named number of days up to today.
type Period string

// The periods. Those of several days end today.
const (
	Today      Period = "today"
	SevenDays  Period = "7_days"
	ThirtyDays Period = "30_days"
	ThisMonth  Period = "this_month"
	LastMonth  Period = "last_month"
)

// Days returns the first and the last day of a period, both included; known is false for any other text.
func (p Period) Days(today Date) (first, last Date, known bool) {
	month := Date{today.day.AddDate(0, 0, 1-today.day.Day())}
	switch p {
	case Today:
		return today, today, true
	case SevenDays:
		return Date{today.day.AddDate(0, 0, -6)}, today, true
	case ThirtyDays:
		return Date{today.day.AddDate(0, 0, -29)}, today, true
	case ThisMonth:
		return month, today, true
	case LastMonth:
		return Date{month.day.AddDate(0, -1, 0)}, Date{month.day.AddDate(0, 0, -1)}, true
	}
	return today, today, false
}
