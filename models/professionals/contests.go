package professionals

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Limits of the contests of a professional.
const (
	maxContests = 500
	// MaxContestText is the maximum length of the text of a contest, with the service that it is about.
	MaxContestText = 2000
)

// Contest is an entry of contest_reports: what a professional contests in the report of a month, YYYY-MM
// (specification, "Professional"). The server sets the date.
type Contest struct {
	Text  string    `json:"text"`
	Month string    `json:"month"`
	Date  time.Time `json:"date"`
}

// Required names the members that must be sent.
func (Contest) Required() []string { return []string{"text", "month"} }

// ContestInput is the body of POST /professionals/:id/contest-reports.
type ContestInput struct {
	ID    int64  `json:"-" form:"-"`
	Text  string `json:"text" form:"text"`
	Month string `json:"month" form:"month"`
}

// Required names the members that must be sent.
func (ContestInput) Required() []string { return []string{"text", "month"} }

// RemoveContestInput names a contest by its position, from 0. With a Date it must be the contest of that time, so that a page
// does not remove another one after the positions have changed.
type RemoveContestInput struct {
	ID    int64     `form:"-"`
	Index int       `form:"index"`
	Date  time.Time `form:"-"`
}

// ContestRemoval is the kind of undo of a removed contest.
const ContestRemoval undo.Kind = "professionals.contest.remove"

// RemovedContest is a contest that was removed, with its position.
type RemovedContest struct {
	ID      int64
	Index   int
	Contest Contest
}

// MonthContest is a contest of a month with its professional and position.
type MonthContest struct {
	Professional Professional
	Index        int
	Contest
}

// ListContests returns the contests of a month, YYYY-MM, of the professionals that the caller may see, by professional and
// the earliest first.
func ListContests(ctx context.Context, tx *db.DB, by auth.Caller, month string) ([]MonthContest, error) {
	var contesting []Professional
	wanted, err := json.Marshal([]map[string]string{{"month": month}})
	if err != nil {
		return nil, err
	}
	err = tx.WithContext(ctx).Scopes(visibleTo(by)).Where("contest_reports @> ?::jsonb", string(wanted)).Order(byName).Find(&contesting).Error
	var contests []MonthContest
	for _, professional := range contesting {
		contests = append(contests, professional.ContestsOf(month)...)
	}
	return contests, err
}

// ContestsOf returns the contests of a month, YYYY-MM, the earliest first.
func (p Professional) ContestsOf(month string) (contests []MonthContest) {
	for i, contest := range p.Contests() {
		if contest.Month == month {
			contests = append(contests, MonthContest{p, i, contest})
		}
	}
	return contests
}

// Contests returns the contests of the professional, the earliest first.
func (p Professional) Contests() []Contest {
	contests := []Contest{}
	// The verbs store a valid array; a foreign one shows no contest.
	_ = json.Unmarshal(p.ContestReports, &contests)
	return contests
}

// AddContest adds a contest of a report: a Profissional on the own record, or the staff. It returns 400 VALIDATION_ERROR
// for a missing text or month, and 404 NOT_FOUND for a professional that the caller may not see.
func AddContest(ctx context.Context, tx *db.DB, by auth.Caller, input ContestInput) (Professional, error) {
	return changeContests(ctx, tx, by, input.ID, func(contests []Contest) ([]Contest, error) {
		return append(contests, Contest{Text: input.Text, Month: input.Month}), nil
	})
}

// RemoveContest removes a contest. It returns 403 FORBIDDEN for a professional's own access, and 404 NOT_FOUND for an
// unknown professional or position.
func RemoveContest(ctx context.Context, tx *db.DB, by auth.Caller, input RemoveContestInput) (Professional, error) {
	if err := access.RequireUnbound(by); err != nil {
		return Professional{}, err
	}
	return changeContests(ctx, tx, by, input.ID, func(contests []Contest) ([]Contest, error) {
		if input.Index < 0 || input.Index >= len(contests) || !input.Date.IsZero() && !input.Date.Equal(contests[input.Index].Date) {
			return nil, errs.NotFound("Contestação não encontrada.")
		}
		return append(contests[:input.Index], contests[input.Index+1:]...), nil
	})
}

// RemoveContestWithUndo is RemoveContest, and returns the id of the undo.
func RemoveContestWithUndo(ctx context.Context, tx *db.DB, by auth.Caller, input RemoveContestInput) (undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		before, err := FindFor(ctx, tx, by, input.ID)
		if err != nil {
			return err
		}
		if _, err := RemoveContest(ctx, tx, by, input); err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, ContestRemoval,
			RemovedContest{ID: input.ID, Index: input.Index, Contest: before.Contests()[input.Index]})
		return err
	})
	return undoID, err
}

// RestoreContest undoes the removal of a contest.
func RestoreContest(ctx context.Context, tx *db.DB, by auth.Caller, removed RemovedContest) error {
	if err := access.RequireUnbound(by); err != nil {
		return err
	}
	_, err := changeContests(ctx, tx, by, removed.ID, func(contests []Contest) ([]Contest, error) {
		return slices.Insert(contests, min(removed.Index, len(contests)), removed.Contest), nil
	})
	return err
}

func changeContests(ctx context.Context, tx *db.DB, by auth.Caller, id int64, change func([]Contest) ([]Contest, error)) (Professional,
	error) {
	scope := func(query *db.DB) *db.DB { return visible(query, by) }
	return db.Change(ctx, tx, id, "", func(_ *db.DB, _ Professional, p *Professional) error {
		p.DateUpdated = by.Now
		contests, err := change(p.Contests())
		if err != nil {
			return err
		}
		var problems errs.Problems
		for _, problem := range p.setContests(contests) {
			// The input names the fields without their position.
			problems.Add(problem.Path[strings.LastIndex(problem.Path, ".")+1:], problem.Message)
		}
		return problems.Err()
	}, scope)
}

// setContests stores valid contests, and reports what is wrong.
func (p *Professional) setContests(contests []Contest) (problems errs.Problems) {
	problems.Require(len(contests) <= maxContests, "contest_reports", fmt.Sprintf("deve ter no máximo %d contestações", maxContests))
	stored := make([]Contest, len(contests))
	for i, contest := range contests {
		at := fmt.Sprintf("contest_reports[%d].", i)
		contest.Text = strings.TrimSpace(contest.Text)
		problems.Require(contest.Text != "" &&
			texts.Fits(contest.Text, MaxContestText), at+"text", "explique o motivo em uma frase, com até 2.000 caracteres")
		_, err := civil.ParseMonth(contest.Month)
		problems.Require(err == nil, at+"month", civil.ErrNotMonth.Error())
		if contest.Date.IsZero() {
			contest.Date = p.DateUpdated
		}
		stored[i] = contest
	}
	if len(problems) == 0 {
		p.ContestReports, _ = json.Marshal(stored) // texts and times always encode
	}
	return problems
}
