package web

import (
	"maps"
	"time"

	"acolhe/models/types/civil"
)

// WithMoments returns the form with the local times of some fields (civil.LocalTime) as moments of the zone, which inputs
// bind. Any other text stays, for the input to refuse.
func (p FormData) WithMoments(zone *time.Location, paths ...string) FormData {
	bound := maps.Clone(p)
	for _, path := range paths {
		if moment, err := civil.ParseLocalTime(p.Or(path, ""), zone); err == nil {
			bound[path] = []string{moment.Format(time.RFC3339)}
		}
	}
	return bound
}
