package api_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/db"
)

// TestTool_MemoryOfQueries: filters, sorts and fields that a caller chooses leave nothing behind in PostgreSQL, and bodies
// of unknown members nothing in the server. Before the limits, fifty such filters took PostgreSQL from 35 to 1,780 MB.
func TestTool_MemoryOfQueries(t *testing.T) {
	app := handlertest.New(t)
	script, nobody := app.WithToken(t, "items:users:read", "items:orders:read"), app.Nobody(t)
	random := rand.New(rand.NewPCG(1, 1))
	filter := func(nodes int) string {
		conditions := make([]string, nodes)
		for i := range conditions {
			conditions[i] = fmt.Sprintf(`{"id":{"%s":%d}}`, []string{"_gt", "_lt", "_eq", "_neq"}[random.IntN(4)], i)
		}
		return "filter=" + url.QueryEscape(`{"_or":[`+strings.Join(conditions, ",")+`]}`)
	}
	ask := func(i int) {
		script.GET("/api/v1/items/users?" + filter(90)).Want(200)
		script.GET("/api/v1/items/orders?sort=" + strings.Join(rotated([]string{"id", "-amount", "status", "-date_created", "date_updated",
			"user_id"}, i), ","))
		script.GET("/api/v1/items/users?fields=" + strings.Join(rotated([]string{"id", "name", "email", "phone", "city", "state", "cep"}, i),
			","))
		if i%20 == 0 {
			script.GET("/api/v1/items/users?" + filter(2000))
			nobody.POST("/api/v1/auth/login", "{"+strings.TrimSuffix(strings.Repeat(`"x`+strconv.Itoa(i)+`":1,`, 9000), ",")+"}")
		}
	}
	for i := range 5 {
		ask(i)
	}
	debug.FreeOSMemory()
	server, postgres := ownMemory(t), postgresMemory(t, app.Connection)
	for i := range 300 {
		ask(i)
	}
	debug.FreeOSMemory()
	server, postgres = ownMemory(t)-server, postgresMemory(t, app.Connection)-postgres
	t.Logf("grown by %d MB in this process and %d MB in PostgreSQL", server>>20, postgres>>20)
	if server > 40<<20 || postgres > 15<<20 {
		t.Error("that is more than 40 and 15 MB")
	}
}

func rotated(names []string, by int) []string {
	by %= len(names)
	return append(append([]string{}, names[by:]...), names[:by]...)
}

// ownMemory returns the resident memory of this process, in bytes.
func ownMemory(t *testing.T) int {
	t.Helper()
	return residentOf(t, "self", "VmRSS")
}

// postgresMemory returns the memory that the server processes of a database have for themselves, in bytes.
func postgresMemory(t *testing.T, connection *db.Connection) int {
	t.Helper()
	rows, err := connection.Pool.Query(t.Context(), "select pid::text from pg_stat_activity where datname = current_database()")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	total := 0
	for rows.Next() {
		var pid string
		if err := rows.Scan(&pid); err != nil {
			t.Fatal(err)
		}
		total += residentOf(t, pid, "RssAnon")
	}
	return total
}

// residentOf returns a number of /proc/<pid>/status, 0 if the process has ended.
func residentOf(t *testing.T, pid, key string) int {
	t.Helper()
	status, err := os.ReadFile("/proc/" + pid + "/status")
	if os.IsNotExist(err) {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, key+":"); found {
			kib, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(rest), " kB"))
			if err != nil {
				t.Fatal(err)
			}
			return kib << 10
		}
	}
	return 0
}
