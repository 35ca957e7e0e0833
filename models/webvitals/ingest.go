package webvitals

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/scrub"
	"acolhe/models/types/texts"
)

// IngestRule returns the limit of the reports of one address (decisions.md, "System errors").
func IngestRule() ratelimit.Rule {
	return ratelimit.Rule{Name: "web_vitals", Limit: 60, Per: time.Minute}
}

// IngestInput is a measurement, as the callbacks of web-vitals give it, with the path of the page. Unknown members are
// ignored. One without an id replaces no other.
type IngestInput struct {
	ID             string   `json:"id"`
	Name           Name     `json:"name"`
	Value          float64  `json:"value"`
	Delta          *float64 `json:"delta"`
	Rating         *string  `json:"rating"`
	NavigationType *string  `json:"navigationType"`
	Path           string   `json:"path"`
}

// Required names the members that must be sent.
func (IngestInput) Required() []string { return []string{"name", "value", "path"} }

// Keep implements the binder's interface for unknown members: they are ignored.
func (*IngestInput) Keep(string, json.RawMessage) {}

// Accepted is how many of the sent measurements were stored.
type Accepted struct {
	Accepted int `json:"accepted"`
}

// Ingest stores measurements; a later value with the same id replaces the earlier one. All of them are stored or none: 400
// VALIDATION_ERROR for one with an unknown name, with a value that cannot be, or without a path.
func Ingest(ctx context.Context, tx *db.DB, by auth.Caller, inputs []IngestInput) (Accepted, error) {
	var problems errs.Problems
	rows := map[string]vital{}
	for _, input := range inputs {
		row := input.vital(by, &problems)
		rows[row.MetricID] = row
	}
	if err := problems.Err(); err != nil || len(rows) == 0 {
		return Accepted{}, err
	}
	ids := make([]string, 0, len(rows))
	for id := range rows {
		ids = append(ids, id)
	}
	slices.Sort(ids) // concurrent reports lock the rows in one order
	ordered := make([]vital, len(ids))
	for i, id := range ids {
		ordered[i] = rows[id]
	}
	encoded, err := json.Marshal(ordered)
	if err != nil {
		return Accepted{}, err
	}
	return Accepted{len(inputs)}, tx.WithContext(ctx).Exec(write, string(encoded)).Error
}

const write = `insert into web_vitals as known (metric_id, name, value, delta, rating, navigation_type, path, user_agent, date_created)
	select metric_id, name, value, delta, rating, navigation_type, path, user_agent, date_created
	from jsonb_to_recordset(?::jsonb) v (metric_id text, name text, value double precision, delta double precision, rating text, navigation_type text,
		path text, user_agent text, date_created timestamptz)
	on conflict (metric_id) do update set value = excluded.value, delta = excluded.delta, rating = excluded.rating where known.name = excluded.name`

// navigations are the kinds of navigation that the library names.
var navigations = []string{"navigate", "reload", "back-forward", "back-forward-cache", "prerender", "restore", "soft-navigation"}

func (in IngestInput) vital(by auth.Caller, problems *errs.Problems) vital {
	problems.Require(texts.Fits(in.ID, maxID), "id", "deve ter no máximo 100 caracteres")
	if in.ID == "" {
		in.ID = uuid.NewString()
	}
	problems.Require(slices.Contains(Names(), in.Name), "name", "deve ser "+strings.Join(in.Name.Values(), ", "))
	problems.Require(in.Value >= 0 && in.Value <= mostValue, "value", "deve estar entre 0 e 3600000")
	problems.Require(in.Delta == nil || math.Abs(*in.Delta) <= mostValue, "delta", "deve estar entre -3600000 e 3600000")
	path := PathOf(in.Path)
	problems.Require(path != "", "path", "deve ser o caminho da página, como /painel")
	sum := sha256.Sum256([]byte(in.ID))
	row := vital{MetricID: hex.EncodeToString(sum[:16]), Name: in.Name, Value: in.Value, Delta: in.Delta, Rating: in.Name.Rate(in.Value),
		Path:      path,
		UserAgent: texts.Optional(scrub.Text(sessions.DeviceOf(by.Origin.UserAgent))), DateCreated: by.Now}
	if in.NavigationType != nil && slices.Contains(navigations, *in.NavigationType) {
		row.NavigationType = in.NavigationType
	}
	return row
}
