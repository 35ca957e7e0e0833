package civil

import "time"

// IsWorkday reports whether the date is no Saturday, Sunday or national holiday of Brazil.
func (d Date) IsWorkday() bool {
	weekday := d.day.Weekday()
	return weekday != time.Saturday && weekday != time.Sunday && !d.IsHoliday()
}

// AddWorkdays returns the workday that many workdays later; carriers count their terms so.
func (d Date) AddWorkdays(days int) Date {
	for days > 0 {
		if d = d.Add(0, 0, 1); d.IsWorkday() {
			days--
		}
	}
	return d
}

// fixedHolidays are the national holidays of each year (laws 662/1949, 6.802/1980 and 14.759/2023).
var fixedHolidays = map[[2]int]bool{
	{1, 1}: true, {4, 21}: true, {5, 1}: true, {9, 7}: true, {10, 12}: true, {11, 2}: true, {11, 15}: true, {11, 20}: true, {12, 25}: true,
}

// firstConsciousness is the first year in which 20 November is a national holiday.
const firstConsciousness = 2024

// IsHoliday reports whether the date is a national holiday of Brazil, Good Friday included. Carnival and Corpus Christi are not.
func (d Date) IsHoliday() bool {
	year, month, day := d.day.Date()
	if month == time.November && day == 20 && year < firstConsciousness {
		return false
	}
	return fixedHolidays[[2]int{int(month), day}] || d == Easter(year).Add(0, 0, -2)
}

// Easter returns Easter Sunday of a year of the Gregorian calendar, by the anonymous algorithm (Nature, 1876).
func Easter(year int) Date {
	golden, century, rest := year%19, year/100, year%100
	moon := (19*golden + century - century/4 - (century-(century+8)/25+1)/3 + 15) % 30
	sunday := (32 + 2*(century%4) + 2*(rest/4) - moon - rest%4) % 7
	late := (golden + 11*moon + 22*sunday) / 451
	sum := moon + sunday - 7*late + 114
	return Date{time.Date(year, time.Month(sum/31), sum%31+1, 0, 0, 0, 0, time.UTC)}
}
