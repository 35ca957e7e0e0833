package items

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/platform/items/dialect"
	"acolhe/models/types/errs"
)

// batch selects the rows of a request and holds their changes.
type batch struct {
	keys  []int64
	query *dialect.Query
	// data is for every row, unless bodies has one for each key.
	data   json.RawMessage
	bodies []json.RawMessage
}

func (b batch) bodyOf(i int) json.RawMessage {
	if b.bodies != nil {
		return b.bodies[i]
	}
	return b.data
}

// readBatch reads the body of a change to several rows, in each form of the public client: {keys,
// data}, {query, data}, or a list of objects with their ids.
func readBatch(body json.RawMessage) (batch, error) {
	if IsList(body) {
		return readBodies(body)
	}
	members, err := membersOf(body, "keys", "query", "data")
	if err != nil {
		return batch{}, err
	}
	b, err := readSelection(members)
	if err != nil {
		return b, err
	}
	b.data = members["data"]
	if b.data == nil {
		return b, errs.Invalid("data", "é obrigatório")
	}
	return b, nil
}

// readRemoval reads the body of a removal: a list of keys, {keys} or {query}.
func readRemoval(body json.RawMessage) (batch, error) {
	if IsList(body) {
		keys, err := readKeys(body, "body")
		return batch{keys: keys}, err
	}
	members, err := membersOf(body, "keys", "query")
	if err != nil {
		return batch{}, err
	}
	return readSelection(members)
}

func readSelection(members map[string]json.RawMessage) (batch, error) {
	switch {
	case members["keys"] != nil && members["query"] != nil:
		return batch{}, errs.Invalid("keys", "não se combina com query")
	case members["query"] != nil:
		query, err := dialect.FromJSON(members["query"])
		return batch{query: &query}, err
	}
	keys, err := readKeys(members["keys"], "keys")
	return batch{keys: keys}, err
}

func readBodies(body json.RawMessage) (batch, error) {
	bodies, err := objects(body)
	if err != nil {
		return batch{}, err
	}
	b := batch{bodies: make([]json.RawMessage, len(bodies))}
	for i, one := range bodies {
		var members map[string]json.RawMessage
		if json.Unmarshal(one, &members) != nil || members == nil {
			return b, errs.Invalid(fmt.Sprintf("[%d]", i), "deve ser um objeto")
		}
		id, ok := keyOf(members["id"])
		if !ok {
			return b, errs.Invalid(fmt.Sprintf("[%d].id", i), "diga o número do registro")
		}
		delete(members, "id")
		b.keys = append(b.keys, id)
		if b.bodies[i], err = json.Marshal(members); err != nil {
			return b, err
		}
	}
	return b, distinct(b.keys)
}

func readKeys(raw json.RawMessage, path string) ([]int64, error) {
	var sent []json.RawMessage
	if json.Unmarshal(raw, &sent) != nil || len(sent) == 0 {
		return nil, errs.Invalid(path, "deve ser uma lista de números de registros")
	}
	if len(sent) > MaxBatch {
		return nil, errs.Invalid(path, fmt.Sprintf("deve ter no máximo %d registros", MaxBatch))
	}
	keys := make([]int64, len(sent))
	for i, one := range sent {
		var ok bool
		if keys[i], ok = keyOf(one); !ok {
			return nil, errs.Invalid(fmt.Sprintf("%s[%d]", path, i), "deve ser o número de um registro")
		}
	}
	return keys, distinct(keys)
}

// keyOf reads an id, which may be sent as text.
func keyOf(raw json.RawMessage) (int64, bool) {
	id, err := strconv.ParseInt(strings.Trim(string(raw), `"`), 10, 64)
	return id, err == nil && id > 0
}

func distinct(keys []int64) error {
	sorted := slices.Sorted(slices.Values(keys))
	if len(slices.Compact(sorted)) < len(keys) {
		return errs.Invalid("keys", "tem um registro mais de uma vez")
	}
	return nil
}

// objects returns the elements of a list. Their type and fields are checked when they are decoded.
func objects(body json.RawMessage) (bodies []json.RawMessage, err error) {
	if json.Unmarshal(body, &bodies) != nil || len(bodies) == 0 || len(bodies) > MaxBatch {
		return nil, errs.Invalid("body", fmt.Sprintf("deve ter de 1 a %d objetos", MaxBatch))
	}
	return bodies, nil
}

// IsList reports whether a body is a list.
func IsList(body json.RawMessage) bool { return bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) }

// membersOf reads an object and refuses members with other names.
func membersOf(body json.RawMessage, names ...string) (map[string]json.RawMessage, error) {
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil || members == nil {
		return nil, errs.Invalid("body", "deve ser um objeto ou uma lista")
	}
	var problems errs.Problems
	for _, name := range slices.Sorted(maps.Keys(members)) {
		problems.Require(slices.Contains(names, name), dialect.Echo(name), "campo desconhecido")
	}
	return members, problems.Err()
}
