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
var fixedHolidays = map[[2]int]string{
	{1, 1}: "Confraternização Universal", {4, 21}: "Tiradentes", {5, 1}: "Dia do Trabalho", {9, 7}: "Independência",
	{10, 12}: "Nossa Senhora Aparecida",
	{11, 2}:  "Finados", {11, 15}: "Proclamação da República", {11, 20}: "Consciência Negra", {12, 25}: "Natal",
}

// firstConsciousness is the first year in which 20 November is a national holiday.
const firstConsciousness = 2024

// Holiday returns the name of the national holiday of Brazil on the date, Good Friday included; empty without one. Carnival and
// Corpus Christi are none.
func (d Date) Holiday() string {
	year, month, day := d.day.Date()
	switch {
	case month == time.November && day == 20 && year < firstConsciousness:
		return ""
	case d == Easter(year).Add(0, 0, -2):
		return "Sexta-feira Santa"
	}
	return fixedHolidays[[2]int{int(month), day}]
}

// IsHoliday reports whether the date is a national holiday of Brazil.
func (d Date) IsHoliday() bool { return d.Holiday() != "" }

// Easter returns Easter Sunday of a year of the Gregorian calendar, by the anonymous algorithm (Nature, 1876).
func Easter(year int) Date {
	golden, century, rest := year%19, year/100, year%100
	moon := (19*golden + century - century/4 - (century-(century+8)/25+1)/3 + 15) % 30
	sunday := (32 + 2*(century%4) + 2*(rest/4) - moon - rest%4) % 7
	late := (golden + 11*moon + 22*sunday) / 451
	sum := moon + sunday - 7*late + 114
	return Date{time.Date(year, time.Month(sum/31), sum%31+1, 0, 0, 0, 0, time.UTC)}
}
