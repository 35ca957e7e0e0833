package reception

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/reception/queue"
)

// Filter is the choice of items, as in the address.
type Filter struct {
	Whose  queue.Whose
	Search string
	// Label is the tag of the shown items; any if empty.
	Label string
	// Lane is the status of the lane that a phone shows; the first one if empty.
	Lane string
	// More holds the numbers of tickets of the lanes that show more than at first, as "waiting:60,later:90"; New the ids of
	// new contacts that stand first in their lane, as "118,121".
	More, New string
	// Known is the value of LatestHeader.
	Known int64
}

// FilterIn returns the filter of a query.
func FilterIn(query func(string) string) Filter {
	whose := queue.Whose(query("de"))
	if !slices.Contains([]queue.Whose{queue.Mine, queue.Nobody}, whose) {
		whose = queue.Everybody
	}
	return Filter{Whose: whose, Search: query("q"), Label: query("etiqueta"), Lane: query("situacao"), More: query("mais"),
		New: query("novos")}
}

// shown returns the numbers of tickets by status.
func (f Filter) shown() map[string]int {
	shown := map[string]int{}
	for lane := range strings.SplitSeq(f.More, ",") {
		status, count, _ := strings.Cut(lane, ":")
		if most, err := strconv.Atoi(count); err == nil && len(shown) < maxShown {
			shown[status] = most
		}
	}
	return shown
}

// maxShown limits the lanes and the ids that an address names.
const maxShown = 50

// first returns the ids of the new contacts that stand first.
func (f Filter) first() []int64 {
	var ids []int64
	for text := range strings.SplitSeq(f.New, ",") {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil && len(ids) < maxShown {
			ids = append(ids, id)
		}
	}
	return ids
}

// more returns the filter with more tickets of a lane.
func (f Filter) more(status string) Filter {
	shown := f.shown()
	shown[status] = max(shown[status], queue.LaneStep) + queue.LaneStep
	var lanes []string
	for _, status := range slices.Sorted(maps.Keys(shown)) {
		lanes = append(lanes, status+":"+strconv.Itoa(shown[status]))
	}
	f.More = strings.Join(lanes, ",")
	return f
}

// withNew returns the filter with further contacts first, and opened without one that is opened.
func (f Filter) withNew(ids []int64) Filter {
	f.New = joined(append(ids, f.first()...))
	return f
}

func (f Filter) opened(id int64) Filter {
	f.New = joined(slices.DeleteFunc(f.first(), func(one int64) bool { return one == id }))
	return f
}

func joined(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, ",")
}

// at returns an address with the filter.
func (f Filter) at(path string) string {
	query := url.Values{}
	for name, value := range map[string]string{"de": string(f.Whose), "q": f.Search, "etiqueta": f.Label, "situacao": f.Lane, "mais": f.More,
		"novos": f.New} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// Input returns the filter as the input of the board.
func (f Filter) Input() queue.BoardInput {
	return queue.BoardInput{Whose: f.Whose, Search: f.Search, Label: f.Label, Shown: f.shown(), First: f.first(), Known: f.Known}
}

// Href returns the address of an item with the filter.
func (f Filter) Href(id int64) string { return f.opened(id).at(Href(id)) }

// Board returns the address of the board with the filter.
func (f Filter) Board() string { return f.at(Path) }

func (f Filter) of(whose queue.Whose) Filter  { f.Whose = whose; return f }
func (f Filter) labelled(label string) Filter { f.Label = label; return f }
func (f Filter) in(lane string) Filter        { f.Lane = lane; return f }
