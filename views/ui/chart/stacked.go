package chart

import (
	"strconv"

	"acolhe/models/types/fmtbr"
	"acolhe/views/ui/markup"
)

// plot is the size of one drawing of a Stacked chart, in units of its view box.
type plot struct {
	Stacked
	class               string
	width, height, left float64
	labels              int // number of steps with a label below
}

// Room below the bars for one line of labels and for two.
const (
	lowBottom     = 22.0
	stackedBottom = 36.0
)

// drawings returns one drawing for wide and one for narrow screens; the style sheet shows one of them.
func (s Stacked) drawings() []plot {
	left := 34.0
	if s.Axis != nil {
		left = 56
	}
	if s.Low {
		return []plot{
			{Stacked: s, class: "graph-wide", width: 1100, height: 160, left: left, labels: 12},
			{Stacked: s, class: "graph-narrow", width: 336, height: 140, left: left, labels: 4},
		}
	}
	return []plot{
		{Stacked: s, class: "graph-wide", width: 736, height: 430, left: left, labels: 16},
		{Stacked: s, class: "graph-narrow", width: 336, height: 250, left: left, labels: 6},
	}
}

func (p plot) viewBox() string       { return "0 0 " + coordinate(p.width) + " " + coordinate(p.height) }
func (p plot) step() float64         { return (p.width - p.left) / float64(len(p.Steps)) }
func (p plot) x(i int) float64       { return p.left + float64(i)*p.step() }
func (p plot) center(i int) float64  { return p.x(i) + p.step()/2 }
func (p plot) barWidth() float64     { return p.step() * .62 }
func (p plot) id(part string) string { return p.ID + "-" + p.class + "-" + part }

func (p plot) base() float64 {
	if p.Low {
		return p.height - lowBottom
	}
	return p.height - stackedBottom
}

func (p plot) y(value float64) float64 {
	ticks := p.Ticks()
	return p.base() - (p.base()-chartTop)*value/ticks[len(ticks)-1]
}

// isLabelled reports whether a step has a label below: the first, some at an even distance, and the last.
func (p plot) isLabelled(i int) bool {
	last := len(p.Steps) - 1
	every := (len(p.Steps) + p.labels - 1) / p.labels
	return i == last || i%every == 0 && last-i > every/2
}

// showsFigures reports whether there is room for the figures over the bars.
func (p plot) showsFigures() bool { return !p.Low && p.step() >= 24 }

// part is one piece of a stacked bar.
type part struct {
	fill   string
	y      float64
	height float64
}

// parts returns the pieces of a bar from the bottom; a gap of one unit separates them.
func (p plot) parts(step Step) (parts []part) {
	sum := 0.0
	for i, value := range step.Values {
		if value <= 0 {
			continue
		}
		from, to := p.y(sum), p.y(sum+value)
		sum += value
		parts = append(parts, part{fill: p.fill(i), y: to, height: max(.7, from-to-.7)})
	}
	return parts
}

// fill returns the class of a series.
func (p plot) fill(i int) string {
	if p.Series[i].Bad {
		return "ch-bad"
	}
	if p.Series[i].Hatched {
		return "ch-hatched"
	}
	return "ch-" + strconv.Itoa(i%4+1)
}

func (s Step) total() (sum float64) {
	for _, value := range s.Values {
		sum += value
	}
	return sum
}

// Ticks returns the values of the lines of the axis, from 0.
func (s Stacked) Ticks() []float64 {
	largest := 0.0
	for _, step := range s.Steps {
		largest = max(largest, step.total(), step.Before)
	}
	return ticksTo(largest)
}

// AxisText formats a value of the axis.
func (s Stacked) AxisText(value float64) string {
	if s.Axis != nil {
		return s.Axis(value)
	}
	return fmtbr.Integer(int(value))
}

// points returns the corners of a line through values, in a view box of 240 by 32.
func (s Spark) points() string {
	lowest, highest := s.Values[0], s.Values[0]
	for _, value := range s.Values {
		lowest, highest = min(lowest, value), max(highest, value)
	}
	text := ""
	for i, value := range s.Values {
		x, y := 120.0, 16.0
		if len(s.Values) > 1 {
			x = 2 + 236*float64(i)/float64(len(s.Values)-1)
		}
		if highest > lowest {
			y = 28 - 24*(value-lowest)/(highest-lowest)
		}
		text += markup.When(i > 0, " ") + coordinate(x) + "," + coordinate(y)
	}
	return text
}
