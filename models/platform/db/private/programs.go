package private

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// oldestMajor is the oldest PostgreSQL that Acolhe's schema runs on.
const oldestMajor = 15

// programs is a PostgreSQL installation: dir/bin when unpacked, dir itself when installed.
type programs struct {
	dir   string
	bin   string
	major int
}

func (p programs) postgres() string { return filepath.Join(p.bin, "postgres") }
func (p programs) initdb() string   { return filepath.Join(p.bin, "initdb") }

// findPrograms finds the PostgreSQL for a cluster: ErrNoPostgres when there is none at all,
// ErrOtherVersion when none fits the cluster.
func findPrograms(at home, how manner) (programs, error) {
	wanted, err := at.majorVersion()
	if err != nil {
		return programs{}, err
	}
	embedded, err := unpacked(how.archive, how.shelf)
	if errors.Is(err, fs.ErrNotExist) {
		return choose(wanted, installed())
	}
	if err != nil {
		return programs{}, err
	}
	if wanted == 0 || wanted == embedded.major {
		return embedded, nil
	}
	return choose(wanted, append(installed(), embedded))
}

// choose takes the first that fits: a new cluster (0) takes any, an existing one only its own
// version, for no other can read it.
func choose(wanted int, found []programs) (programs, error) {
	if len(found) == 0 {
		return programs{}, ErrNoPostgres
	}
	for _, p := range found {
		if wanted == 0 || wanted == p.major {
			return p, nil
		}
	}
	return programs{}, fmt.Errorf("%w: instale o PostgreSQL %d ou aponte DATABASE_URL para um servidor", ErrOtherVersion, wanted)
}

// installed lists the PostgreSQL installations of this machine that work, newest first.
func installed() []programs {
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // the pattern is a right one
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		dirs = append(dirs, behindLinks(dir))
	}
	slices.Sort(dirs)
	var found []programs
	for _, dir := range slices.Compact(dirs) {
		if p, ok := examine(dir); ok {
			found = append(found, p)
		}
	}
	slices.SortStableFunc(found, func(a, b programs) int { return cmp.Compare(b.major, a.major) })
	return found
}

// behindLinks is where the postgres of a PATH directory really lies, for a server finds its
// libraries and its initdb beside its own file.
func behindLinks(dir string) string {
	real, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres"))
	if err != nil {
		return dir
	}
	return filepath.Dir(real)
}

// examine runs the programs of a directory: a wrapper script or a broken build that cannot
// even tell its version is no PostgreSQL.
func examine(bin string) (programs, bool) {
	p := programs{dir: bin, bin: bin}
	server, serverErr := versionOf(p.postgres())
	maker, makerErr := versionOf(p.initdb())
	if errors.Join(serverErr, makerErr) != nil || server != maker || server < oldestMajor {
		return programs{}, false
	}
	p.major = server
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
	says, err := exec.CommandContext(ctx, program, "--version").Output()
	if err != nil {
		return 0, err
	}
	return parseMajor(string(says))
}

var firstNumber = regexp.MustCompile(`\d+`)

// parseMajor reads the major version out of PG_VERSION ("18") or of what a program says
// ("postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)").
func parseMajor(text string) (int, error) {
	return strconv.Atoi(firstNumber.FindString(text))
}
