package walarchive

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"filippo.io/age"
	"github.com/jackc/pglogrepl"

	"acolhe/models/platform/backup"
)

// ErrGap is returned for a moment after a part of the log that the place does not have.
var ErrGap = errors.New("falta uma parte do registro antes deste momento: escolha um momento anterior, ou outro lugar")

// Reader reads bases and the log of a place.
type Reader struct {
	Place backup.Place
	Key   age.Identity
}

// Find returns the base that recovers to a moment: the newest one that was complete by then. It returns
// backup.ErrMissing if there is none.
func (r Reader) Find(ctx context.Context, to time.Time) (Base, error) {
	names, err := Bases(ctx, r.Place)
	if err != nil {
		return Base{}, err
	}
	for _, name := range names {
		if begun, err := time.Parse(timeName, name); err != nil || begun.After(to) {
			continue
		}
		base, err := ReadBase(ctx, r.Place, name, r.Key)
		if err != nil || !base.Complete.After(to) {
			return base, err
		}
	}
	return Base{}, backup.ErrMissing
}

// Fetch writes the files of a base and its log into the empty folder of a cluster. It returns when the log was stored that is
// there. After a gap before the moment it returns ErrGap.
func (r Reader) Fetch(ctx context.Context, base Base, cluster string, to time.Time) (until time.Time, err error) {
	parts, hasGap, err := chunks(ctx, r.Place, base)
	if err != nil {
		return until, err
	}
	until = base.Complete
	if len(parts) > 0 {
		until = parts[len(parts)-1].at
	}
	if hasGap && until.Before(to) {
		return until, ErrGap
	}
	err = backup.Load(ctx, r.Place, folder+base.Name+fileOfBase, r.Key, func(from io.Reader) error { return unpack(ctx, from, cluster) })
	if err != nil {
		return until, err
	}
	log := logFiles{folder: filepath.Join(cluster, "pg_wal"), timeline: base.Timeline, at: base.Begin()}
	for _, part := range parts {
		if err := backup.Load(ctx, r.Place, part.object(base.Name), r.Key, func(from io.Reader) error { return log.add(from, part) }); err != nil {
			return until, errors.Join(err, log.close())
		}
	}
	return until, log.close()
}

// unpack writes the files of an archive into a folder. It is read to its end, where the encryption shows that it is whole.
func unpack(ctx context.Context, from io.Reader, into string) error {
	packed, err := gzip.NewReader(from)
	if err != nil {
		return errors.Join(backup.ErrDamaged, err)
	}
	root, err := os.OpenRoot(into)
	if err != nil {
		return err
	}
	defer root.Close()
	hasLabel := false
	for files := tar.NewReader(packed); ; {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || ctx.Err() != nil {
			return errors.Join(backup.ErrDamaged, err, ctx.Err())
		}
		if header.Typeflag == tar.TypeDir {
			if err := root.MkdirAll(filepath.Clean(header.Name), 0o700); err != nil {
				return err
			}
			continue
		}
		if err := unpackFile(root, header.Name, files); err != nil {
			return err
		}
		hasLabel = hasLabel || header.Name == "backup_label"
	}
	if _, err := io.Copy(io.Discard, packed); err != nil || !hasLabel {
		return errors.Join(backup.ErrDamaged, err)
	}
	_, err = io.Copy(io.Discard, from)
	return err
}

func unpackFile(root *os.Root, name string, content io.Reader) error {
	file, err := root.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	return errors.Join(err, file.Sync(), file.Close())
}

// logFiles are the files of the log in a folder, written one after the other.
type logFiles struct {
	folder   string
	timeline int32
	at       pglogrepl.LSN
	file     *os.File
}

func (l *logFiles) add(from io.Reader, part chunk) error {
	packed, err := gzip.NewReader(from)
	if err != nil {
		return errors.Join(backup.ErrDamaged, err)
	}
	for l.at < part.end {
		if l.file == nil {
			number := uint64(l.at / segmentSize)
			perLog := uint64(1<<32) / segmentSize
			name := fmt.Sprintf("%08X%08X%08X", l.timeline, number/perLog, number%perLog)
			if l.file, err = os.OpenFile(filepath.Join(l.folder, name), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600); err != nil {
				return err
			}
			// A file of the log has its whole length from the beginning.
			if err := l.file.Truncate(segmentSize); err != nil {
				return err
			}
		}
		length := min(int64(part.end-l.at), int64(segmentSize-l.at%segmentSize))
		if err := copyPart(l.file, packed, length); err != nil {
			return err
		}
		if l.at += pglogrepl.LSN(length); l.at%segmentSize == 0 {
			if err := l.close(); err != nil {
				return err
			}
		}
	}
	if rest, err := io.Copy(io.Discard, packed); err != nil || rest > 0 {
		return errors.Join(backup.ErrDamaged, err)
	}
	_, err = io.Copy(io.Discard, from)
	return err
}

// copyPart returns backup.ErrDamaged if so many bytes cannot be read, and what the disk says if they cannot be written.
func copyPart(into *os.File, from io.Reader, length int64) error {
	_, err := io.CopyN(into, from, length)
	if unwritten := (*fs.PathError)(nil); err == nil || errors.As(err, &unwritten) {
		return err
	}
	return errors.Join(backup.ErrDamaged, err)
}

func (l *logFiles) close() error {
	if l.file == nil {
		return nil
	}
	file := l.file
	l.file = nil
	return errors.Join(file.Sync(), file.Close())
}
