package private

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Every confirmed row exists after the server was killed during writes, all its processes together or only the first
// (as the kernel does without memory).
func TestKill_DuringWrites(t *testing.T) {
	for name, kill := range map[string]func(*testing.T, int){"all processes": killAll, "first process": killFirst} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := tempDir(t)
			s := start(t, dir)
			query[int](t, s, "CREATE TABLE written (writer int, n int, PRIMARY KEY (writer, n)); SELECT 1")
			confirmed := writeUntilKilled(t, s, kill)

			again := start(t, restartable(s, dir))
			for writer, want := range confirmed {
				count := fmt.Sprintf("SELECT count(*) FROM written WHERE writer = %d AND n <= %d", writer, want)
				if got := query[int64](t, again, count); got != want {
					t.Errorf("writer %d: %d of %d confirmed rows are there", writer, got, want)
				}
			}
		})
	}
}

// restartable returns the directory with its lock released, as after the end of the process.
func restartable(s *Server, dir string) string {
	releaseLockOf(s)
	return dir
}

// writeUntilKilled inserts 1, 2, 3 … from several writers, kills the server once enough rows are
// confirmed, and returns the last confirmed number of each writer.
func writeUntilKilled(t *testing.T, s *Server, kill func(*testing.T, int)) []int64 {
	t.Helper()
	const writers, enough = 4, 500
	var total atomic.Int64
	var writing sync.WaitGroup
	confirmed := make([]int64, writers)
	reached := make(chan struct{})
	for writer := range writers {
		writing.Go(func() {
			confirmed[writer] = write(t.Context(), s.URL(), writer, func() {
				if total.Add(1) == enough {
					close(reached)
				}
			})
		})
	}
	select {
	case <-reached:
	case <-time.After(testTimeout):
		t.Fatal("the writers never confirmed enough rows")
	}
	kill(t, s.postmaster.pid)
	writing.Wait()
	return confirmed
}

// write inserts until the server has ended.
func write(ctx context.Context, url string, writer int, confirm func()) int64 {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return 0
	}
	defer conn.Close(ctx)
	for n := int64(1); ; n++ {
		if _, err := conn.Exec(ctx, "INSERT INTO written VALUES ($1, $2)", writer, n); err != nil {
			return n - 1
		}
		confirm()
	}
}

func killFirst(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

func killAll(t *testing.T, pid int) {
	t.Helper()
	children := childrenOf(t, pid)
	if len(children) == 0 {
		t.Fatal("the server has no processes to kill")
	}
	killFirst(t, pid)
	for _, child := range children {
		_ = syscall.Kill(child, syscall.SIGKILL) // it may have ended already
	}
}

func childrenOf(t *testing.T, parent int) []int {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	var children []int
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the process ended meanwhile
		}
		var pid, of int
		var state string
		fmt.Sscan(string(text), &pid)
		_, rest, _ := strings.Cut(string(text), ") ")
		fmt.Sscan(rest, &state, &of)
		if of == parent {
			children = append(children, pid)
		}
	}
	return children
}
