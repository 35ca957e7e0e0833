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

// oldestMajor is the oldest supported PostgreSQL.
const oldestMajor = 15

// programs is a PostgreSQL installation: dir/bin when unpacked, dir itself when installed.
type programs struct {
	dir   string
	bin   string
	major int
}

func (p programs) postgres() string { return filepath.Join(p.bin, "postgres") }
func (p programs) initdb() string   { return filepath.Join(p.bin, "initdb") }

// findPrograms returns the PostgreSQL programs for a cluster, ErrNoPostgres if there are none, and
// ErrOtherVersion if none can read the cluster.
func findPrograms(instance instanceDir, options serverOptions) (programs, error) {
	wanted, err := instance.majorVersion()
	if err != nil {
		return programs{}, err
	}
	embedded, err := unpacked(options.archive, options.programsDir)
	if errors.Is(err, fs.ErrNotExist) {
		return chooseVersion(wanted, installed())
	}
	if err != nil {
		return programs{}, err
	}
	if wanted == 0 || wanted == embedded.major {
		return embedded, nil
	}
	return chooseVersion(wanted, append(installed(), embedded))
}

// chooseVersion returns the first programs that can run a cluster: any for a new one (0), else
// those of the same major version.
func chooseVersion(wanted int, found []programs) (programs, error) {
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
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // only a malformed pattern is an error
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		dirs = append(dirs, resolveLinks(dir))
	}
	slices.Sort(dirs)
	var found []programs
	for _, dir := range slices.Compact(dirs) {
		if p, ok := inspectPrograms(dir); ok {
			found = append(found, p)
		}
	}
	slices.SortStableFunc(found, func(a, b programs) int { return cmp.Compare(b.major, a.major) })
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

// inspectPrograms runs the programs of a directory with --version and returns them. It reports
// false for a wrapper script, a broken build and an unsupported version.
func inspectPrograms(bin string) (programs, bool) {
	p := programs{dir: bin, bin: bin}
	server, serverErr := versionOf(p.postgres())
	initdb, initdbErr := versionOf(p.initdb())
	if errors.Join(serverErr, initdbErr) != nil || server != initdb || server < oldestMajor {
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
	output, err := exec.CommandContext(ctx, program, "--version").Output()
	if err != nil {
		return 0, err
	}
	return parseMajor(string(output))
}

var firstNumber = regexp.MustCompile(`\d+`)

// parseMajor returns the major version from PG_VERSION ("18") or the output of --version ("postgres
// (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)").
func parseMajor(text string) (int, error) {
	return strconv.Atoi(firstNumber.FindString(text))
}
