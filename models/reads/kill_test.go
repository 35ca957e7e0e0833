package reads_test

import (
	"bufio"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reads"
)

const (
	readers = 16
	kills   = 20
	// perLife is the number of reads of a process before it is killed.
	perLife = 5_000
)

// The log of a killed process lacks at most the reads of its last second, and the chain shows every kill.
func TestKill_Reads(t *testing.T) {
	if url := os.Getenv("ACOLHE_READS_DATABASE"); url != "" {
		readForever(t, url)
		return
	}
	t.Parallel()
	conn := dbtest.New(t)
	added := 0
	for life := range kills {
		added += readUntilKilled(t, conn, int64(life+1))
	}
	report := verify(t, conn)
	if len(report.Faults) > 0 {
		t.Errorf("faults: %+v", report.Faults)
	}
	kept := count(t, conn, "select count(*) from reads")
	t.Logf("%d reads added, %d kept, %d blocks", added, kept, report.Blocks)
	if added < kills*perLife {
		t.Errorf("only %d reads were added", added)
	}
	execute(t, conn, "update log_writers set last_at = last_at - interval '1 hour'")
	if cuts := verify(t, conn).Cuts; len(cuts) != kills {
		t.Errorf("%d of %d kills are shown", len(cuts), kills)
	}
}

// readUntilKilled starts a process that reads, kills it, and checks that every read older than a second is kept.
func readUntilKilled(t *testing.T, conn *db.Connection, life int64) int {
	t.Helper()
	process := exec.Command(os.Args[0], "-test.run=^TestKill_Reads$", "-test.v=false")
	process.Env = append(os.Environ(), "ACOLHE_READS_DATABASE="+conn.Pool.Config().ConnString(),
		"ACOLHE_READS_LIFE="+strconv.FormatInt(life, 10))
	output, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	var last []string
	added := 0
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) != 2 || fields[0] != "added" {
			continue
		}
		last = append(last, fields[1])
		if added++; added == perLife {
			_ = process.Process.Kill()
		}
	}
	_ = process.Wait()
	died := time.Now()
	old := 0
	for _, at := range last {
		micros, _ := strconv.ParseInt(at, 10, 64)
		if died.Sub(time.UnixMicro(micros)) > time.Second {
			old++
		}
	}
	kept := count(t, conn, "select count(*) from reads where viewer_id = $1", life)
	if kept < old || kept == 0 {
		t.Errorf("life %d: %d reads are kept, %d were older than a second", life, kept, old)
	}
	return added
}

// readForever is the process that is killed: readers that each read some hundred records a second.
func readForever(t *testing.T, url string) {
	conn, err := db.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	life, _ := strconv.ParseInt(os.Getenv("ACOLHE_READS_LIFE"), 10, 64)
	log := reads.New(conn, slog.New(slog.DiscardHandler))
	go log.Run(t.Context())
	var printing sync.Mutex
	for reader := range readers {
		go func() {
			i := 0
			for now := range time.Tick(5 * time.Millisecond) {
				i++
				by := caller(dbtest.Bruno, now)
				by.ID = life
				printing.Lock()
				log.Add(reads.Read{By: by, At: now, Of: "users", Key: strconv.Itoa(reader*1_000_000 + i), Channel: "api"})
				fmt.Println("added", now.UnixMicro())
				printing.Unlock()
			}
		}()
	}
	select {}
}
