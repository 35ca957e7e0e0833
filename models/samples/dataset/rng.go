package dataset

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
)

// rng is a seeded random number generator with the vocabulary from which it generates texts.
type rng struct {
	*rand.Rand
	words *vocabulary
}

// newRNG returns the generator of one stream; the streams of a seed are independent.
func newRNG(seed, stream uint64, words *vocabulary) rng {
	return rng{rand.New(rand.NewPCG(seed, stream)), words}
}

// percent returns true in p of a hundred cases.
func (r rng) percent(p int) bool { return r.IntN(100) < p }

// between returns a number from low to high, both included.
func (r rng) between(low, high int) int { return low + r.IntN(high-low+1) }

// moment returns a time from start (included) to end (excluded), in whole seconds; start if end is
// not later.
func (r rng) moment(start, end time.Time) time.Time {
	seconds := int64(end.Sub(start) / time.Second)
	if seconds <= 0 {
		return start
	}
	return start.Add(time.Duration(r.Int64N(seconds)) * time.Second)
}

// uuid returns a version 4 UUID.
func (r rng) uuid() uuid.UUID {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], r.Uint64())
	binary.BigEndian.PutUint64(id[8:], r.Uint64())
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return id
}

// code returns n characters, without those that are easily confused when read aloud.
func (r rng) code(n int) string {
	const characters = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
	text := make([]byte, n)
	for i := range text {
		text[i] = characters[r.IntN(len(characters))]
	}
	return string(text)
}

// pick returns one of the choices, each equally likely.
func pick[T any](r rng, choices []T) T { return choices[r.IntN(len(choices))] }

// weighted is a choice with its weight relative to the others.
type weighted[T any] struct {
	Weight int
	Value  T
}

// draw returns one of the choices by their weights.
func draw[T any](r rng, choices []weighted[T]) T {
	total := 0
	for _, choice := range choices {
		total += choice.Weight
	}
	left := r.IntN(total)
	for _, choice := range choices {
		if left < choice.Weight {
			return choice.Value
		}
		left -= choice.Weight
	}
	panic("dataset: weights changed while drawing")
}

// sometimes returns one of the texts in p of a hundred cases, else nil.
func (r rng) sometimes(p int, texts []string) *string {
	if !r.percent(p) {
		return nil
	}
	return new(pick(r, texts))
}

// tagged returns one of the collection's tags in p of a hundred cases, else none.
func (r rng) tagged(p int, collection string) []string {
	if !r.percent(p) {
		return []string{}
	}
	return []string{pick(r, r.words.tagsOf(collection))}
}

// growth shapes the visits of a growing association: 1 spreads them evenly, more brings them nearer to the end.
const growth = 1.25

// visit returns a time in the opening hours between start and end, more often towards the end.
func (r rng) visit(start, end time.Time) time.Time {
	back := math.Pow(r.Float64(), growth) * end.Sub(start).Seconds()
	at := end.Add(-time.Duration(back) * time.Second).In(brasilia)
	at = time.Date(at.Year(), at.Month(), at.Day(), r.between(8, 18), r.IntN(60), r.IntN(60), 0, brasilia)
	if at.Before(start) || !at.Before(end) {
		return r.moment(start, end)
	}
	return at
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
