// Package chart draws figures on the server, as SVG that needs no script: bars of a period, stacked series, small lines,
// rankings and comparisons. Each drawing comes with words or a table of the same numbers. It computes no figure.
package chart

import (
	"math"
	"strconv"
)

// drawing is the size of one drawing of Bars, in units of its view box.
type drawing struct {
	Bars
	class         string
	width, height float64
	labels        int // number of bars with a label below
}

// Room around the bars for the numbers of the axis and for the labels, and the most lines of the axis above 0.
const (
	chartLeft   = 32.0
	chartTop    = 16.0
	chartBottom = 22.0
	mostTicks   = 4
)

// drawings returns one drawing for wide and one for narrow screens; the style sheet shows one of them. A single scaled
// drawing would have unreadable labels on a phone.
func (b Bars) drawings() []drawing {
	wide := drawing{Bars: b, class: "plot-wide", width: 720, height: 250, labels: 6}
	if b.Across {
		wide.width, wide.height, wide.labels = 1120, 176, 12
	}
	narrow := drawing{Bars: b, class: "plot-narrow", width: 334, height: 170, labels: 3}
	if b.Narrow {
		narrow.class = "plot-only"
		return []drawing{narrow}
	}
	return []drawing{wide, narrow}
}

func (d drawing) viewBox() string { return "0 0 " + coordinate(d.width) + " " + coordinate(d.height) }

// base returns the y of 0.
func (d drawing) base() float64 { return d.height - chartBottom }

// step returns the width of a bar with its gap.
func (d drawing) step() float64 { return (d.width - chartLeft) / float64(len(d.Bars.Bars)) }

// x returns the left end of a bar's step.
func (d drawing) x(i int) float64 { return chartLeft + float64(i)*d.step() }

func (d drawing) center(i int) float64 { return d.x(i) + d.step()/2 }

// y returns the position of a value.
func (d drawing) y(value float64) float64 {
	ticks := d.ticks()
	return d.base() - (d.base()-chartTop)*value/ticks[len(ticks)-1]
}

// barWidth leaves a third of the step as a gap.
func (d drawing) barWidth() float64 { return math.Round(d.step()*6) / 10 }

// isLabelled reports whether a bar has a label below: the first, some at an even distance, and the last.
func (d drawing) isLabelled(i int) bool {
	last := len(d.Bars.Bars) - 1
	every := (len(d.Bars.Bars) + d.labels - 1) / d.labels
	return i == last || i%every == 0 && last-i > every/2
}

func (b Bars) ticks() []float64 {
	largest := b.Mean
	for _, bar := range b.Bars {
		largest = max(largest, bar.Value)
	}
	return ticksTo(largest)
}

// ticksTo returns the values of the lines of an axis: 0 and multiples of 1, 2 or 5 times a power of ten, up to at least
// the largest value.
func ticksTo(largest float64) []float64 {
	size := 1.0
	for i := 0; size*mostTicks < largest; i++ {
		size *= [...]float64{2, 2.5, 2}[i%3]
	}
	ticks := []float64{0, size}
	for ticks[len(ticks)-1] < largest {
		ticks = append(ticks, ticks[len(ticks)-1]+size)
	}
	return ticks
}

// highest returns the index of the largest bar, or -1 if all are 0.
func (b Bars) highest() int {
	highest := -1
	for i, bar := range b.Bars {
		if bar.Value > 0 && (highest < 0 || bar.Value > b.Bars[highest].Value) {
			highest = i
		}
	}
	return highest
}

func coordinate(value float64) string {
	return strconv.FormatFloat(math.Round(value*10)/10, 'f', -1, 64)
}
