package private

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"acolhe/models/platform/db/private/postgres"
)

// findPrograms returns the PostgreSQL programs for a cluster, ErrNoPostgres if there are none, and
// ErrOtherVersion if none can read the cluster.
func findPrograms(instance instanceDir, options serverOptions) (postgres.Programs, error) {
	wanted, err := instance.majorVersion()
	if err != nil {
		return postgres.Programs{}, err
	}
	embedded, err := postgres.Unpack(options.archive, options.programsDir)
	if errors.Is(err, fs.ErrNotExist) {
		return chooseVersion(wanted, postgres.Installed())
	}
	if err != nil {
		return postgres.Programs{}, err
	}
	if wanted == 0 || wanted == embedded.Major {
		return embedded, nil
	}
	return chooseVersion(wanted, append(postgres.Installed(), embedded))
}

// chooseVersion returns the first programs that can run a cluster: any for a new one (0), else
// those of the same major version.
func chooseVersion(wanted int, found []postgres.Programs) (postgres.Programs, error) {
	if len(found) == 0 {
		return postgres.Programs{}, ErrNoPostgres
	}
	for _, p := range found {
		if wanted == 0 || wanted == p.Major {
			return p, nil
		}
	}
	return postgres.Programs{}, fmt.Errorf("%w: instale o PostgreSQL %d ou aponte DATABASE_URL para um servidor", ErrOtherVersion, wanted)
}

// removeOtherPrograms removes the programs of earlier builds after a server has started with the
// current ones. It leaves shared directories alone, because another Acolhe may use them.
func (h instanceDir) removeOtherPrograms(current postgres.Programs) error {
	if filepath.Dir(current.Dir) != string(h) {
		return nil
	}
	dirs, err := filepath.Glob(h.join("bin-*"))
	if err != nil {
		return err
	}
	for _, dir := range dirs {
		if dir == current.Dir {
			continue
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	return nil
}
