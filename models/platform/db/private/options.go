package private

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"acolhe/models/platform/db/private/postgres"
	"acolhe/models/platform/machine"
)

// serverOptions are the options of a server for lasting data or for tests.
type serverOptions struct {
	// archive holds the programs, unless it has none for this system.
	archive fs.FS
	// programsDir is the directory where the programs are unpacked.
	programsDir string
	initdbArgs  []string
	settings    []string
}

// durableOptions are for a small server that never loses committed data: the defaults for
// durability (fsync, full_page_writes, synchronous_commit) stay on. wal_level stays replica for
// backups of the running server over the replication protocol, the only way with the programs of
// the archive.
func durableOptions(instance instanceDir, archive fs.FS) serverOptions {
	programsDir := string(instance)
	if isRoot() {
		programsDir = postgres.SystemCache
	}
	return serverOptions{
		archive:     archive,
		programsDir: programsDir,
		initdbArgs:  []string{"--data-checksums"},
		settings: append(sizes(machine.MemoryLimit(os.DirFS("/")), runtime.NumCPU()), "max_connections=60",
			"wal_level=replica", "max_wal_senders=2", "max_wal_size=512MB",
			// A place for the log that does not answer must not fill the disk.
			"max_slot_wal_keep_size=2GB",
			"jit=off", "log_checkpoints=off",
			// Personal data stays out of the log: by default it has whole rows with errors, and
			// parameters with slow statements.
			"log_error_verbosity=terse", "log_parameter_max_length=0", "log_parameter_max_length_on_error=0",
		),
	}
}

// sizes are the settings that a small container changes: the program beside needs most of its memory, and workers on the only core of a
// machine make a statement slower.
func sizes(memory int64, cpus int) []string {
	buffers, workers := min(128<<10, memory/8>>10), min(2, cpus-1)
	return []string{fmt.Sprintf("shared_buffers=%dkB", buffers), fmt.Sprintf("max_parallel_workers_per_gather=%d", workers)}
}

// throwawayOptions are for a server whose data may be lost: it does not wait for the disk. Its
// programs are unpacked once for all test runs of a user.
func throwawayOptions(instance instanceDir, archive fs.FS) serverOptions {
	programsDir := string(instance)
	if cache, err := os.UserCacheDir(); err == nil {
		programsDir = filepath.Join(cache, "acolhe")
	}
	if isRoot() {
		programsDir = postgres.SystemCache
	}
	return serverOptions{
		archive:     archive,
		programsDir: programsDir,
		initdbArgs:  []string{"--no-sync"},
		settings: []string{
			"fsync=off", "synchronous_commit=off", "full_page_writes=off",
			"wal_level=minimal", "max_wal_senders=0", "max_wal_size=512MB", "checkpoint_timeout=1d",
			"shared_buffers=256MB", "max_connections=400",
			// The statements of hundreds of databases, none of which may push out those of a test.
			"jit=off", "log_checkpoints=off", "pg_stat_statements.max=50000",
		},
	}
}

// listenSettings returns the settings of the addresses: a socket, relative to the cluster because
// the server limits the length of the path, and one loopback port.
func (h instanceDir) listenSettings(port int) []string {
	return []string{
		"listen_addresses=127.0.0.1",
		"port=" + strconv.Itoa(port),
		"unix_socket_directories=../" + filepath.Base(h.run()),
	}
}
