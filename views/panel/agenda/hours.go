package agenda

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/closures"
	"acolhe/models/professionals"
	"acolhe/models/types/fmtbr"
)

// The time grid has rows of five minutes. A block is at least shortestBlock minutes high, so that it can be read and hit.
const (
	rowMinutes    = 5
	shortestBlock = 20
	dayMinutes    = 24 * 60
	maxLanes      = 6
)

// The hours that the grid shows if nothing else is known.
const (
	firstHour = 8
	lastHour  = 18
)

// span is a part of a day in minutes since midnight.
type span struct{ from, to int }

// classes are the place of a span in the grid: its hour, the rows after the hour, and its height in hours and rows.
func (s span) classes() string {
	rows := (s.to - s.from) / rowMinutes
	return "h" + strconv.Itoa(s.from/60) + " m" + strconv.Itoa(s.from%60/rowMinutes) + " t" + strconv.Itoa(rows/12) + " u" + strconv.Itoa(rows%12)
}

// drawn returns the span on whole rows of one day, not shorter than shortestBlock.
func (s span) drawn() span {
	from := s.from / rowMinutes * rowMinutes
	to := min(dayMinutes, max((s.to+rowMinutes-1)/rowMinutes*rowMinutes, from+shortestBlock))
	return span{min(from, to-shortestBlock), to}
}

// placedBlock is an appointment in the grid. Lane and Lanes place it beside those that it overlaps with.
type placedBlock struct {
	bookings.Placed
	span
	lane, lanes int
	overlaps    bool
}

func (b placedBlock) classes() string {
	if b.lanes == 1 {
		return b.span.classes()
	}
	return b.span.classes() + " of" + strconv.Itoa(b.lanes) + " at" + strconv.Itoa(b.lane)
}

// isShort reports whether a block has room for one line.
func (b placedBlock) isShort() bool { return b.to-b.from <= 30 }

// column is one professional on one day.
type column struct {
	professional professionals.Professional
	day          time.Time
	blocks       []placedBlock
	// free are the times to offer, off the hours without attendance.
	free []time.Time
	off  []span
	// blocked are the blocked times.
	blocked []closures.Occurrence
	// row is the first row of the booking form that the column belongs to.
	row int
}

// showsHours reports whether the view is a time grid: a day, or the week of one professional. The week of several is a
// table.
func (d CalendarData) showsHours() bool { return d.View.Mode == DayMode || d.View.IsOfOne() }

// columns returns the columns of the grid: the days of one professional, else the professionals of one day.
func (d CalendarData) columns() []column {
	var columns []column
	for _, professional := range d.Calendar.Professionals {
		for _, day := range d.days() {
			columns = append(columns, column{professional: professional, day: day, blocks: d.blocksOf(professional, day),
				free:    d.freeOn(professional, day),
				blocked: d.blockedOn(professional.ID, day)})
		}
	}
	return clipped(columns)
}

// clipped returns the columns with the hours without attendance that the grid shows.
func clipped(columns []column) []column {
	from, to := hoursOf(columns)
	for i := range columns {
		columns[i].off = columns[i].offWithin(span{from * 60, to * 60})
	}
	return columns
}

// minutes returns the minutes of a moment since midnight, by the clock of the association.
func (d CalendarData) minutes(at time.Time) int {
	local := at.In(d.Now.Location())
	return local.Hour()*60 + local.Minute()
}

func (d CalendarData) spanOf(day, from, to time.Time) span {
	s := span{d.minutes(from), d.minutes(to)}
	if !to.Before(day.AddDate(0, 0, 1)) {
		s.to = dayMinutes
	}
	return s.drawn()
}

// blocksOf returns the appointments of a column, those that overlap beside each other.
func (d CalendarData) blocksOf(professional professionals.Professional, day time.Time) []placedBlock {
	var blocks []placedBlock
	for _, one := range d.Calendar.On(professional.ID, day) {
		blocks = append(blocks, placedBlock{Placed: one, span: d.spanOf(day, one.ConsultationDate, d.Calendar.EndOf(one)),
			overlaps: d.Calendar.Overlapping(one)})
	}
	arrange(blocks)
	return blocks
}

// arrange gives each run of blocks that touch each other's rows as many lanes as it needs. Blocks are in order of time.
func arrange(blocks []placedBlock) {
	for first := 0; first < len(blocks); {
		ends, after := []int{}, first
		for end := blocks[first].to; after < len(blocks) && (after == first || blocks[after].from < end); after++ {
			lane := slices.IndexFunc(ends, func(end int) bool { return end <= blocks[after].from })
			if lane < 0 {
				lane, ends = len(ends), append(ends, 0)
			}
			ends[lane], end = blocks[after].to, max(end, blocks[after].to)
			blocks[after].lane = min(lane, maxLanes-1)
		}
		for ; first < after; first++ {
			blocks[first].lanes = min(len(ends), maxLanes)
		}
	}
}

// freeOn returns the free times of a column. With a filter that leaves appointments out none is known to be free.
func (d CalendarData) freeOn(professional professionals.Professional, day time.Time) []time.Time {
	if d.View.Status != "" || d.View.Tag != "" {
		return nil
	}
	return d.Calendar.Free(professional, day, d.Now)
}

// hoursOf returns the first hour of the grid and the hour after its last one: those of the weekly hours and of the
// appointments.
func hoursOf(columns []column) (from, to int) {
	from, to = dayMinutes, 0
	for _, column := range columns {
		for _, hours := range column.professional.WeeklyHours.On(column.day.Weekday()) {
			from, to = min(from, hours.From), max(to, hours.To)
		}
		for _, block := range column.blocks {
			from, to = min(from, block.from), max(to, block.to)
		}
	}
	if from >= to {
		return firstHour, lastHour
	}
	return from / 60, (to + 59) / 60
}

// offWithin returns the parts of a day outside of the weekly hours; none for a professional without weekly hours.
func (c column) offWithin(shown span) []span {
	if c.professional.WeeklyHours.IsEmpty() {
		return nil
	}
	var off []span
	at := shown.from
	for _, hours := range c.professional.WeeklyHours.On(c.day.Weekday()) {
		if hours.From > at {
			off = append(off, span{at, hours.From})
		}
		at = hours.To
	}
	if at < shown.to {
		off = append(off, span{at, shown.to})
	}
	return off
}

// isClear reports whether a part outside of the weekly hours has room for words.
func (c column) isClear(off span) bool {
	return off.to-off.from >= 60 && !slices.ContainsFunc(c.blocks, func(b placedBlock) bool { return b.from < off.to && off.from < b.to })
}

// item is a part of a column in order of time: an appointment or a free time.
type item struct {
	block *placedBlock
	at    time.Time
	span
}

// items returns what a column shows, in the order in which it is read. A free time that would cover another one is left
// out.
func (d CalendarData) items(c column) []item {
	var items []item
	for i := range c.blocks {
		items = append(items, item{block: &c.blocks[i], span: c.blocks[i].span})
	}
	end := 0
	for _, at := range c.free {
		s := d.spanOf(c.day, at, at.Add(d.Calendar.Lasting))
		if d.CanCreate && s.from >= end {
			items, end = append(items, item{at: at, span: s}), s.to
		}
	}
	slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.from, b.from) })
	return items
}

// axis returns the full hours beside the grid.
func axis(columns []column) []int {
	var hours []int
	from, to := hoursOf(columns)
	for hour := from; hour < to; hour++ {
		hours = append(hours, hour)
	}
	return hours
}

// gridClass holds the first hour of the grid and the number of its hours and columns.
func gridClass(columns []column) string {
	from, to := hoursOf(columns)
	return "hours f" + strconv.Itoa(from) + " n" + strconv.Itoa(to-from)
}

// showsNow reports whether the line of the present minute is in the column.
func (d CalendarData) showsNow(c column, from, to int) bool {
	at := d.minutes(d.Now)
	return d.isToday(c.day) && at >= from*60 && at < to*60
}

// nowClasses places the line of the present minute. It is one row high: a span of no rows is invalid, and the browser would
// put the line at the first hour.
func (d CalendarData) nowClasses() string {
	at := d.minutes(d.Now)
	return span{at, at + rowMinutes}.classes()
}

// columnTitle is the weekday of a column in a week, else its professional.
func (d CalendarData) columnTitle(c column) string {
	if d.View.Mode == DayMode {
		return c.professional.Name
	}
	return shortWeekday(c.day) + " " + strconv.Itoa(c.day.Day())
}

func (d CalendarData) columnNote(c column) string {
	return fmtbr.Join(" · ", d.Calendar.Holiday(c.day).Name, fmtbr.Plural(len(c.blocks), "agendado", "agendados"), freeNote(c))
}

// freeNote returns the number of free times in words; empty without any.
func freeNote(c column) string {
	if len(c.free) == 0 {
		return ""
	}
	return fmtbr.Plural(len(c.free), "livre", "livres")
}

// columnHref leads from a column of a day to the week of its professional, and from one of a week to its day.
func (d CalendarData) columnHref(c column) string {
	if d.View.Mode == DayMode {
		return d.View.as(WeekMode).of(c.professional.ID).Href()
	}
	return d.View.as(DayMode).on(c.day).Href()
}

// times are beginning and end of an appointment.
func (d CalendarData) times(one bookings.Placed) string {
	return d.clock(one.ConsultationDate) + "–" + d.clock(d.Calendar.EndOf(one))
}

// confirmation is the associate's answer in words; empty for a past appointment.
func (d CalendarData) confirmation(one bookings.Placed) string {
	switch {
	case d.isPast(one):
		return ""
	case one.Confirmation == nil:
		return "não confirmado"
	case *one.Confirmation == bookings.RescheduleRequested:
		return "pede outro horário"
	}
	return "confirmado"
}

// isUncertain reports whether the associate has not confirmed an appointment that is still to come.
func (d CalendarData) isUncertain(one bookings.Placed) bool {
	return !d.isPast(one) && (one.Confirmation == nil || *one.Confirmation != bookings.Confirmed)
}
