package fmtbr

import (
	"fmt"
	"strconv"
	"time"
)

var months = [...]string{
	"janeiro", "fevereiro", "março", "abril", "maio", "junho",
	"julho", "agosto", "setembro", "outubro", "novembro", "dezembro",
}

// Date returns `20/11/2026` in the given zone.
func Date(t time.Time, in *time.Location) string { return t.In(in).Format("02/01/2006") }

// DateTime returns `20/11/2026 14:05` in the given zone.
func DateTime(t time.Time, in *time.Location) string { return t.In(in).Format("02/01/2006 15:04") }

// Clock returns `14:05` in the given zone.
func Clock(t time.Time, in *time.Location) string { return t.In(in).Format("15:04") }

// LongDate returns `20 de novembro de 2026` in the given zone; the first of a month is `1º de dezembro de 2026`.
func LongDate(t time.Time, in *time.Location) string {
	t = t.In(in)
	return fmt.Sprintf("%s de %s de %d", dayOfMonth(t), months[t.Month()-1], t.Year())
}

// Days returns a span of days in the given zone: `23 a 29 de novembro de 2026`, `30 de novembro a 6 de dezembro de 2026`.
func Days(first, last time.Time, in *time.Location) string {
	first, last = first.In(in), last.In(in)
	from := dayOfMonth(first)
	if first.Month() != last.Month() {
		from += " de " + months[first.Month()-1]
	}
	return from + " a " + LongDate(last, in)
}

func dayOfMonth(t time.Time) string {
	if t.Day() == 1 {
		return "1º"
	}
	return strconv.Itoa(t.Day())
}

// Appointment returns a moment with its weekday and zone: `terça-feira, 1º de dezembro de 2026, às 14:00, horário de Brasília`.
func Appointment(t time.Time, in *time.Location) string {
	return Weekday(t, in) + ", " + LongDate(t, in) + ", às " + Clock(t, in) + ", " + ZoneName(in)
}

// MonthYear returns `nov 2026`: abbreviated, in lower case and without a point.
func MonthYear(t time.Time, in *time.Location) string {
	t = t.In(in)
	return ShortMonth(t.Month()) + nbsp + t.Format("2006")
}

// LongMonth returns a month: "outubro de 2026".
func LongMonth(t time.Time, in *time.Location) string {
	t = t.In(in)
	return months[t.Month()-1] + " de " + t.Format("2006")
}

// Ago returns the time passed for less than 24 hours (`há 5 min`, `há 3 h`, `agora`), else date and time, also for the
// future. Show DateTime in the title beside it.
func Ago(t, now time.Time, in *time.Location) string {
	past := now.Sub(t)
	switch {
	case past < 0, past >= 24*time.Hour:
		return DateTime(t, in)
	case past < time.Minute:
		return "agora"
	case past < time.Hour:
		return fmt.Sprintf("há %d%smin", int(past.Minutes()), nbsp)
	}
	return fmt.Sprintf("há %d%sh", int(past.Hours()), nbsp)
}

// At returns the time of a moment of today, else its date too: `às 14:05`, `em 20/11/2026 14:05`.
func At(t, now time.Time) string {
	in := now.Location()
	if Date(t, in) == Date(now, in) {
		return "às " + Clock(t, in)
	}
	return "em " + DateTime(t, in)
}

// Since is Ago with days instead of a date beyond 24 hours: `há 5 dias`.
func Since(t, now time.Time) string {
	past := now.Sub(t)
	switch {
	case past < time.Minute:
		return "agora"
	case past < day:
		return Ago(t, now, now.Location())
	}
	return "há" + nbsp + Plural(int(past/day), "dia", "dias")
}

// Elapsed returns a duration in minutes, in hours and minutes, or in days: `54 min`, `1 h 12`, `2 dias`.
func Elapsed(d time.Duration) string {
	switch {
	case d < time.Hour:
		return fmt.Sprintf("%d%smin", max(int(d.Minutes()), 0), nbsp)
	case d < day:
		return fmt.Sprintf("%d%sh%s%02d", int(d.Hours()), nbsp, nbsp, int(d.Minutes())%60)
	}
	return Plural(int(d/day), "dia", "dias")
}

// Limit returns a duration in whole hours, else in minutes: `2 h`, `90 min`.
func Limit(d time.Duration) string {
	if d%time.Hour == 0 {
		return fmt.Sprintf("%d%sh", int(d.Hours()), nbsp)
	}
	return fmt.Sprintf("%d%smin", int(d.Minutes()), nbsp)
}

const day = 24 * time.Hour

// DayMonth returns `20/11` in the given zone.
func DayMonth(t time.Time, in *time.Location) string { return t.In(in).Format("02/01") }

// ShortMonth returns `nov`.
func ShortMonth(month time.Month) string { return string([]rune(months[month-1])[:3]) }

// Weekday returns the day of the week in the given zone, such as `quinta-feira`.
func Weekday(t time.Time, in *time.Location) string {
	return [...]string{"domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"}[t.In(in).Weekday()]
}

// ShortWeekday returns the abbreviated day of the week in the given zone, such as `qui.`.
func ShortWeekday(t time.Time, in *time.Location) string {
	return [...]string{"dom.", "seg.", "ter.", "qua.", "qui.", "sex.", "sáb."}[t.In(in).Weekday()]
}

// ZoneName names a time zone within a sentence: `horário de Brasília`.
func ZoneName(zone *time.Location) string {
	switch zone.String() {
	case "America/Sao_Paulo":
		return "horário de Brasília"
	case "America/Manaus":
		return "horário de Manaus"
	case "America/Rio_Branco":
		return "horário do Acre"
	case "America/Noronha":
		return "horário de Fernando de Noronha"
	}
	return "horário de " + zone.String()
}
