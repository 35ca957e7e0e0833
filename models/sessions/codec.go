package sessions

import (
	"encoding/json"
	"time"

	"acolhe/models/types/auth"
)

// The names of a session's values in package web.
const (
	personKey = "person"
	openedKey = "opened"
)

// Codec encodes a session as JSON: the deadline, the person, and whether it begins with this request. Nothing else is
// stored.
type Codec struct{}

type content struct {
	Deadline time.Time
	Person   *auth.Caller
	Opened   bool
}

// Encode implements scs.Codec.
func (Codec) Encode(deadline time.Time, values map[string]any) ([]byte, error) {
	kept := content{Deadline: deadline, Opened: values[openedKey] == true}
	if by, ok := values[personKey].(auth.Caller); ok {
		kept.Person = &by
	}
	return json.Marshal(kept)
}

// Decode implements scs.Codec.
func (Codec) Decode(raw []byte) (time.Time, map[string]any, error) {
	var kept content
	if err := json.Unmarshal(raw, &kept); err != nil {
		return time.Time{}, nil, err
	}
	values := map[string]any{}
	if kept.Person != nil {
		values[personKey] = *kept.Person
	}
	if kept.Opened {
		values[openedKey] = true
	}
	return kept.Deadline, values, nil
}
