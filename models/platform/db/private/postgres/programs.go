// Package postgres finds and unpacks the programs of PostgreSQL.
package postgres

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// oldestMajor is the oldest supported PostgreSQL.
const oldestMajor = 15

// Programs is a PostgreSQL installation of one major version. Dir is the folder that was unpacked, or where the installed programs are.
type Programs struct {
	Dir   string
	Major int

	bin string
}

// Postgres returns the path of the server's program, Initdb that of the program that makes a cluster.
func (p Programs) Postgres() string { return filepath.Join(p.bin, "postgres") }
func (p Programs) Initdb() string   { return filepath.Join(p.bin, "initdb") }

// StatisticsSettings let the server count its statements, by their text without values, in memory since its start. Without
// the library, which installed programs may lack, the server would not start.
func (p Programs) StatisticsSettings() []string {
	for _, libraries := range []string{"lib/postgresql", "lib"} {
		if _, err := os.Stat(filepath.Join(filepath.Dir(p.bin), libraries, "pg_stat_statements.so")); err == nil {
			return []string{"shared_preload_libraries=pg_stat_statements", "pg_stat_statements.max=1000",
				"pg_stat_statements.track_utility=off", "pg_stat_statements.save=off"}
		}
	}
	return nil
}

// Installed lists the PostgreSQL installations of this machine that work, newest first.
func Installed() []Programs {
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // only a malformed pattern is an error
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		dirs = append(dirs, resolveLinks(dir))
	}
	slices.Sort(dirs)
	var found []Programs
	for _, dir := range slices.Compact(dirs) {
		if p, ok := inspect(dir); ok {
			found = append(found, p)
		}
	}
	slices.SortStableFunc(found, func(a, b Programs) int { return cmp.Compare(b.Major, a.Major) })
	return found
}

// resolveLinks returns the real directory of the postgres in a PATH directory, where its libraries
// and initdb are too.
func resolveLinks(dir string) string {
	real, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres"))
	if err != nil {
		return dir
	}
	return filepath.Dir(real)
}

// inspect runs the programs of a directory with --version and returns them. It reports
// false for a wrapper script, a broken build and an unsupported version.
func inspect(bin string) (Programs, bool) {
	p := Programs{Dir: bin, bin: bin}
	server, serverErr := versionOf(p.Postgres())
	initdb, initdbErr := versionOf(p.Initdb())
	if errors.Join(serverErr, initdbErr) != nil || server != initdb || server < oldestMajor {
		return Programs{}, false
	}
	p.Major = server
	return p, true
}

func versionOf(program string) (int, error) {
	if !filepath.IsAbs(program) {
		return 0, os.ErrNotExist
	}
	if _, err := os.Stat(program); err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	output, err := exec.CommandContext(ctx, program, "--version").Output()
	if err != nil {
		return 0, err
	}
	return ParseMajor(string(output))
}

var firstNumber = regexp.MustCompile(`\d+`)

// ParseMajor returns the major version from PG_VERSION ("18") or the output of --version ("postgres
// (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)").
func ParseMajor(text string) (int, error) {
	return strconv.Atoi(firstNumber.FindString(text))
}
