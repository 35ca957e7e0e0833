package pointintime

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"acolhe/models/backups/restore"
	"acolhe/models/platform/backup"
	"acolhe/models/platform/db"
	"acolhe/models/platform/db/private"
	"acolhe/models/platform/storage"
	"acolhe/models/platform/walarchive"
)

// ErrNoLog is returned for a place without the log up to a moment: a copy may be older.
var ErrNoLog = errors.New("este lugar não tem o registro até este momento")

// Target is the empty data directory that is filled.
type Target struct {
	DataDir string
	// Archive holds the programs of PostgreSQL.
	Archive fs.FS
	Storage storage.Drivers
	// Report is called with a line for the person who restores.
	Report func(string)
}

// Restore makes the private PostgreSQL of a data directory as it was at source.At, and brings back the files. Until everything
// is there, the directory has no database, so that it can be called again after a failure or a kill. It returns ErrNoLog,
// walarchive.ErrGap, backup.ErrOtherKey, backup.ErrDamaged, or restore.ErrNotEmpty for a directory with a database.
func Restore(ctx context.Context, target Target, source restore.Source) (restored restore.Result, err error) {
	reader := walarchive.Reader{Place: source.Place, Key: source.Key}
	base, err := reader.Find(ctx, source.At)
	if errors.Is(err, backup.ErrMissing) {
		return restored, ErrNoLog
	}
	if err != nil {
		return restored, err
	}
	target.Report(fmt.Sprintf("Base de %s.", base.Name))
	err = private.Recover(ctx, target.Archive, target.DataDir, private.Recovery{To: source.At,
		Fill: func(ctx context.Context, cluster string) (string, error) {
			until, err := reader.Fetch(ctx, base, cluster, source.At)
			if err == nil && until.Before(source.At) {
				target.Report("O registro guardado acaba antes, em " + until.UTC().Format(time.RFC3339) + ".")
			}
			return base.Password, err
		},
		Finish: func(ctx context.Context, address string) error {
			conn, err := db.Open(ctx, address)
			if err != nil {
				return err
			}
			defer conn.Close()
			target.Report("Banco de dados restaurado.")
			with := restore.Completion{Environment: base.Environment, Report: target.Report}
			restored, err = restore.Complete(ctx, conn, target.Storage, source, with)
			return err
		},
	})
	if errors.Is(err, private.ErrHasCluster) {
		err = restore.ErrNotEmpty
	}
	return restored, err
}
