package systemerrors

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// IngestRule returns the limit of the reports of one address (decisions.md, "System errors").
func IngestRule() ratelimit.Rule {
	return ratelimit.Rule{Name: "system_errors", Limit: 60, Per: time.Minute}
}

// IngestQuota is what one address or associate reports in a day.
func IngestQuota() ratelimit.Quota { return ratelimit.Quota{Name: "system_errors", Count: 20_000} }

// IngestInput is an error that a frontend reports. Unknown members are ignored, long texts are cut.
type IngestInput struct {
	Message string           `json:"message"`
	Stack   *string          `json:"stack"`
	URL     *string          `json:"url"`
	Level   *Level           `json:"level"`
	Release *string          `json:"release"`
	Extra   *json.RawMessage `json:"extra"`
}

// Required names the members that must be sent.
func (IngestInput) Required() []string { return []string{"message"} }

// Keep implements the binder's interface for unknown members: they are ignored.
func (*IngestInput) Keep(string, json.RawMessage) {}

// Accepted is how many of the sent reports were stored.
type Accepted struct {
	Accepted int `json:"accepted"`
}

// Ingest records errors of browsers. All of them are stored or none: 400 VALIDATION_ERROR for one without a message, with an
// unknown level, or with an extra that is no object.
func Ingest(ctx context.Context, tx *db.DB, by auth.Caller, inputs []IngestInput) (Accepted, error) {
	reports := make([]Report, len(inputs))
	var problems errs.Problems
	for i, input := range inputs {
		reports[i] = input.report(&problems)
	}
	if err := problems.Err(); err != nil {
		return Accepted{}, err
	}
	for _, report := range reports {
		if err := Record(ctx, tx, by, report); err != nil {
			return Accepted{}, err
		}
	}
	return Accepted{len(reports)}, nil
}

func (in IngestInput) report(problems *errs.Problems) Report {
	report := Report{Source: Browser, Message: in.Message, Stack: texts.Of(in.Stack), URL: texts.Of(in.URL), Release: texts.Of(in.Release),
		Level: Failure}
	problems.Require(strings.TrimSpace(in.Message) != "", "message", "informe a mensagem")
	if in.Level != nil {
		report.Level = *in.Level
		known := false
		for _, level := range report.Level.Values() {
			known = known || level == string(report.Level)
		}
		problems.Require(known, "level", "deve ser fatal, error, warning ou info")
	}
	if in.Extra != nil {
		decoder := json.NewDecoder(bytes.NewReader(*in.Extra))
		decoder.UseNumber()
		problems.Require(decoder.Decode(&report.Extra) == nil, "extra", "deve ser um objeto")
	}
	return report
}
