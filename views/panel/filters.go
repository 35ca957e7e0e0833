package panel

import (
	"net/url"

	"acolhe/views/ui"
)

// listFilter is a filter of a list as its chip says it.
type listFilter struct {
	name, label string
	// says spells the value; nil when it stands for itself.
	says func(value string) string
	// typed filters take what somebody types: it may name a person.
	typed bool
}

func (f listFilter) spell(value string) string {
	if f.says == nil {
		return value
	}
	return f.says(value)
}

// filterNames lists filters by their names in the address.
func filterNames(filters []listFilter) []string {
	names := make([]string, len(filters))
	for i, filter := range filters {
		names[i] = filter.name
	}
	return names
}

// chipsOf says which of the filters are on; each chip leads to the list without its filter.
func chipsOf(filters []listFilter, values url.Values, here ui.Here, firstPage string) ui.Chips {
	chips := ui.Chips{Clear: withoutFilters(values, here), Search: values.Get("q")}
	for _, filter := range filters {
		if value := values.Get(filter.name); value != "" {
			chips.Chips = append(chips.Chips, ui.Chip{Label: filter.label, Value: filter.spell(value), Href: here.With(filter.name, "", "pagina", firstPage)})
		}
	}
	return chips
}

// withoutFilters is a list with its order and size alone.
func withoutFilters(values url.Values, here ui.Here) string {
	pairs := []string{"visao", ""}
	for name := range values {
		pairs = append(pairs, name, "")
	}
	return here.With(pairs...)
}

// asked says which of the filters are on without what was typed into them: that may name a
// person, and what is told here is kept for longer than they are.
func asked(filters []listFilter, values url.Values) []string {
	var said []string
	for _, filter := range filters {
		switch value := values.Get(filter.name); {
		case value == "":
		case filter.typed:
			said = append(said, filter.label)
		default:
			said = append(said, filter.label+": "+filter.spell(value))
		}
	}
	return said
}
