package backups

import (
	"testing"
	"time"
)

func TestIsDueAfter(t *testing.T) {
	t.Parallel()
	saoPaulo, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 30, 0, 0, saoPaulo) }
	for name, test := range map[string]struct {
		last  State
		begun time.Time
		now   time.Time
		want  bool
	}{
		"none yet":                   {"", time.Time{}, at(26, 1), true},
		"before the hour":            {Done, at(25, 2), at(26, 1), false},
		"after the hour":             {Done, at(25, 2), at(26, 2), true},
		"done today":                 {Done, at(26, 2), at(26, 3), false},
		"asked for in the morning":   {Done, at(25, 9), at(26, 2), true},
		"running":                    {Running, at(26, 2), at(26, 3), false},
		"failed lately":              {Failed, at(26, 2), at(26, 3), false},
		"failed two hours ago":       {Failed, at(26, 2), at(26, 4), true},
		"the server was off for two": {Done, at(23, 2), at(26, 1), true},
	} {
		var last []Copy
		if test.last != "" {
			last = []Copy{{State: test.last, DateStarted: test.begun}}
		}
		if got := isDueAfter(last, 2, test.now); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestStatus_Concerns(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	failure, long := "fechado", []Place{{DateCreated: now.AddDate(0, 0, -60)}}
	paper := &PaperKey{}
	done := func(ago time.Duration) []Copy {
		return []Copy{{State: Failed, DateStarted: now}, {State: Done, DateStarted: now.Add(-ago)}}
	}
	passed := func(ago time.Duration) []Drill { return []Drill{{State: Passed, DateStarted: now.Add(-ago)}} }
	for name, test := range map[string]struct {
		status Status
		want   []Concern
	}{
		"nothing":         {Status{}, []Concern{NoPlace}},
		"new":             {Status{Places: []Place{{DateCreated: now}}, Paper: paper}, nil},
		"in order":        {Status{long, paper, done(25 * time.Hour), passed(7 * 24 * time.Hour), ChangeLog{}, 2, false}, nil},
		"late":            {Status{long, paper, done(27 * time.Hour), passed(9 * 24 * time.Hour), ChangeLog{}, 2, false}, []Concern{NoCopy, NoDrill}},
		"log stopped":     {Status{long, paper, done(time.Hour), passed(time.Hour), ChangeLog{IsKept: true}, 2, false}, []Concern{LogStopped}},
		"never rehearsed": {Status{long, paper, done(time.Hour), nil, ChangeLog{}, 2, false}, []Concern{NoDrill}},
		"no key on paper": {Status{long, nil, done(time.Hour), passed(time.Hour), ChangeLog{}, 2, false}, []Concern{NoPaperKey}},
		"a place is away": {Status{[]Place{{LastError: &failure, DateCreated: now}}, paper, done(time.Hour), passed(time.Hour), ChangeLog{},
			2, false}, []Concern{PlaceFailed}},
		"all since a year": {Status{long, paper, nil, nil, ChangeLog{}, 2, false}, []Concern{NoCopy, NoDrill}},
	} {
		if got := test.status.Concerns(now); len(got) != len(test.want) || len(got) > 0 && got[0] != test.want[0] {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
