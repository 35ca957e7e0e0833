package backups

import (
	"context"
	"time"

	"acolhe/models/platform/backup"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Path is the address of the page, for messages.
const Path = "/admin/copias"

func conflict(message string) error { return errs.Conflict(errs.CodeConflict, message) }

// SelectAges is the SQL of the columns of backup.Ages.
const SelectAges = `(select min(date_created) from backup_places), (select max(date_started) from backups where state = 'done'),
	(select max(date_started) from backup_drills where state = 'passed')`

// Status is what the page shows.
type Status struct {
	Places []Place
	Paper  *PaperKey
	// Copies and Drills are the last ones, newest first.
	Copies []Copy
	Drills []Drill
	Log    ChangeLog
	Hour   int
	// IsRequested reports whether a copy or a rehearsal that a person requested waits to begin.
	IsRequested bool
}

// Limits of the lists of a Status.
const (
	listedCopies = 400
	listedDrills = 10
)

// ReadStatus returns what the page of copies shows. It returns 403 FORBIDDEN unless the caller is an administrator.
func (o Office) ReadStatus(ctx context.Context, by auth.Caller) (status Status, err error) {
	if err := require(by); err != nil {
		return status, err
	}
	if status.Places, err = o.places(ctx); err != nil {
		return status, err
	}
	if status.Paper, err = o.paperKey(ctx); err != nil {
		return status, err
	}
	if status.Copies, err = o.last(ctx, listedCopies); err != nil {
		return status, err
	}
	if status.Drills, err = o.lastDrills(ctx, listedDrills); err != nil {
		return status, err
	}
	if status.IsRequested, err = o.isRequested(ctx); err != nil {
		return status, err
	}
	if status.Log, err = o.changeLog(ctx); err != nil {
		return status, err
	}
	status.Hour, err = settings.Get(ctx, o.DB, Hour)
	return status, err
}

func (o Office) isRequested(ctx context.Context) (isRequested bool, err error) {
	const waits = `select exists (select from river_job where kind in ? and state = 'available' and args ->> 'requested_by' <> '')`
	kinds := []string{makeCopy{}.Kind(), rehearseCopy{}.Kind()}
	return isRequested, o.DB.WithContext(ctx).Raw(waits, kinds).Scan(&isRequested).Error
}

// Running returns the copy that is being made, nil for none.
func (s Status) Running() *Copy {
	if len(s.Copies) > 0 && s.Copies[0].State == Running {
		return &s.Copies[0]
	}
	return nil
}

// LastDone returns the newest whole copy, nil before the first.
func (s Status) LastDone() *Copy {
	for i := range s.Copies {
		if s.Copies[i].State == Done {
			return &s.Copies[i]
		}
	}
	return nil
}

// LastPassed returns the newest rehearsal that passed, nil before the first.
func (s Status) LastPassed() *Drill {
	for i := range s.Drills {
		if s.Drills[i].State == Passed {
			return &s.Drills[i]
		}
	}
	return nil
}

// Concern is what is wrong with the copies.
type Concern string

// The concerns, the worst first.
const (
	NoPlace     Concern = "no_place"
	NoCopy      Concern = "no_copy"
	LogStopped  Concern = "log_stopped"
	NoDrill     Concern = "no_drill"
	NoPaperKey  Concern = "no_paper_key"
	PlaceFailed Concern = "place_failed"
)

// Concerns returns what is wrong at a time, the worst first. Before the first copy there is nothing to rehearse.
func (s Status) Concerns(now time.Time) (concerns []Concern) {
	if len(s.Places) == 0 {
		return []Concern{NoPlace}
	}
	oldest := s.Places[0].DateCreated
	for _, place := range s.Places {
		if place.DateCreated.Before(oldest) {
			oldest = place.DateCreated
		}
		if place.Fails() {
			concerns = append(concerns, PlaceFailed)
		}
	}
	ages := backup.Ages{First: &oldest}
	if done := s.LastDone(); done != nil {
		ages.Copied = &done.DateStarted
	}
	if passed := s.LastPassed(); passed != nil {
		ages.Rehearsed = &passed.DateStarted
	}
	if ages.LacksCopy(now) {
		concerns = append([]Concern{NoCopy}, concerns...)
	}
	if s.Log.IsKept && !s.Log.Works() {
		concerns = append(concerns, LogStopped)
	}
	if ages.LacksDrill(now) {
		concerns = append(concerns, NoDrill)
	}
	if s.Paper == nil {
		concerns = append(concerns, NoPaperKey)
	}
	return concerns
}
