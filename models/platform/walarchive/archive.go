// Package walarchive keeps the write-ahead log of a PostgreSQL beside its copies, so that a database can be recovered as it was
// at any moment: a base, which is a copy of the cluster's files, and after it the log in chunks of less than a minute. All that
// leaves the process is encrypted with age. It works over the replication protocol and reads the files of a cluster on this
// machine; it needs no programs of PostgreSQL.
package walarchive

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"filippo.io/age"
	"github.com/jackc/pglogrepl"

	"acolhe/models/platform/backup"
)

// Base is a copy of the files of a cluster, from which its log is replayed. It is described last, so that one with a
// description is whole.
type Base struct {
	// Name is the time at which it was begun in UTC, and the folder of its objects.
	Name string `json:"name"`
	// Complete is when its files were copied: it recovers to moments from then on.
	Complete time.Time `json:"complete"`
	// Start is where its log begins, Timeline and System are those of the cluster.
	Start    pglogrepl.LSN `json:"start"`
	Timeline int32         `json:"timeline"`
	System   string        `json:"system"`
	// Password is that of the superuser, which is inside the files.
	Password string `json:"password"`
	// Environment is the configuration of the process, its secrets included.
	Environment map[string]string `json:"environment"`
}

// Begin returns where its log begins: with a whole file.
func (b Base) Begin() pglogrepl.LSN { return segmentOf(b.Start) }

const (
	folder     = "log/"
	timeName   = "20060102T150405Z"
	fileOfBase = "/base"
	// described ends the name of the description of a base.
	described = "/description"
	chunkPart = "/chunk-"
)

// chunk is a part of the log at a place.
type chunk struct {
	start, end pglogrepl.LSN
	at         time.Time
}

// object returns the name of a chunk: where it starts and ends, and when it was written, so that a list of names shows gaps.
func (c chunk) object(base string) string {
	return fmt.Sprintf("%s%s%s%016x-%016x-%s", folder, base, chunkPart, uint64(c.start), uint64(c.end), c.at.UTC().Format(timeName))
}

func parseChunk(name string) (c chunk, isChunk bool) {
	_, text, isChunk := strings.Cut(name, chunkPart)
	parts := strings.Split(text, "-")
	if !isChunk || len(parts) != 3 {
		return c, false
	}
	start, startErr := strconv.ParseUint(parts[0], 16, 64)
	end, endErr := strconv.ParseUint(parts[1], 16, 64)
	at, timeErr := time.Parse(timeName, parts[2])
	return chunk{pglogrepl.LSN(start), pglogrepl.LSN(end), at}, startErr == nil && endErr == nil && timeErr == nil
}

// Bases returns the names of the whole bases of a place, newest first.
func Bases(ctx context.Context, at backup.Place) (names []string, err error) {
	err = at.Each(ctx, folder, func(object backup.Object) error {
		if name, isDescription := strings.CutSuffix(object.Name, described); isDescription {
			names = append(names, path.Base(name))
		}
		return nil
	})
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(b, a) })
	return names, err
}

// ReadBase reads the description of a base. It returns backup.ErrMissing, ErrOtherKey or ErrDamaged.
func ReadBase(ctx context.Context, at backup.Place, name string, key age.Identity) (base Base, err error) {
	err = backup.Load(ctx, at, folder+name+described, key, func(from io.Reader) error {
		text, err := io.ReadAll(from)
		if err != nil {
			return err
		}
		return json.Unmarshal(text, &base)
	})
	return base, err
}

// chunks returns the chunks after a base in their order, up to the first gap, and whether there is a gap.
func chunks(ctx context.Context, at backup.Place, base Base) (found []chunk, hasGap bool, err error) {
	err = at.Each(ctx, folder+base.Name+"/", func(object backup.Object) error {
		if c, isChunk := parseChunk(object.Name); isChunk {
			found = append(found, c)
		}
		return nil
	})
	slices.SortFunc(found, func(a, b chunk) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	next := base.Begin()
	for i, c := range found {
		if c.start != next {
			return found[:i], true, err
		}
		next = c.end
	}
	return found, false, err
}

// Prune removes the bases that were begun before a time, with their log, but never the newest whole one, and what earlier bases
// that were interrupted left.
func Prune(ctx context.Context, at backup.Place, before time.Time) error {
	names, err := Bases(ctx, at)
	if err != nil || len(names) == 0 {
		return err
	}
	var gone []string
	err = at.Each(ctx, folder, func(object backup.Object) error {
		name, _, _ := strings.Cut(strings.TrimPrefix(object.Name, folder), "/")
		begun, err := time.Parse(timeName, name)
		if err == nil && name < names[0] && (begun.Before(before) || !slices.Contains(names, name)) {
			gone = append(gone, object.Name)
		}
		return nil
	})
	if err != nil {
		return err
	}
	// The descriptions go first: a base that is half removed is none.
	slices.SortStableFunc(gone, func(a, b string) int { return cmp.Compare(isLast(a), isLast(b)) })
	for _, name := range gone {
		if err := at.Remove(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

func isLast(name string) int {
	if strings.HasSuffix(name, described) {
		return 0
	}
	return 1
}

// segmentSize is the size of a file of the log in bytes, the default of PostgreSQL.
const segmentSize = 16 << 20

// segmentOf returns the beginning of the file of the log that has a position.
func segmentOf(at pglogrepl.LSN) pglogrepl.LSN { return at - at%segmentSize }
