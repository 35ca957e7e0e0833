package fmtbr

import (
	"fmt"
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

// LongDate returns `20 de novembro de 2026` in the given zone.
func LongDate(t time.Time, in *time.Location) string {
	t = t.In(in)
	return fmt.Sprintf("%d de %s de %d", t.Day(), months[t.Month()-1], t.Year())
}

// MonthYear returns `nov 2026`: abbreviated, in lower case and without a point.
func MonthYear(t time.Time, in *time.Location) string {
	t = t.In(in)
	return string([]rune(months[t.Month()-1])[:3]) + nbsp + t.Format("2006")
}

// Ago returns the distance to now below 24 hours (`há 5 min`, `há 3 h`, `agora`), else date and time, also for
// the future. Show DateTime in the title beside it.
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
