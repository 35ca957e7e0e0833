package samples

import (
	"encoding/binary"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
)

// chance is a seeded random source.
type chance struct{ *rand.Rand }

// chanceOf gives the source of one stream; the streams of a seed are independent.
func chanceOf(seed, stream uint64) chance {
	return chance{rand.New(rand.NewPCG(seed, stream))}
}

// percent is true p times in a hundred.
func (c chance) percent(p int) bool { return c.IntN(100) < p }

// between gives a number from low to high, both included.
func (c chance) between(low, high int) int { return low + c.IntN(high-low+1) }

// moment gives a time from start (included) to end (excluded), to the second; start when there is no room.
func (c chance) moment(start, end time.Time) time.Time {
	room := int64(end.Sub(start) / time.Second)
	if room <= 0 {
		return start
	}
	return start.Add(time.Duration(c.Int64N(room)) * time.Second)
}

// uuid gives a version 4 UUID.
func (c chance) uuid() uuid.UUID {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], c.Uint64())
	binary.BigEndian.PutUint64(id[8:], c.Uint64())
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return id
}

// code gives n characters that nobody confuses when reading them aloud.
func (c chance) code(n int) string {
	const letters = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
	text := make([]byte, n)
	for i := range text {
		text[i] = letters[c.IntN(len(letters))]
	}
	return string(text)
}

// pick gives one of the choices, each as likely as the other.
func pick[T any](c chance, choices []T) T { return choices[c.IntN(len(choices))] }

// weighted is a choice with how often it comes up beside the others.
type weighted[T any] struct {
	weight int
	value  T
}

// draw gives one of the choices by their weights.
func draw[T any](c chance, choices []weighted[T]) T {
	total := 0
	for _, choice := range choices {
		total += choice.weight
	}
	left := c.IntN(total)
	for _, choice := range choices {
		if left < choice.weight {
			return choice.value
		}
		left -= choice.weight
	}
	panic("samples: weights changed while drawing")
}

// sometimes gives one of the texts p times in a hundred, else null.
func (c chance) sometimes(p int, texts []string) any {
	if !c.percent(p) {
		return nil
	}
	return pick(c, texts)
}

// tagged gives a JSON list with one of the tags p times in a hundred, else an empty one.
func (c chance) tagged(p int, tags []string) string {
	if !c.percent(p) {
		return "[]"
	}
	return asJSON([]string{pick(c, tags)})
}

// visit gives a moment of the association's opening hours between start and end; one in eight lies in the last ten days,
// so that the days around now are busy.
func (c chance) visit(start, end time.Time) time.Time {
	from := start
	if recent := end.AddDate(0, 0, -10); c.percent(12) && recent.After(start) {
		from = recent
	}
	at := c.moment(from, end).In(brasilia)
	at = time.Date(at.Year(), at.Month(), at.Day(), c.between(8, 18), c.IntN(60), c.IntN(60), 0, brasilia)
	if at.Before(start) || !at.Before(end) {
		return c.moment(from, end)
	}
	return at
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
