package systemerrors_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/systemerrors"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

var now = time.Date(2026, 11, 20, 15, 30, 0, 0, time.UTC)

const chromeStack = "TypeError: Cannot read properties of null (reading 'focus')\n" +
	"    at HTMLElement.handleEvent (chrome-extension://abc/x.js:1:1)\n" +
	"    at choose (https://acolhe.org/static/app-b45ead331d.js:118:22)\n    at https://acolhe.org/static/app-b45ead331d.js:1:9412"

func record(t *testing.T, conn *db.Connection, by auth.Caller, report systemerrors.Report) {
	t.Helper()
	if err := systemerrors.Record(t.Context(), conn.DB, by, report); err != nil {
		t.Fatal(err)
	}
}

func browser(message, release string) systemerrors.Report {
	return systemerrors.Report{Source: systemerrors.Browser, Message: message, Stack: chromeStack,
		URL: "https://acolhe.org/painel/pedidos/266?q=Maria", Release: release}
}

func onlyGroup(t *testing.T, conn *db.Connection) systemerrors.Group {
	t.Helper()
	found, err := systemerrors.ListGroups(t.Context(), conn.DB, dbtest.Camila.Caller().At(now), systemerrors.GroupsInput{})
	if err != nil || len(found.Items) != 1 {
		t.Fatalf("%d groups, %v", len(found.Items), err)
	}
	return found.Items[0]
}

func TestRecord_Groups(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	record(t, conn, dbtest.Bruno.Caller().At(now.Add(-time.Hour)), browser("Pedido 266 sem pagamento", "1.14.1"))
	record(t, conn, dbtest.Camila.Caller().At(now), browser("Pedido 267 sem pagamento", "1.14.2"))
	group := onlyGroup(t, conn)
	if group.Count != 2 || group.People != 2 || group.EventsCount != 2 || group.Place != "choose app.js" ||
		group.Path != "/painel/pedidos/:id" {
		t.Errorf("the group is %+v", group)
	}
	if group.Status != systemerrors.Open || *group.LastRelease != "1.14.2" || !group.FirstSeen.Equal(now.Add(-time.Hour)) ||
		!group.LastSeen.Equal(now) {
		t.Errorf("the group is %+v", group)
	}
	for _, other := range []systemerrors.Report{
		browser("Pedido sem entrega", ""),
		{Source: systemerrors.Server, Message: "Pedido 266 sem pagamento", Place: "choose app.js"},
		{Source: systemerrors.Browser, Message: "Pedido 266 sem pagamento", Stack: "at other (https://acolhe.org/static/app-b45ead331d.js:1:1)"},
	} {
		record(t, conn, auth.Caller{}.At(now), other)
	}
	if groups := count(t, conn, "system_error_groups"); groups != 4 {
		t.Errorf("%d groups, want one for each message, source and place", groups)
	}
}

// The same cause in the next release is the same group, though the minifier's names differ.
func TestRecord_Minified(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for _, stack := range []string{"at a (https://x.org/static/app-b45ead331d.js:1:1)", "at qe (https://x.org/static/app-0000000001.js:9:9)",
		"b@https://x.org/static/app-b45ead331d.js:1:7"} {
		record(t, conn, auth.Caller{}.At(now), systemerrors.Report{Source: systemerrors.Browser, Message: "x is null", Stack: stack})
	}
	if group := onlyGroup(t, conn); group.Place != "app.js" || group.EventsCount != 3 {
		t.Errorf("the group is %+v", group)
	}
}

func TestRecord_PanicOfServer(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	stack := "goroutine 7 [running]:\nruntime/debug.Stack()\n\truntime/debug/stack.go:26 +0x5e\nacolhe/web.(*Server).recover.func1()\n\tacolhe/web/middleware.go:1 +0x1\n" +
		"panic({0x1?, 0x2?})\n\truntime/panic.go:1 +0x1\nacolhe/handlers/panel/orders.(*Pages).show(0xc000123456, {0x1})\n\tacolhe/handlers/panel/orders/show.go:9 +0x5"
	record(t, conn, auth.Caller{}.At(now), systemerrors.Report{Source: systemerrors.Server, Message: "nil pointer", Stack: stack,
		URL: "GET /painel/pedidos/:id"})
	if group := onlyGroup(t, conn); group.Place != "acolhe/handlers/panel/orders.(*Pages).show" || group.Path != "GET /painel/pedidos/:id" {
		t.Errorf("the group is %+v", group)
	}
}

// A fixed group is open again with its next event, an ignored one is not.
func TestResolve(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	camila := dbtest.Camila.Caller().At(now)
	record(t, conn, auth.Caller{}.At(now), browser("x", "1.14.2"))
	hash := onlyGroup(t, conn).ErrorHash
	fixed, undone, err := systemerrors.Resolve(t.Context(), conn.DB, camila,
		systemerrors.ResolveInput{ErrorHash: hash, Status: systemerrors.Fixed})
	if err != nil || fixed.Status != systemerrors.Fixed || *fixed.ResolvedRelease != "1.14.2" ||
		*fixed.ResolvedBy != dbtest.Camila.FullName() || undone == 0 {
		t.Fatalf("resolved: %+v, %d, %v", fixed, undone, err)
	}
	record(t, conn, auth.Caller{}.At(now.Add(time.Hour)), browser("x", "1.15.0"))
	if group := onlyGroup(t, conn); group.Status != systemerrors.Open || !group.HasComeBack() || !group.ReopenedAt.Equal(now.Add(time.Hour)) {
		t.Errorf("after another event: %+v", group)
	}
	if _, _, err := systemerrors.Resolve(t.Context(), conn.DB, camila,
		systemerrors.ResolveInput{ErrorHash: hash, Status: systemerrors.Ignored}); err != nil {
		t.Fatal(err)
	}
	record(t, conn, auth.Caller{}.At(now), browser("x", "1.15.0"))
	if group := onlyGroup(t, conn); group.Status != systemerrors.Ignored || group.EventsCount != 3 {
		t.Errorf("an ignored group: %+v", group)
	}
}

func TestResolve_Refused(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	record(t, conn, auth.Caller{}.At(now), browser("x", ""))
	hash := onlyGroup(t, conn).ErrorHash
	for name, c := range map[string]struct {
		by    auth.Caller
		input systemerrors.ResolveInput
		code  string
	}{
		"unknown group": {dbtest.Camila.Caller(), systemerrors.ResolveInput{ErrorHash: "0000000000000000", Status: systemerrors.Fixed},
			errs.CodeNotFound},
		"unknown status": {dbtest.Camila.Caller(), systemerrors.ResolveInput{ErrorHash: hash, Status: "done"}, errs.CodeValidation},
		"no group":       {dbtest.Camila.Caller(), systemerrors.ResolveInput{Status: systemerrors.Fixed}, errs.CodeValidation},
		"colleague":      {dbtest.Bruno.Caller(), systemerrors.ResolveInput{ErrorHash: hash, Status: systemerrors.Fixed}, errs.CodeForbidden},
	} {
		if _, _, err := systemerrors.Resolve(t.Context(), conn.DB, c.by.At(now), c.input); !errs.HasCode(err, c.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if group := onlyGroup(t, conn); group.Status != systemerrors.Open {
		t.Errorf("the group is %s", group.Status)
	}
}

// Nothing grows without end: samples of a group, releases of a group, groups of a source. Counts stay exact.
func TestRecord_Bounded(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	for i := range 60 {
		record(t, conn, auth.Caller{}.At(now.Add(time.Duration(i)*time.Second)), browser("x", fmt.Sprintf("1.%d.0", i)))
	}
	if kept, releases := count(t, conn, "system_errors"), count(t, conn, "system_error_releases"); kept != 50 || releases != 20 {
		t.Errorf("%d samples and %d releases are kept", kept, releases)
	}
	if group := onlyGroup(t, conn); group.EventsCount != 60 || group.Count != 60 {
		t.Errorf("counted %d and %d", group.EventsCount, group.Count)
	}
	if _, err := conn.Pool.Exec(t.Context(),
		"insert into system_error_groups (error_hash, message, source) select 'filler of tests ' || n, 'x', 'browser' from generate_series(1, 999) n"); err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		record(t, conn, auth.Caller{}.At(now), browser("new cause "+strings.Repeat("y", i), ""))
	}
	record(t, conn, auth.Caller{}.At(now), systemerrors.Report{Source: systemerrors.Server, Message: "of the server"})
	if groups := count(t, conn, "system_error_groups"); groups != 1000+2 {
		t.Errorf("%d groups: one of all others and one of the server are added", groups)
	}
	var others int
	if err := conn.Pool.QueryRow(t.Context(), "select events_count from system_error_groups where message like 'Outros erros%'").
		Scan(&others); err != nil || others != 5 {
		t.Errorf("%d others, %v", others, err)
	}
}

func TestRecord_AtOnce(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	var recording sync.WaitGroup
	for range 40 {
		recording.Go(func() {
			if err := systemerrors.Record(t.Context(), conn.DB, auth.Caller{}.At(now), browser("x", "1.0.0")); err != nil {
				t.Error(err)
			}
		})
	}
	recording.Wait()
	if group := onlyGroup(t, conn); group.EventsCount != 40 || group.Count != 40 {
		t.Errorf("counted %d and %d of 40", group.EventsCount, group.Count)
	}
}

// What would hide personal data is left out: texts, addresses, releases, request ids, clients, extras.
func TestRecord_Scrubbed(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	const cpf, mail, phone, token = "529.982.247-25", "maria@exemplo.org.br", "(11) 91234-5678",
		"ac_0123456789ab_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4"
	all := strings.Join([]string{cpf, mail, phone, token}, " ")
	for _, source := range systemerrors.Sources() {
		by := auth.Caller{Origin: auth.Origin{UserAgent: mail + "/1.0 (" + cpf + ")"}}.At(now)
		record(t, conn, by, systemerrors.Report{
			Source: source, Message: "erro de " + all, Stack: "at x (" + all + ")", URL: "/a/" + mail + "/" + token + "?cpf=" + cpf + "#" + cpf,
			Level:     systemerrors.Warning,
			RequestID: "52998224725", Place: mail, Extra: map[string]any{mail: cpf, "deep": []any{map[string]any{"text": all, "nome": "Maria"}}},
		})
	}
	record(t, conn, auth.Caller{}.At(now), systemerrors.Report{Source: systemerrors.Browser, Message: "x", Release: "52998224725"})
	var stored string
	err := conn.Pool.QueryRow(t.Context(), `select (select string_agg(e::text, ' ') from system_errors e) || (select string_agg(g::text, ' ') from system_error_groups g)
		|| coalesce((select string_agg(r::text, ' ') from system_error_releases r), '')`).Scan(&stored)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{cpf, "52998224725", "982.247", mail, "exemplo.org", "91234", token, "Zm9vYmFy", "Maria"} {
		if strings.Contains(stored, secret) {
			t.Errorf("%s is stored: %s", secret, stored)
		}
	}
}

func TestTop(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	camila := dbtest.Camila.Caller().At(now)
	for i, message := range []string{"rare", "often", "often"} {
		record(t, conn, auth.Caller{}.At(now.Add(-time.Duration(i)*time.Hour)), browser(message, ""))
	}
	record(t, conn, auth.Caller{}.At(now.AddDate(0, 0, -20)), browser("old", ""))
	top, err := systemerrors.Top(t.Context(), conn.DB, camila, systemerrors.TopInput{Period: "7d"})
	if err != nil || len(top) != 2 || top[0].Message != "often" || top[0].Count != 2 || top[1].Count != 1 {
		t.Errorf("7 days: %+v, %v", top, err)
	}
	if top, err := systemerrors.Top(t.Context(), conn.DB, camila, systemerrors.TopInput{}); err != nil || len(top) != 3 {
		t.Errorf("30 days: %d, %v", len(top), err)
	}
	if _, err := systemerrors.Top(t.Context(), conn.DB, camila, systemerrors.TopInput{Period: "91d"}); !errs.HasCode(err,
		errs.CodeValidation) {
		t.Errorf("91 days: %v", err)
	}
	summary, err := systemerrors.Summarize(t.Context(), conn.DB, camila)
	if err != nil || summary != (systemerrors.Summary{Open: 3, Last24h: 3, Last7d: 3}) {
		t.Errorf("the summary is %+v, %v", summary, err)
	}
	for _, read := range []func(auth.Caller) error{
		func(by auth.Caller) error { _, err := systemerrors.Summarize(t.Context(), conn.DB, by); return err },
		func(by auth.Caller) error {
			_, err := systemerrors.Top(t.Context(), conn.DB, by, systemerrors.TopInput{})
			return err
		},
		func(by auth.Caller) error {
			found, err := systemerrors.ListGroups(t.Context(), conn.DB, by, systemerrors.GroupsInput{})
			if err == nil && len(found.Items) == 0 {
				err = errs.Forbidden("")
			}
			return err
		},
	} {
		if err := read(dbtest.Bruno.Caller().At(now)); !errs.HasCode(err, errs.CodeForbidden) {
			t.Errorf("a colleague reads: %v", err)
		}
	}
}

// Trends count by day of the time zone of the association.
func TestReadTrends(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	saoPaulo, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	camila, local := dbtest.Camila.Caller().At(now), now.In(saoPaulo)
	record(t, conn, auth.Caller{}.At(now), browser("x", "1.0.0"))
	record(t, conn, auth.Caller{}.At(time.Date(2026, 11, 20, 2, 59, 0, 0, time.UTC)), browser("x", "1.0.0")) // the 19th in São Paulo
	record(t, conn, auth.Caller{}.At(now.AddDate(0, 0, -20)), browser("x", "0.9.0"))
	hash := onlyGroup(t, conn).ErrorHash
	trends, err := systemerrors.ReadTrends(t.Context(), conn.DB, camila, systemerrors.Span{Now: local, Days: 3}, []string{hash})
	if err != nil || fmt.Sprint(trends[hash]) != "[0 1 1]" {
		t.Errorf("the trend is %v, %v", trends, err)
	}
	days, err := systemerrors.ReadDays(t.Context(), conn.DB, camila, systemerrors.Span{Now: local, Days: 2})
	if err != nil || len(days) != 2 || days[0].Browser != 1 || days[1].Browser != 1 || days[1].Day.Day() != 20 || days[0].Server != 0 {
		t.Errorf("the days are %+v, %v", days, err)
	}
	releases, err := systemerrors.ReadReleases(t.Context(), conn.DB, camila, hash)
	if err != nil || len(releases) != 2 || releases[0].Release != "1.0.0" || releases[0].Events != 2 {
		t.Errorf("the releases are %+v, %v", releases, err)
	}
}

func count(t *testing.T, conn *db.Connection, table string) (rows int) {
	t.Helper()
	if err := conn.Pool.QueryRow(t.Context(), "select count(*) from "+table).Scan(&rows); err != nil {
		t.Fatal(err)
	}
	return rows
}
