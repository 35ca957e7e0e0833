package control

// OptionsOf returns values as options under their own names.
func OptionsOf[Value ~string](values []Value) []Option {
	options := make([]Option, len(values))
	for i, value := range values {
		options[i] = Option{Value: string(value), Label: string(value)}
	}
	return options
}

// LabelOf returns the label of a value among options, or the value itself if it is not among them.
func LabelOf(options []Option, value string) string {
	for _, option := range options {
		if option.Value == value {
			return option.Label
		}
	}
	return value
}
