package backup

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"filippo.io/age"
)

// Manifest lists what a copy holds. It is written last, so that a copy with a manifest is whole.
type Manifest struct {
	// Name is the time of the snapshot in UTC (20261126T020000Z), the name of the copy.
	Name    string    `json:"name"`
	TakenAt time.Time `json:"taken_at"`
	// Program is the version of the program that wrote it, Schema that of its last migration.
	Program string  `json:"program"`
	Schema  int64   `json:"schema"`
	Tables  []Table `json:"tables"`
	// Sequences holds the next values.
	Sequences map[string]int64 `json:"sequences"`
	// Contents are those of the files, once for each hash.
	Contents []Content `json:"contents"`
	// Missing are the hashes of files whose content was not found.
	Missing []string `json:"missing,omitempty"`
	// Environment is the configuration of the process, its secrets included.
	Environment map[string]string `json:"environment"`
	// Rows is the number of rows of all tables; Bytes is that of all objects, Added that of the objects new to the places.
	Rows  int64 `json:"rows"`
	Bytes int64 `json:"bytes"`
	Added int64 `json:"added"`
}

// Table is a table in a copy: its rows in PostgreSQL's text form, compressed and encrypted.
type Table struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Rows    int64    `json:"rows"`
	// Bytes and SHA256 are those of the encrypted object.
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	// Partitions are those of a partitioned table, whose rows are in the object of the whole.
	Partitions []Partition `json:"partitions,omitempty"`
}

// Partition is a part of a partitioned table; Bound is its range as PostgreSQL writes it.
type Partition struct {
	Name  string `json:"name"`
	Bound string `json:"bound"`
}

// Content is the content of a file: SHA256 and Bytes are those of the file.
type Content struct {
	SHA256 string `json:"sha256"`
	Bytes  int64  `json:"bytes"`
}

// timeName is the layout of the names of copies.
const timeName = "20060102T150405Z"

// The names of objects.
const (
	copiesFolder   = "copies/"
	contentsFolder = "contents/"
	manifestName   = "/manifest"
)

func manifestObject(name string) string { return copiesFolder + name + manifestName }

func tableObject(name, table string) string { return copiesFolder + name + "/table-" + table }

func contentObject(sha256 string) string { return contentsFolder + sha256[:2] + "/" + sha256 }

// List returns the names of the whole copies of a place, newest first.
func List(ctx context.Context, at Place) (names []string, err error) {
	err = at.Each(ctx, copiesFolder, func(object Object) error {
		if name, isManifest := strings.CutSuffix(object.Name, manifestName); isManifest {
			names = append(names, path.Base(name))
		}
		return nil
	})
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(b, a) })
	return names, err
}

// ReadManifest reads the manifest of a copy. It returns ErrMissing, ErrOtherKey or ErrDamaged.
func ReadManifest(ctx context.Context, at Place, name string, key age.Identity) (m Manifest, err error) {
	object, err := at.Open(ctx, manifestObject(name))
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	plain, err := decrypt(object, key)
	if err != nil {
		return m, err
	}
	text, err := io.ReadAll(plain)
	if err != nil {
		return m, damaged(err)
	}
	return m, json.Unmarshal(text, &m)
}

// Newest returns the newest of the names that was taken before a time, or at any time if it is zero; "" if there is none.
func Newest(names []string, before time.Time) string {
	for _, name := range names {
		taken, err := time.Parse(timeName, name)
		if err == nil && (before.IsZero() || !taken.After(before)) {
			return name
		}
	}
	return ""
}
