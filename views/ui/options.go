package ui

// OptionsOf offers values under their own names.
func OptionsOf[Value ~string](values []Value) []Option {
	options := make([]Option, len(values))
	for i, value := range values {
		options[i] = Option{Value: string(value), Label: string(value)}
	}
	return options
}
