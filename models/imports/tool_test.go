package imports_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"acolhe/models/imports"
	"acolhe/models/imports/staging"
)

// 20,000 rows with 2,000 errors of 30 kinds, cut three times: exactly the right rows, with little memory.
func TestTool_Import20000(t *testing.T) {
	limitMemory(t, func() { importErrors(t, 20_000, 3) })
}

// 20,000 rows of 12,000 orders: exactly the right orders, with little memory.
func TestTool_Orders20000(t *testing.T) {
	b := newBench(t)
	const rows, people = 20_000, 20
	b.buyers(t, people)
	var file strings.Builder
	file.WriteString("Pedido;CPF;Data;Produto;Qtd;Valor unit.;Fase\n")
	number := 0
	for n := range rows {
		if n%5 != 1 && n%5 != 3 {
			number++
		}
		day := time.Date(1960, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, number).Format("02/01/2006")
		fmt.Fprintf(&file, "%d;%s;%s;OLEO-X;%d;%d,00;Entregue\n", number, cpf(number%people), day, n%3+1, n%50+1)
	}
	limitMemory(t, func() {
		row := b.upload(t, imports.Orders, "muitos.csv", []byte(file.String()))
		begin := time.Now()
		row = b.check(t, row, nil)
		t.Logf("%d rows were checked in %s", rows, time.Since(begin))
		if counts := b.decide(t, row, nil); counts.Entering() != rows || counts[staging.Create] != number {
			t.Fatalf("the rows are %v, want %d orders", counts, number)
		}
		begin = time.Now()
		row = b.run(t, row.ID)
		took := time.Since(begin)
		t.Logf("they were stored in %s, %.0f rows a second", took, rows/took.Seconds())
		if row.Created != number || row.Created+row.Joined != rows {
			t.Errorf("it made %+v", row)
		}
	})
}

// limitMemory fails if the heap grows beyond 150 MB meanwhile.
func limitMemory(t *testing.T, do func()) {
	t.Helper()
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
	do()
	t.Logf("it took %s with at most %d MB", time.Since(begin), most>>20)
	close(stop)
	<-stopped
	const limit = 150 << 20
	if most > limit {
		t.Errorf("it took %d MB of memory", most>>20)
	}
}
