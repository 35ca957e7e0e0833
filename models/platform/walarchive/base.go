package walarchive

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pglogrepl"
	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/backup"
)

// Archiver writes bases and the log of one cluster.
type Archiver struct {
	Writer backup.Writer
	// URL is the address of the cluster for its superuser, Cluster the folder of its files, Password that of the superuser.
	URL, Cluster, Password string
	Now                    func() time.Time
	// Every is the time after which what came is stored.
	Every time.Duration
}

// Slot is the replication slot that keeps the log of the cluster until it is stored.
const Slot = "acolhe_log"

// leftOut are the folders whose files a base does not have, and names of files that it does not have anywhere: those of the
// running server, and the log, which follows.
var (
	leftOut = []string{"pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"}
	unkept  = []string{"postmaster.pid", "postmaster.opts", "backup_label", "tablespace_map", "recovery.signal", "standby.signal", "pg_internal.init"}
)

// TakeBase writes a base while the cluster works.
func (a Archiver) TakeBase(ctx context.Context) (Base, error) {
	conn, err := pgx.Connect(ctx, a.URL)
	if err != nil {
		return Base{}, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	base := Base{Name: a.Now().UTC().Format(timeName), Password: a.Password, Environment: a.Writer.Environment}
	if err := reserve(ctx, conn); err != nil {
		return base, err
	}
	if err := conn.QueryRow(ctx, "select pg_backup_start('acolhe', true)::text").Scan(&base.Start); err != nil {
		return base, err
	}
	err = conn.QueryRow(ctx, "select (select system_identifier::text from pg_control_system()), timeline_id from pg_control_checkpoint()").
		Scan(&base.System, &base.Timeline)
	if err != nil {
		return base, err
	}
	_, err = a.Writer.Save(ctx, folder+base.Name+fileOfBase, func(into io.Writer) error { return a.writeFiles(ctx, conn, into) })
	if err != nil {
		return base, err
	}
	base.Complete = a.Now()
	_, err = a.Writer.Save(ctx, folder+base.Name+described, func(into io.Writer) error { return json.NewEncoder(into).Encode(base) })
	return base, err
}

// reserve makes the slot if there is none, and again if the cluster did not keep its log.
func reserve(ctx context.Context, conn *pgx.Conn) error {
	const again = `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active and wal_status = 'lost'`
	if _, err := conn.Exec(ctx, again, Slot); err != nil {
		return err
	}
	const once = `select pg_create_physical_replication_slot($1, true) where not exists (select from pg_replication_slots where slot_name = $1)`
	_, err := conn.Exec(ctx, once, Slot)
	return err
}

// Forget lets a cluster remove its log, which nobody stores any more.
func Forget(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	_, err = conn.Exec(ctx, "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active", Slot)
	return err
}

// writeFiles writes the files of the cluster as an archive, and last the label with which PostgreSQL recovers it.
func (a Archiver) writeFiles(ctx context.Context, conn *pgx.Conn, into io.Writer) error {
	packed, err := gzip.NewWriterLevel(into, gzip.BestSpeed)
	if err != nil {
		return err
	}
	files := tar.NewWriter(packed)
	err = filepath.WalkDir(a.Cluster, func(at string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // removed meanwhile: the log says so
		}
		if err != nil || at == a.Cluster {
			return err
		}
		name, err := filepath.Rel(a.Cluster, at)
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		top, below, _ := strings.Cut(name, string(filepath.Separator))
		if below != "" && slices.Contains(leftOut, top) || slices.Contains(unkept, entry.Name()) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		return writeEntry(files, at, name, entry)
	})
	if err != nil {
		return err
	}
	var label string
	if err := conn.QueryRow(ctx, "select labelfile from pg_backup_stop(false)").Scan(&label); err != nil {
		return err
	}
	if err := files.WriteHeader(&tar.Header{Name: "backup_label", Mode: 0o600, Size: int64(len(label))}); err != nil {
		return err
	}
	_, err = io.WriteString(files, label)
	return errors.Join(err, files.Close(), packed.Close())
}

// writeEntry writes a folder, or a file with the length that it has when it is opened: PostgreSQL may change it meanwhile, which
// the log repairs.
func writeEntry(files *tar.Writer, at, name string, entry fs.DirEntry) error {
	if entry.IsDir() {
		return files.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o700})
	}
	if !entry.Type().IsRegular() {
		return nil
	}
	file, err := os.Open(at)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if err := files.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: info.Size()}); err != nil {
		return err
	}
	written, err := io.Copy(files, io.LimitReader(file, info.Size()))
	if err == nil && written < info.Size() {
		_, err = io.CopyN(files, zeros{}, info.Size()-written)
	}
	return err
}

// zeros is content without end.
type zeros struct{}

func (zeros) Read(into []byte) (int, error) {
	clear(into)
	return len(into), nil
}

// position returns where the log of a base goes on at a place that has all of it, false after a gap.
func position(ctx context.Context, at backup.Place, base Base) (pglogrepl.LSN, bool, error) {
	stored, hasGap, err := chunks(ctx, at, base)
	if err != nil || hasGap {
		return 0, false, err
	}
	if len(stored) == 0 {
		return base.Begin(), true, nil
	}
	return stored[len(stored)-1].end, true, nil
}
