package list

import (
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/table"
)

// To returns a Set that stores the value itself.
func To[Input any, Value ~string](place func(input *Input) *Value) func(input *Input, value string) error {
	return func(input *Input, value string) error {
		*place(input) = Value(value)
		return nil
	}
}

// Windowed returns a Read for a list that has one order and reads whole rows.
func Windowed[Input any](place func(input *Input) *page.Window) func(query Query[Input]) Input {
	return func(query Query[Input]) Input {
		*place(&query.Input) = query.Window
		return query.Input
	}
}

// ToBool returns a Set that stores whether the value is the one for true.
func ToBool[Input any](isTrue string, place func(input *Input) **bool) func(input *Input, value string) error {
	return func(input *Input, value string) error {
		holds := value == isTrue
		*place(input) = &holds
		return nil
	}
}

// ToDays returns a Set that stores a number of days from 1 to the maximum.
func ToDays[Input any](most int, place func(input *Input) *int) func(input *Input, value string) error {
	return func(input *Input, value string) error {
		days, err := strconv.Atoi(value)
		if err != nil || days < 1 || days > most {
			return errors.New("deve ser um número de dias até " + strconv.Itoa(most))
		}
		*place(input) = days
		return nil
	}
}

// Parse returns the parameters of a query that are filters of the list, which is also the stored form of a
// saved view. A query that is not valid text and a value that a filter refuses are 400 VALIDATION_ERROR.
func (d Definition[Row, Input]) Parse(query string) (url.Values, error) {
	values, err := url.ParseQuery(query)
	if err != nil || !isText(values) {
		return nil, errs.Invalid("query", "não são filtros de uma lista")
	}
	kept := url.Values{}
	for _, filter := range d.Filters {
		value := strings.TrimSpace(values.Get(filter.Name))
		if filter.Kind == Day {
			value = civil.TypedDay(value)
		}
		if value != "" && (filter.Kind != Day || civil.IsDay(value)) {
			kept.Set(filter.Name, value)
		}
	}
	d.settlePeriod(kept)
	_, err = d.input(kept)
	return kept, err
}

// settlePeriod removes the days of a period if a named period is chosen.
func (d Definition[Row, Input]) settlePeriod(kept url.Values) {
	for _, filter := range d.Filters {
		if filter.Kind != Period || !kept.Has(filter.Name) {
			continue
		}
		if kept.Get(filter.Name) == table.ChosenDays {
			kept.Del(filter.Name)
			continue
		}
		for _, day := range filter.Days {
			kept.Del(day)
		}
	}
}

// input stores filters in the verb's input.
func (d Definition[Row, Input]) input(filters url.Values) (Input, error) {
	var input Input
	var problems errs.Problems
	for _, filter := range d.Filters {
		value := filters.Get(filter.Name)
		if value == "" {
			continue
		}
		err := filter.Set(&input, value)
		if filter.hasClosedOptions() && labelOf(filter.Options, value) == "" {
			err = errors.New("não é uma das opções")
		}
		if err != nil {
			problems.Add(filter.Name, err.Error())
		}
	}
	return input, problems.Err()
}

// hasClosedOptions reports whether the filter accepts only its options.
func (f Filter[Input]) hasClosedOptions() bool {
	return (f.Kind == Select || f.Kind == ByTab || f.Kind == Period) && len(f.Options) > 0 && !f.IsOpen
}

// sort returns the verb's order for the `ordem` of an address. An unknown order is 400 VALIDATION_ERROR.
func (d Definition[Row, Input]) sort(ordem string) (string, error) {
	name, isReversed := strings.CutPrefix(ordem, "-")
	order := ""
	if name == d.Lead.Name {
		order = d.Lead.Sort
	}
	for _, column := range d.Columns {
		if column.Name == name {
			order = column.Sort
		}
	}
	switch {
	case ordem == "":
		return "", nil
	case order == "":
		return "", errs.Invalid("ordem", "a lista não tem esta ordem")
	case isReversed:
		return "-" + order, nil
	}
	return order, nil
}

// words describes the active filters without typed text, which may be the name of a person: security events store these
// words permanently.
func (d Definition[Row, Input]) words(filters url.Values) []string {
	var words []string
	for _, filter := range d.Filters {
		switch value := filters.Get(filter.Name); {
		case value == "":
		case filter.Kind.isTyped():
			words = append(words, filter.Label)
		default:
			words = append(words, filter.Label+": "+filter.show(value))
		}
	}
	return words
}

func (f Filter[Input]) show(value string) string {
	if f.Show != nil {
		return f.Show(value)
	}
	if day, err := civil.Parse(value); f.Kind == Day && err == nil {
		return day.Shown()
	}
	if label := labelOf(f.Options, value); label != "" {
		return label
	}
	if day, err := civil.Parse(value); f.Kind == Day && err == nil {
		return day.Shown()
	}
	return value
}

// chips returns the active filters, each with a link to the list without it. The search field and the tabs are not
// among them.
func (d Definition[Row, Input]) chips(filters url.Values, here ui.Here, firstPage string) table.Chips {
	cleared := []string{"visao", ""}
	for name := range maps.Keys(filters) {
		cleared = append(cleared, name, "")
	}
	chips := table.Chips{Clear: here.With(cleared...), Search: filters.Get("q")}
	for _, filter := range d.Filters {
		value := filters.Get(filter.Name)
		if value == "" || filter.Kind == Search || filter.Kind == ByTab {
			continue
		}
		chips.Chips = append(chips.Chips, table.Chip{Label: filter.Label, Value: filter.show(value),
			Href: here.With(filter.Name, "", "pagina", firstPage)})
	}
	return chips
}

// fields returns the filters of the bar with the values of the address.
func (d Definition[Row, Input]) fields(filters url.Values, tags []string) []field {
	var fields []field
	ofPeriods := d.daysOfPeriods()
	for _, filter := range d.Filters {
		shown := field{kind: filter.Kind, more: filter.More, name: filter.Name, label: filter.Label, all: filter.All,
			value:   filters.Get(filter.Name),
			options: filter.Options}
		switch {
		case filter.Kind == Search || filter.Kind == ByTab || filter.Kind == ByLink || slices.Contains(ofPeriods, filter.Name):
			continue
		case filter.Kind == Tags:
			shown.options = withChosen(tags, shown.value)
		case filter.Kind == Period:
			shown.withDays(d.days(filter.Days, filters))
		}
		fields = append(fields, shown)
	}
	return fields
}

// daysOfPeriods returns the names of the filters that periods include.
func (d Definition[Row, Input]) daysOfPeriods() []string {
	var names []string
	for _, filter := range d.Filters {
		names = append(names, filter.Days...)
	}
	return names
}

// days returns the fields of the first and the last day of a period.
func (d Definition[Row, Input]) days(names []string, filters url.Values) []field {
	var days []field
	for _, filter := range d.Filters {
		if slices.Contains(names, filter.Name) {
			days = append(days, field{kind: Day, name: filter.Name, label: filter.Label, value: filters.Get(filter.Name)})
		}
	}
	return days
}

// withDays adds the fields for days to the named periods.
func (f *field) withDays(days []field) {
	f.days, f.options = days, append(slices.Clone(f.options), control.Option{Value: table.ChosenDays, Label: "Escolher datas"})
	if slices.ContainsFunc(days, func(day field) bool { return day.value != "" }) {
		f.value = table.ChosenDays
	}
}

// withChosen returns names as options, with the chosen one added if it is missing.
func withChosen(names []string, chosen string) []control.Option {
	if chosen != "" && !slices.Contains(names, chosen) {
		names = append(slices.Clone(names), chosen)
	}
	options := make([]control.Option, len(names))
	for i, name := range names {
		options[i] = control.Option{Value: name, Label: name}
	}
	return options
}

func labelOf(options []control.Option, value string) string {
	for _, option := range options {
		if option.Value == value {
			return option.Label
		}
	}
	return ""
}

// isText reports whether all values are text that a database can search for.
func isText(values url.Values) bool {
	for _, all := range values {
		for _, value := range all {
			if strings.ContainsRune(value, 0) || !utf8.ValidString(value) {
				return false
			}
		}
	}
	return true
}

// HasTags reports whether a filter offers tags.
func (d Definition[Row, Input]) HasTags() bool {
	return slices.ContainsFunc(d.Filters, func(filter Filter[Input]) bool { return filter.Kind == Tags })
}
