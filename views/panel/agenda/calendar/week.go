package calendar

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/professionals"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/views/panel/agenda"
)

// What a page shows at most, so that it stays small however large the association is: professionals of a week and of a day,
// parts of a cell of the week, and parts of the week, of which each cell has its share. A part is an appointment or a free time.
const (
	peopleInWeek = 7
	peopleInDay  = 6
	mostInCell   = 6
	fewestInCell = 2
	mostInWeek   = 144
)

// perPage returns the number of professionals that a page shows.
func (d Data) perPage() int {
	if d.showsHours() {
		return peopleInDay
	}
	return peopleInWeek
}

// pastDays returns the days of the week before today, which fold to a strip while the chosen day is not one of them.
func (d Data) pastDays() []time.Time {
	days := d.days()
	today := slices.IndexFunc(days, d.IsToday)
	if today < 0 || slices.ContainsFunc(days[:today], d.isChosen) {
		return nil
	}
	return days[:today]
}

// openDays returns the days of the week that are not folded.
func (d Data) openDays() []time.Time { return d.days()[len(d.pastDays()):] }

// pastWords names folded days: seg 23, seg 23 a ter 24.
func pastWords(past []time.Time) string {
	words := func(day time.Time) string { return shortWeekday(day) + " " + strconv.Itoa(day.Day()) }
	if len(past) == 1 {
		return words(past[0])
	}
	return words(past[0]) + " a " + words(past[len(past)-1])
}

// pastDaysShort names folded days in less room: seg 23, seg a ter.
func pastDaysShort(past []time.Time) string {
	if len(past) == 1 {
		return pastWords(past)
	}
	return shortWeekday(past[0]) + " a " + shortWeekday(past[len(past)-1])
}

// pastCount returns the number of appointments of a professional on the folded days, in words.
func (d Data) pastCount(professional professionals.Professional, past []time.Time) string {
	count := 0
	for _, day := range past {
		count += len(d.Calendar.On(professional.ID, day))
	}
	return strconv.Itoa(count) + " em " + pastDaysShort(past)
}

// countOn returns the number of appointments on a day, in words.
func (d Data) countOn(day time.Time) string {
	return fmtbr.Plural(d.Counts[civil.Of(day).String()], "agendado", "agendados")
}

// isOff reports whether the weekly hours of a professional have none on a day.
func isOff(professional professionals.Professional, day time.Time) bool {
	return !professional.WeeklyHours.IsEmpty() && len(professional.WeeklyHours.On(day.Weekday())) == 0
}

// perCell returns the number of parts that a cell shows.
func (d Data) perCell() int {
	cells := max(1, len(d.Calendar.Professionals)*len(d.openDays()))
	return max(fewestInCell, min(mostInCell, mostInWeek/cells))
}

// shownIn returns the appointments of a cell that it shows, and the number of the others.
func (d Data) shownIn(professional professionals.Professional, day time.Time) (shown []block, more int) {
	room := d.perCell()
	for _, one := range d.blocks(professional, day) {
		fits := min(room, len(one.placed))
		room, more = room-fits, more+len(one.placed)-fits
		if one.placed = one.placed[:fits]; fits > 0 {
			shown = append(shown, one)
		}
	}
	return shown, more
}

// freeIn returns the first free times of a cell that still fit, and the number of further ones.
func (d Data) freeIn(professional professionals.Professional, day time.Time) (shown []time.Time, more int) {
	free := d.freeOn(professional, day)
	fits := min(maxFree, len(free), max(0, d.perCell()-len(d.Calendar.On(professional.ID, day))))
	return free[:fits], len(free) - fits
}

// name returns who is attended; shorter beside a record, where days are narrow: Ana S.
func (d Data) name(one bookings.Placed) string {
	name := agenda.Person(one.AssociateName, one.PatientName)
	letters := []rune(fmtbr.Initials(name))
	if d.Open == nil || len(letters) < 2 {
		return name
	}
	return fmtbr.FirstName(name) + " " + string(letters[len(letters)-1]) + "."
}

// chosen returns how many of the professionals the view is of.
func (d Data) chosen() string {
	if len(d.View.Professionals) == 0 {
		return "todos"
	}
	return strconv.Itoa(len(d.View.Professionals)) + " de " + strconv.Itoa(len(d.Options.Professionals))
}

// pageWords names the professionals of the page: 1 a 12 de 20 profissionais.
func (d Data) pageWords() string {
	first := d.View.Page * d.perPage()
	return strconv.Itoa(first+1) + " a " + strconv.Itoa(first+len(d.Calendar.Professionals)) + " de " + fmtbr.Plural(d.people, "profissional",
		"profissionais")
}

// filtersLabel names the filters that are on.
func (d Data) filtersLabel() string {
	var on []string
	for _, filter := range []struct{ name, value string }{{"tipo", d.View.Type}, {"pagamento", string(d.View.Status)},
		{"etiqueta", d.View.Tag}} {
		if filter.value != "" {
			on = append(on, filter.name)
		}
	}
	if len(on) == 0 {
		return "Filtros"
	}
	return "Filtros: " + strings.Join(on, ", ")
}

func (d Data) isFiltered() bool { return d.View.Type+string(d.View.Status)+d.View.Tag != "" }
