package private

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// manner is how a server is run: for keeping data, or for tests that throw it away.
type manner struct {
	// archive holds the programs that are used if it has any for this system.
	archive fs.FS
	// shelf is the directory where they are unpacked.
	shelf    string
	initdb   []string
	settings []string
}

// lasting is a small server that never loses what it confirmed: every default that guards
// data (fsync, full_page_writes, synchronous_commit) stays on. wal_level stays replica, so
// that the running server can be copied whole over the replication protocol, the one way to
// back it up with the programs that the archive brings.
func lasting(at home, archive fs.FS) manner {
	shelf := string(at)
	if isRoot() {
		shelf = systemCache
	}
	return manner{
		archive: archive,
		shelf:   shelf,
		initdb:  []string{"--data-checksums"},
		settings: []string{
			"shared_buffers=128MB", "max_connections=60",
			"wal_level=replica", "max_wal_senders=2", "max_wal_size=512MB",
			"jit=off", "log_checkpoints=off",
			// What people entrust stays out of the log: a refused row would be told whole beside its
			// error, and parameters beside a slow statement.
			"log_error_verbosity=terse", "log_parameter_max_length=0", "log_parameter_max_length_on_error=0",
		},
	}
}

// fleeting is a server whose data nobody will miss: nothing waits for the disk. Its programs
// are unpacked once for all test runs of a user.
func fleeting(at home, archive fs.FS) manner {
	shelf := string(at)
	if cache, err := os.UserCacheDir(); err == nil {
		shelf = filepath.Join(cache, "acolhe")
	}
	if isRoot() {
		shelf = systemCache
	}
	return manner{
		archive: archive,
		shelf:   shelf,
		initdb:  []string{"--no-sync"},
		settings: []string{
			"fsync=off", "synchronous_commit=off", "full_page_writes=off",
			"wal_level=minimal", "max_wal_senders=0", "max_wal_size=512MB", "checkpoint_timeout=1d",
			"shared_buffers=256MB", "max_connections=400",
			"jit=off", "log_checkpoints=off",
		},
	}
}

// reachedBy is where the server listens: its socket, named from inside the cluster so that no
// path is too long for the server, and one loopback port for tools that want one.
func (h home) reachedBy(port int) []string {
	return []string{
		"listen_addresses=127.0.0.1",
		"port=" + strconv.Itoa(port),
		"unix_socket_directories=../" + filepath.Base(h.run()),
	}
}
