package settings

import "encoding/json"

// Definition is all of a key except its value.
type Definition struct {
	System      string
	Name        string
	Description string
	Type        ValueType
	// Default is nil if there is none.
	Default   json.RawMessage
	Sensitive bool
	Required  bool
	Public    bool

	// Variable is the name of the variable in the environment that holds the value if none is stored; empty if none may.
	Variable string

	// Declared keys are used by the code: they cannot be removed, and no stored row changes their
	// definition.
	Declared bool
	// check returns the value of a declared key in its stored form.
	check func(json.RawMessage) (json.RawMessage, error)
}

// Source is the step of the cascade that provides a value.
type Source string

// The sources; Unset if no step has a value.
const (
	FromDatabase    Source = "db"
	FromEnvironment Source = "env"
	FromDefault     Source = "default"
	Unset           Source = "none"
)

// Values returns all sources.
func (Source) Values() []string { return []string{"db", "env", "default", "none"} }

// Fit returns a value in its stored form, or the message that refuses it.
func (d Definition) Fit(raw json.RawMessage) (json.RawMessage, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, errAbsent
	}
	raw, err := normalize(raw)
	if err != nil {
		return nil, err
	}
	if d.check != nil {
		return d.check(raw)
	}
	if d.Sensitive && string(raw) == `""` {
		return nil, errAbsent
	}
	return raw, d.Type.checkType(raw)
}

// Resolve applies the cascade: the stored value, the environment, the default.
func (d Definition) Resolve(stored json.RawMessage) (json.RawMessage, Source) {
	if value, err := d.Fit(stored); err == nil {
		return value, FromDatabase
	}
	for _, raw := range inEnvironment(d.Variable) {
		if value, err := d.Fit(raw); err == nil {
			return value, FromEnvironment
		}
	}
	if d.Default != nil {
		return d.Default, FromDefault
	}
	return nil, Unset
}
