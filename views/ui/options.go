package ui

// OptionsOf returns values as options under their own names.
func OptionsOf[Value ~string](values []Value) []Option {
	options := make([]Option, len(values))
	for i, value := range values {
		options[i] = Option{Value: string(value), Label: string(value)}
	}
	return options
}

// LabelOf is what a value is called among options; one that is not among them is called what it is.
func LabelOf(options []Option, value string) string {
	for _, option := range options {
		if option.Value == value {
			return option.Label
		}
	}
	return value
}
