// Package record shows what is known about one record: its facts and sums, what happened to it and when, messages about it,
// how to reach its person, and a value that is edited in place.
package record
