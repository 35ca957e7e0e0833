// Package pointintime keeps the log of the private PostgreSQL, and the contents of new files, beside the copies, so that
// everything can be restored as it was at any minute of the last days.
package pointintime

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"acolhe/models/backups"
	"acolhe/models/platform/backup"
	"acolhe/models/platform/db/private"
	"acolhe/models/platform/walarchive"
)

// Times of keeping the log.
const (
	// storeEvery is how old a change is at most before it is stored.
	storeEvery = 30 * time.Second
	// baseEvery is the time between bases, keptFor how long they are kept.
	baseEvery, keptFor = 24 * time.Hour, 7 * 24 * time.Hour
	// rebaseAfter is the time after a base before a place that missed a part of the log gets another one.
	rebaseAfter = time.Hour
	// lookEvery is the time after which the places are opened again: one may be new, or back.
	lookEvery = 10 * time.Minute
	// pause is the time before the next attempt.
	pause = 20 * time.Second
)

// Keeper keeps the log of the private PostgreSQL of this process.
type Keeper struct {
	Office backups.Office
	Source private.Source
	Log    *slog.Logger

	// isForgotten is true once the cluster keeps no log for want of a place.
	isForgotten bool
}

// Run keeps the log until ctx is done, and stores what came until then.
func (k *Keeper) Run(ctx context.Context) {
	for ctx.Err() == nil {
		err := k.keep(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			continue // lookEvery has passed
		}
		if err != nil && ctx.Err() == nil {
			k.Log.Warn("the log of changes is not kept beside the copies", "error", err.Error())
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// keep keeps the log at all places that can be opened, for lookEvery.
func (k *Keeper) keep(ctx context.Context) error {
	writer, since, err := k.Office.OpenPlaces(ctx)
	if err != nil {
		return err
	}
	defer closeAll(writer.Places)
	if len(writer.Places) == 0 {
		return k.forget(ctx)
	}
	k.isForgotten = false
	archiver := walarchive.Archiver{Writer: writer, URL: k.Source.URL, Cluster: k.Source.Cluster, Password: k.Source.Password,
		Now: k.Office.Now, Every: storeEvery}
	on, err := archiver.Resume(ctx)
	if err != nil {
		return err
	}
	if needsBase(on, len(writer.Places), k.Office.Now()) {
		if on.Base, err = archiver.TakeBase(ctx); err != nil {
			return err
		}
		on.From, on.Places = on.Base.Begin(), writer.Places
		for _, place := range writer.Places {
			if err := walarchive.Prune(ctx, place, k.Office.Now().Add(-keptFor)); err != nil {
				return err
			}
		}
	}
	archiver.Writer.Places = on.Places
	limited, cancel := context.WithTimeout(ctx, lookEvery)
	defer cancel()
	return archiver.Stream(limited, on.Base, on.From, func(ctx context.Context) error {
		now := k.Office.Now()
		if err := k.Office.SaveContents(ctx, writer, since); err != nil {
			return err
		}
		since = now.Add(-time.Minute) // a transaction may have been open for a while
		return nil
	})
}

// needsBase reports whether a new base is due: the first, that of the day, or one for a place that missed a part of the log.
func needsBase(on walarchive.Resumption, places int, now time.Time) bool {
	age := now.Sub(on.Base.Complete)
	return len(on.Places) == 0 || age >= baseEvery || len(on.Places) < places && age >= rebaseAfter
}

// forget lets the cluster remove its log, once.
func (k *Keeper) forget(ctx context.Context) error {
	if k.isForgotten {
		return nil
	}
	err := walarchive.Forget(ctx, k.Source.URL)
	k.isForgotten = err == nil
	return err
}

func closeAll(places []backup.Place) {
	for _, place := range places {
		_ = place.Close() // everything was compared after it was written
	}
}
