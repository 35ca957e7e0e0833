package private

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

const (
	// maxRestarts is the maximum number of consecutive starts.
	maxRestarts = 10
	// restartDelay is the delay before the second start. It doubles with each, up to 16 times.
	restartDelay = 250 * time.Millisecond
	mostDoubled  = 4
	// stableAfter is the running time after which starts no longer count as consecutive.
	stableAfter = time.Minute
	// watchEvery is the interval of checking a server that is not a child.
	watchEvery = 250 * time.Millisecond
)

// errNoCluster is returned if the data vanished while the server ran. A new cluster would be an empty database.
var errNoCluster = errors.New("a pasta do banco de dados sumiu")

// Watch restarts the server, with the same URL, whenever it ends. It returns nil when ctx ends, and ErrKeepsFailing
// after ten consecutive starts that failed or ended within a minute. Do not call Stop before Watch returns.
func (s *Server) Watch(ctx context.Context, log *slog.Logger) error {
	tries := 0
	for {
		begun := time.Now()
		if s.awaitEnd(ctx) != nil {
			return nil
		}
		if time.Since(begun) >= stableAfter {
			tries = 0
		}
		log.Error("the private PostgreSQL ended and is started again")
		var err error
		if tries, err = s.restart(ctx, log, tries); ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		log.Info("the private PostgreSQL runs again")
	}
}

// restart starts the server after this number of tries, and returns the number including its own.
func (s *Server) restart(ctx context.Context, log *slog.Logger, tries int) (int, error) {
	for ; tries < maxRestarts; tries++ {
		if tries > 0 {
			if err := pause(ctx, s.firstDelay<<min(tries-1, mostDoubled)); err != nil {
				return tries, err
			}
		}
		err := s.startAgain(ctx)
		if err == nil || ctx.Err() != nil {
			return tries + 1, err
		}
		log.Error("the private PostgreSQL does not start", "error", err.Error())
	}
	return tries, ErrKeepsFailing
}

func (s *Server) startAgain(ctx context.Context) error {
	version, err := s.dir.majorVersion()
	if err != nil {
		return err
	}
	if version == 0 {
		return errNoCluster
	}
	return s.bringUp(ctx)
}

// awaitEnd waits until the server ends, or returns the error of ctx.
func (s *Server) awaitEnd(ctx context.Context) error {
	if s.postmaster.exited != nil {
		select {
		case <-s.postmaster.exited:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for s.postmaster.alive() {
		if err := pause(ctx, watchEvery); err != nil {
			return err
		}
	}
	return nil
}

func pause(ctx context.Context, duration time.Duration) error {
	select {
	case <-time.After(duration):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
