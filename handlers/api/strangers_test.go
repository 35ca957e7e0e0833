package api_test

import (
	"flag"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/bookings"
	filearea "acolhe/models/files"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
	"acolhe/models/registration"
)

var strangersFor = flag.Duration("strangers", 2*time.Minute, "how long TestTool_Strangers attacks")

// The bounds of what strangers with accounts cause: three letters a day to one mailbox (models/platform/mail), six coming
// appointments each (services.max_own_bookings), four rows in all tables by one use of a quota.
const (
	strangerAccounts = 100
	mostLetters      = 3
	mostAppointments = 6
	mostRowsOfUse    = 4
)

// TestTool_Strangers has 100 accounts, each from an address of its own, write to somebody else's mailbox, take appointments
// and store files for two minutes, or as long as -strangers says. Letters, appointments, rows and bytes stay within their
// bounds; the log has the figures.
func TestTool_Strangers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, func(config *handlers.Config) { config.TrustedProxies = []string{"127.0.0.1/32"} })
	app.RunJobs(t)
	var accounts []*handlertest.Client
	for i := range strangerAccounts {
		from := app.Nobody(t).With("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", i+1))
		answer := from.POST(registerEmail, body{"email": fmt.Sprintf("estranho%d@exemplo.org.br", i), "password": "girassol na janela"}).
			Want(http.StatusOK)
		account := from.WithCookie("associate_session", answer.Cookies()[0].Value)
		// Without the own data nothing can be booked.
		account.POST("/api/v1/services", body{"professional_ids": []int{1}}).WantCode(http.StatusForbidden, "PHASE_LOCKED")
		accounts = append(accounts, account)
	}
	app.Exec(t, `update users set associate_status = 2, name = 'Estranho', email = 'vitima@exemplo.org.br'
		where email_account like 'estranho%'`)
	usersBefore, rowsBefore, picture := app.Count(t, "users", "true"), rowsOfAll(t, app), mediatest.PNG(t, 100, 100)
	deadline, start := time.Now().Add(*strangersFor), time.Now().AddDate(0, 0, 1).Truncate(time.Hour)
	var sending sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	for worker := range 4 {
		sending.Go(func() {
			for round := 0; time.Now().Before(deadline) && !t.Failed(); round++ {
				for i := worker; i < len(accounts); i += 4 {
					at := start.Add(time.Duration(round*strangerAccounts+i) * time.Hour).UTC().Format(time.RFC3339)
					found := attack(accounts[i], at, picture)
					mu.Lock()
					for _, status := range found {
						statuses[status]++
					}
					mu.Unlock()
				}
			}
		})
	}
	sending.Wait()
	letters := app.Count(t, "mails", "stranger_recipient_hash is not null")
	crowded := app.Count(t, "(select count(*) n from mails where stranger_recipient_hash is not null group by stranger_recipient_hash) sent",
		"n > $1", mostLetters)
	appointments := app.Count(t, "services s join users u on u.user_code = s.associate_user_code", "u.email_account like 'estranho%'")
	files := app.Count(t, "files", "file_name = 'foto.png'")
	patients := app.Count(t, "users", "true") - usersBefore
	most := app.Count(t, "(select count(*) n from services group by associate_user_code) made", "n > $1", mostAppointments)
	rows, grown := 0, rowsOfAll(t, app)
	for table := range grown {
		if grown[table] -= rowsBefore[table]; grown[table] <= 0 {
			delete(grown, table)
		}
		rows += grown[table]
	}
	t.Logf("%d accounts for %s, statuses %v: %d letters, %d appointments, %d files of %d bytes, %d bytes in all, %d patients, %d rows: %v",
		strangerAccounts, *strangersFor, statuses, letters, appointments, files, len(picture), files*len(picture), patients, rows, grown)
	if uses := filearea.UploadQuota().Count + registration.OwnQuota().Count + bookings.OwnQuota().
		Count; rows > strangerAccounts*uses*mostRowsOfUse {
		t.Errorf("%d rows", rows)
	}
	if letters == 0 || crowded > 0 {
		t.Errorf("%d letters; %d mailboxes were sent more than %d", letters, crowded, mostLetters)
	}
	if appointments > strangerAccounts*mostAppointments || most > 0 {
		t.Errorf("%d appointments, %d accounts with more than their own", appointments, most)
	}
	if quota := filearea.UploadQuota(); files > strangerAccounts*quota.Count || int64(files*len(picture)) > strangerAccounts*quota.Bytes {
		t.Errorf("%d files", files)
	}
	if failed := app.Count(t, "system_errors", "true"); failed > 0 || hasFailure(statuses) {
		t.Errorf("%d failures of ours: %v", failed, statuses)
	}
}

// rowsOfAll returns the number of rows of each table.
func rowsOfAll(t *testing.T, app *handlertest.App) map[string]int {
	t.Helper()
	var tables []struct {
		Name  string
		Count int
	}
	err := app.DB.WithContext(t.Context()).Raw(`select table_name as name, (xpath('/row/n/text()',
			query_to_xml(format('select count(*) as n from %I', table_name), false, true, '')))[1]::text::int as count
		from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`).Scan(&tables).Error
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, table := range tables {
		counts[table.Name] = table.Count
	}
	return counts
}

// attack does once what a stranger's account can do, and returns the statuses.
func attack(account *handlertest.Client, at string, picture []byte) []int {
	booking := body{"items": []body{{"professional_id": 1, "consultation_date": at}}, "associate_email": "vitima@exemplo.org.br"}
	return []int{
		account.POST("/api/v1/services", booking).StatusCode,
		account.JSON(http.MethodPatch, own, body{"email": "vitima+" + strings.ReplaceAll(at, ":", "") + "@exemplo.org.br"}).StatusCode,
		account.Upload("/api/v1/files", "foto.png", picture, nil).StatusCode,
		account.POST("/api/v1/auth/associate/forgot-password", body{"email": dbtest.Ana.Email}).StatusCode,
	}
}

// hasFailure reports whether a request was answered with 5xx.
func hasFailure(counts map[int]int) bool {
	for status := range counts {
		if status >= http.StatusInternalServerError {
			return true
		}
	}
	return false
}
