package imports_test

import (
	"runtime"
	"testing"
	"time"
)

// 20,000 rows with 2,000 errors of 30 kinds, cut three times: exactly the right rows, with little memory.
func TestTool_Import20000(t *testing.T) {
	var most uint64
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			var memory runtime.MemStats
			runtime.ReadMemStats(&memory)
			most = max(most, memory.HeapInuse)
			select {
			case <-stop:
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	begin := time.Now()
	importErrors(t, 20_000, 3)
	t.Logf("it took %s with at most %d MB", time.Since(begin), most>>20)
	close(stop)
	<-stopped
	const limit = 150 << 20
	if most > limit {
		t.Errorf("it took %d MB of memory", most>>20)
	}
}
