package backup

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"time"

	"filippo.io/age"
)

// Keep is how many copies are kept: the newest of each of the last days, weeks and months.
type Keep struct{ Days, Weeks, Months int }

// abandonedAfter is the age after which a copy without a manifest was interrupted.
const abandonedAfter = 24 * time.Hour

// Kept returns the names that are kept, newest first: of each of the last days, weeks (from Monday) and months with a copy the
// newest one, and always the newest of all. Days are those of the zone. Names that are no times are kept.
func (k Keep) Kept(names []string, zone *time.Location) (kept []string) {
	names = slices.Sorted(slices.Values(names))
	slices.Reverse(names)
	var days, weeks, months periods
	for i, name := range names {
		taken, err := time.Parse(timeName, name)
		if err != nil {
			kept = append(kept, name)
			continue
		}
		local := taken.In(zone)
		monday := local.AddDate(0, 0, -(int(local.Weekday())+6)%7)
		isDay := days.take(local.Format("2006-01-02"), k.Days)
		isWeek := weeks.take(monday.Format("2006-01-02"), k.Weeks)
		isMonth := months.take(local.Format("2006-01"), k.Months)
		if i == 0 || isDay || isWeek || isMonth {
			kept = append(kept, name)
		}
	}
	return kept
}

// periods are the days, weeks or months that have their newest copy.
type periods []string

// take reports whether a period has none yet and is one of the limit.
func (p *periods) take(period string, limit int) bool {
	if slices.Contains(*p, period) || len(*p) >= limit {
		return false
	}
	*p = append(*p, period)
	return true
}

// Prune removes the copies that are not kept, interrupted ones, and contents that no kept copy holds. It returns the names of
// the removed copies. Days are those of the zone of now.
func (k Keep) Prune(ctx context.Context, at Place, key age.Identity, now time.Time) (removed []string, err error) {
	whole, err := List(ctx, at)
	if err != nil {
		return nil, err
	}
	kept := k.Kept(whole, now.Location())
	used, err := contentsOf(ctx, at, key, kept)
	if err != nil {
		return nil, err
	}
	removed = slices.DeleteFunc(whole, func(name string) bool { return slices.Contains(kept, name) })
	var gone []string
	err = at.Each(ctx, copiesFolder, func(object Object) error {
		name := path.Base(path.Dir(object.Name))
		isAbandoned := !slices.Contains(kept, name) && !slices.Contains(removed, name) && now.Sub(object.Modified) > abandonedAfter
		if slices.Contains(removed, name) || isAbandoned {
			gone = append(gone, object.Name)
		}
		return nil
	})
	err = errors.Join(err, at.Each(ctx, contentsFolder, func(object Object) error {
		// A copy in progress may use a content that is newer.
		if used != nil && !used[path.Base(object.Name)] && now.Sub(object.Modified) > abandonedAfter {
			gone = append(gone, object.Name)
		}
		return nil
	}))
	if err != nil {
		return nil, err
	}
	// The manifest goes first: a copy that is half removed is none.
	slices.SortStableFunc(gone, func(a, b string) int { return manifestFirst(a) - manifestFirst(b) })
	for _, name := range gone {
		if err := at.Remove(ctx, name); err != nil {
			return nil, err
		}
	}
	return removed, nil
}

func manifestFirst(name string) int {
	if strings.HasSuffix(name, manifestName) {
		return 0
	}
	return 1
}

// contentsOf returns the hashes of the contents of copies; nil stands for unknown ones, of a copy that an earlier server made
// with a key of its own.
func contentsOf(ctx context.Context, at Place, key age.Identity, names []string) (map[string]bool, error) {
	used := map[string]bool{}
	for _, name := range names {
		m, err := ReadManifest(ctx, at, name, key)
		if errors.Is(err, ErrOtherKey) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		for _, content := range m.Contents {
			used[content.SHA256] = true
		}
	}
	return used, nil
}
