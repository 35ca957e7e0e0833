// Package hours places appointments and free times in a grid by the hour: a column for a professional on a day, its appointments
// beside each other where they overlap, and the hours without attendance.
package hours

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

// Grid is what the columns of a grid show.
type Grid struct {
	Calendar bookings.Calendar
	// Now is in the association's time zone.
	Now time.Time
	// CanCreate reports whether to offer free times.
	CanCreate bool
}

// Span is a part of a day in minutes since midnight.
type Span struct{ from, to int }

// Classes are the place of a span in the grid: its hour, the rows after the hour, and its height in hours and rows.
func (s Span) Classes() string {
	rows := (s.to - s.from) / rowMinutes
	return "h" + strconv.Itoa(s.from/60) + " m" + strconv.Itoa(s.from%60/rowMinutes) + " t" + strconv.Itoa(rows/12) + " u" + strconv.Itoa(rows%12)
}

// drawn returns the span on whole rows of one day, not shorter than shortestBlock.
func (s Span) drawn() Span {
	from := s.from / rowMinutes * rowMinutes
	to := min(dayMinutes, max((s.to+rowMinutes-1)/rowMinutes*rowMinutes, from+shortestBlock))
	return Span{min(from, to-shortestBlock), to}
}

// ClippedTo returns the part of the span that a grid of these hours shows.
func (s Span) ClippedTo(from, to int) Span {
	return Span{min(max(s.from, from*60), to*60-shortestBlock), max(min(s.to, to*60), from*60+shortestBlock)}
}

// Block is an appointment in the grid. Lane and Lanes place it beside those that it overlaps with.
type Block struct {
	bookings.Placed
	Span
	lane, lanes int
	Overlaps    bool
}

// Classes are the place of a block in the grid.
func (b Block) Classes() string {
	if b.lanes == 1 {
		return b.Span.Classes()
	}
	return b.Span.Classes() + " of" + strconv.Itoa(b.lanes) + " at" + strconv.Itoa(b.lane)
}

// IsShort reports whether a block has room for one line.
func (b Block) IsShort() bool { return b.to-b.from <= 30 }

// Column is one professional on one day.
type Column struct {
	Professional professionals.Professional
	Day          time.Time
	Blocks       []Block
	// Free are the times to offer, off the hours without attendance.
	Free []time.Time
	off  []Span
	// Blocked are the blocked times.
	Blocked []closures.Occurrence
	// Row is the first row of the booking form that the column belongs to.
	Row int
}

// Clipped returns the columns with the hours without attendance that the grid shows.
func Clipped(columns []Column) []Column {
	from, to := Range(columns)
	for i := range columns {
		columns[i].off = columns[i].offWithin(Span{from * 60, to * 60})
	}
	return columns
}

// Minutes returns the minutes of a moment since midnight, by the clock of the association.
func (g Grid) Minutes(at time.Time) int {
	local := at.In(g.Now.Location())
	return local.Hour()*60 + local.Minute()
}

// SpanOf returns the place of a time on a day.
func (g Grid) SpanOf(day, from, to time.Time) Span {
	s := Span{g.Minutes(from), g.Minutes(to)}
	if !to.Before(day.AddDate(0, 0, 1)) {
		s.to = dayMinutes
	}
	return s.drawn()
}

// BlocksOf returns the appointments of a column, those that overlap beside each other.
func (g Grid) BlocksOf(professional professionals.Professional, day time.Time) []Block {
	var blocks []Block
	for _, one := range g.Calendar.On(professional.ID, day) {
		blocks = append(blocks, Block{Placed: one, Span: g.SpanOf(day, one.ConsultationDate, g.Calendar.EndOf(one)),
			Overlaps: g.Calendar.Overlapping(one)})
	}
	arrange(blocks)
	return blocks
}

// arrange gives each run of blocks that touch each other's rows as many lanes as it needs. Blocks are in order of time.
func arrange(blocks []Block) {
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

// Range returns the first hour of the grid and the hour after its last one: those of the weekly hours and of the
// appointments.
func Range(columns []Column) (from, to int) {
	from, to = dayMinutes, 0
	for _, column := range columns {
		for _, hours := range column.Professional.WeeklyHours.On(column.Day.Weekday()) {
			from, to = min(from, hours.From), max(to, hours.To)
		}
		for _, block := range column.Blocks {
			from, to = min(from, block.from), max(to, block.to)
		}
	}
	if from >= to {
		return firstHour, lastHour
	}
	return from / 60, (to + 59) / 60
}

// offWithin returns the parts of a day outside of the weekly hours; none for a professional without weekly hours.
func (c Column) offWithin(shown Span) []Span {
	if c.Professional.WeeklyHours.IsEmpty() {
		return nil
	}
	var off []Span
	at := shown.from
	for _, hours := range c.Professional.WeeklyHours.On(c.Day.Weekday()) {
		if hours.From > at {
			off = append(off, Span{at, hours.From})
		}
		at = hours.To
	}
	if at < shown.to {
		off = append(off, Span{at, shown.to})
	}
	return off
}

// isClear reports whether a part outside of the weekly hours has room for words.
func (c Column) isClear(off Span) bool {
	return off.to-off.from >= 60 && !slices.ContainsFunc(c.Blocks, func(b Block) bool { return b.from < off.to && off.from < b.to })
}

// Item is a part of a column in order of time: an appointment or a free time.
type Item struct {
	Block *Block
	At    time.Time
	Span
}

// Items returns what a column shows, in the order in which it is read. A free time that would cover another one is left
// out.
func (g Grid) Items(c Column) []Item {
	var items []Item
	for i := range c.Blocks {
		items = append(items, Item{Block: &c.Blocks[i], Span: c.Blocks[i].Span})
	}
	end := 0
	for _, at := range c.Free {
		s := g.SpanOf(c.Day, at, at.Add(g.Calendar.Lasting))
		if g.CanCreate && s.from >= end {
			items, end = append(items, Item{At: at, Span: s}), s.to
		}
	}
	slices.SortStableFunc(items, func(a, b Item) int { return cmp.Compare(a.from, b.from) })
	return items
}

// axis returns the full hours beside the grid.
func axis(columns []Column) []int {
	var hours []int
	from, to := Range(columns)
	for hour := from; hour < to; hour++ {
		hours = append(hours, hour)
	}
	return hours
}

// Class holds the first hour of the grid and the number of its hours and columns.
func Class(columns []Column) string {
	from, to := Range(columns)
	return "hours f" + strconv.Itoa(from) + " n" + strconv.Itoa(to-from)
}

// ShowsNow reports whether the line of the present minute is in the column.
func (g Grid) ShowsNow(c Column, from, to int) bool {
	at := g.Minutes(g.Now)
	return g.IsToday(c.Day) && at >= from*60 && at < to*60
}

// NowClasses places the line of the present minute. It is one row high: a span of no rows is invalid, and the browser would
// put the line at the first hour.
func (g Grid) NowClasses() string {
	at := g.Minutes(g.Now)
	return Span{at, at + rowMinutes}.Classes()
}

// FreeNote returns the number of free times in words; empty without any.
func (c Column) FreeNote() string {
	if len(c.Free) == 0 {
		return ""
	}
	return fmtbr.Plural(len(c.Free), "livre", "livres")
}

// Times are beginning and end of an appointment.
func (g Grid) Times(one bookings.Placed) string {
	return g.Clock(one.ConsultationDate) + "–" + g.Clock(g.Calendar.EndOf(one))
}

// IsToday reports whether a day is today.
func (g Grid) IsToday(day time.Time) bool {
	return day.YearDay() == g.Now.YearDay() && day.Year() == g.Now.Year()
}

// Clock returns a time by the clock of the association.
func (g Grid) Clock(at time.Time) string { return fmtbr.Clock(at, g.Now.Location()) }

// IsPast reports whether an appointment has ended.
func (g Grid) IsPast(one bookings.Placed) bool { return g.Calendar.EndOf(one).Before(g.Now) }
