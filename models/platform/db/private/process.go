package private

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// pollEvery is the interval of polling for conditions that nothing signals.
const pollEvery = 10 * time.Millisecond

// postmaster is a running server process, a child of this process or an adopted one.
type postmaster struct {
	pid     int
	port    int
	socket  bool
	cluster string
	// exited is closed when a child ends; nil for an adopted process.
	exited <-chan struct{}
}

// running returns the running server of the cluster, if there is one.
func (h instanceDir) running() (postmaster, bool) {
	p, named := h.lastServer()
	return p, named && p.alive()
}

// lastServer reads postmaster.pid, the file that PostgreSQL writes for a running server: line 1 is
// the process, line 4 the port, line 5 the socket's directory. The port is 0 while the server has
// not written that line.
func (h instanceDir) lastServer() (postmaster, bool) {
	text, err := os.ReadFile(h.pidFile())
	if err != nil {
		return postmaster{}, false
	}
	lines := strings.Split(string(text), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(lines[0]))
	if err != nil {
		return postmaster{}, false
	}
	p := postmaster{pid: pid, cluster: h.cluster()}
	if port, err := strconv.Atoi(lineAt(lines, 3)); err == nil {
		p.port = port
		p.socket = lineAt(lines, 4) != "" && h.socketFits()
	}
	return p, true
}

// lineAt returns a line that is complete, else an empty one.
func lineAt(lines []string, i int) string {
	if i+1 >= len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[i])
}

// alive reports whether the process runs and serves this cluster.
func (p postmaster) alive() bool {
	if p.exited == nil {
		return p.servesCluster()
	}
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}

// servesCluster reports whether a process that is not a child is the server of this cluster. The
// process id alone is no evidence, because another process may have it after a reboot or in a
// restarted container. The working directory of a PostgreSQL server is its cluster; a zombie has
// none, and of one that hides it the command line decides.
func (p postmaster) servesCluster() bool {
	if syscall.Kill(p.pid, 0) != nil {
		return false
	}
	if _, err := os.Stat("/proc/self/cwd"); err != nil {
		return true
	}
	served, err := os.Stat(fmt.Sprintf("/proc/%d/cwd", p.pid))
	if errors.Is(err, fs.ErrPermission) {
		return p.namesCluster()
	}
	if err != nil {
		return false
	}
	own, err := os.Stat(p.cluster)
	return err == nil && os.SameFile(served, own)
}

// namesCluster reports whether the process was started for this cluster by its path. The directory of a process with a capability is
// hidden from a process without it: the service has one for the ports of HTTPS, and a command beside it does not.
func (p postmaster) namesCluster() bool {
	words, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", p.pid))
	return err == nil && slices.Contains(strings.Split(string(words), "\x00"), p.cluster)
}

// stop requests PostgreSQL's fast shutdown (SIGINT), and the immediate one (SIGQUIT) if ctx ends
// first.
func (p postmaster) stop(ctx context.Context) error {
	if !p.alive() {
		return nil
	}
	if err := syscall.Kill(p.pid, syscall.SIGINT); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	gone := func() bool { return !p.alive() }
	if err := waitUntil(ctx, gone); err != nil {
		return errors.Join(err, syscall.Kill(p.pid, syscall.SIGQUIT))
	}
	return nil
}

// command prepares a PostgreSQL program for a cluster and an account. Call release after the
// program has started; it closes the inherited files.
func command(ctx context.Context, account *syscall.Credential, cluster, program string, args ...string) (cmd *exec.Cmd,
	release func() error, err error) {
	dir, err := os.Open(cluster)
	if err != nil {
		return nil, nil, err
	}
	cmd = exec.CommandContext(ctx, program, args...)
	cmd.Dir = "/"
	cmd.ExtraFiles = []*os.File{dir}
	// The environment has no PG* or locale settings of the user, and the output is in English for
	// failureIn.
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	// A separate session keeps the terminal's Ctrl-C from the server: Acolhe stops it after the
	// last requests and jobs.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Credential: account}
	return cmd, dir.Close, nil
}

func waitUntil(ctx context.Context, holds func() bool) error {
	ticker := time.NewTicker(pollEvery)
	defer ticker.Stop()
	for !holds() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
	return nil
}
