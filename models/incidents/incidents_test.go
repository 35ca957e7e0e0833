package incidents_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"acolhe/models/areas"
	"acolhe/models/incidents"
	"acolhe/models/platform/area"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// association is a database with its desk.
type association struct {
	incidents.Desk
	conn *db.Connection
	by   auth.Caller
}

func newAssociation(t *testing.T) *association {
	t.Helper()
	key, err := encryption.NewKey([]byte("0123456789abcdef0123456789abcdef"))
	if err != nil {
		t.Fatal(err)
	}
	conn := dbtest.New(t)
	env := area.Env{
		DB:   conn.DB,
		Pool: conn.Pool,
		Key:  key,
		Mail: mail.Outbox{Key: key, Configured: true},
		Now:  func() time.Time { return dbtest.Today },
	}
	return &association{Desk: areas.NewIncidents(env), conn: conn, by: dbtest.Camila.Caller()}
}

func (a *association) exec(t *testing.T, statement string, arguments ...any) {
	t.Helper()
	if err := a.conn.DB.WithContext(t.Context()).Exec(statement, arguments...).Error; err != nil {
		t.Fatal(err)
	}
}

// open opens an incident that was known on 20 November 2026 at 8.
func (a *association) open(t *testing.T) incidents.Incident {
	t.Helper()
	opened, err := a.Open(t.Context(), a.by, incidents.OpenInput{Title: "Acesso com senha roubada", NoticedAt: "2026-11-20T08:04",
		NoticedHow: "Camila Torres (“não fui eu”)"})
	if err != nil {
		t.Fatal(err)
	}
	return opened
}

// seen stores a read of a person by Bruno.
func (a *association) seen(t *testing.T, at time.Time, person any, what string) {
	t.Helper()
	words := strings.Split(what, ":")
	subject, part, channel := words[0], words[1], words[2]
	month := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
	a.exec(t, fmt.Sprintf("create table if not exists reads_%s partition of reads for values from ('%s') to ('%s')", month.Format("200601"),
		month.Format(time.RFC3339), month.AddDate(0, 1, 0).Format(time.RFC3339)))
	a.exec(t, `insert into reads (block, number, seen_at, viewer_kind, viewer_id, viewer_code, viewer_name, viewer_role, session_id, subject, subject_key, people, part, channel, reason, person_id)
		values (1, 1, ?, 'operator', ?, '', 'Bruno', 'Acolhimento', 1, ?, '', 1, ?, ?, '', ?)`, at, dbtest.Bruno.ID, subject, part, channel,
		person)
}

// The clock has three business days: neither weekends nor holidays of the agenda count.
func TestClock(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	for noticed, want := range map[string]string{
		"2026-11-20T08:04": "2026-11-25", // a holiday, then a weekend
		"2026-11-19T23:59": "2026-11-25",
		"2026-11-18T10:00": "2026-11-24",
		"2026-11-10T10:00": "2026-11-13",
	} {
		opened, err := a.Open(t.Context(), a.by, incidents.OpenInput{Title: "x", NoticedAt: noticed, NoticedHow: "y"})
		if err != nil || opened.DueOn.String() != want {
			t.Errorf("known at %s: due on %s (%v), want %s", noticed, opened.DueOn, err, want)
		}
	}
	opened := a.open(t)
	for today, want := range map[string]int{"2026-11-20": 3, "2026-11-22": 3, "2026-11-24": 1, "2026-11-25": 0} {
		clock, err := a.Clock(t.Context(), opened, civil.MustParse(today))
		if err != nil || clock.Left != want || clock.IsLate {
			t.Errorf("on %s %d days are left (late: %t, %v), want %d", today, clock.Left, clock.IsLate, err, want)
		}
	}
	if clock, err := a.Clock(t.Context(), opened, civil.MustParse("2026-11-26")); err != nil || !clock.IsLate {
		t.Errorf("on the day after it is not late (%v)", err)
	}
	a.exec(t, "insert into holidays (name, day, is_yearly) values ('Padroeira', '2026-11-24', false)")
	if again := a.open(t); again.DueOn.String() != "2026-11-26" {
		t.Errorf("with a holiday of the agenda it is due on %s", again.DueOn)
	}
}

// Only administrators open and see incidents; what is typed is checked.
func TestOpen_Refused(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	good := incidents.OpenInput{Title: "x", NoticedAt: "2026-11-20T08:04", NoticedHow: "y"}
	if _, err := a.Open(t.Context(), dbtest.Bruno.Caller(), good); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("opened by an operator: %v", err)
	}
	for field, change := range map[string]func(*incidents.OpenInput){
		"title":       func(in *incidents.OpenInput) { in.Title = " " },
		"noticed_at":  func(in *incidents.OpenInput) { in.NoticedAt = "2026-11-21T08:00" },
		"noticed_how": func(in *incidents.OpenInput) { in.NoticedHow = "" },
	} {
		input := good
		change(&input)
		if _, err := a.Open(t.Context(), a.by, input); errs.For(errs.FieldsOf(err), field) == "" {
			t.Errorf("%s: %v", field, err)
		}
	}
	opened := a.open(t)
	if _, err := a.Find(t.Context(), dbtest.Bruno.Caller(), opened.ID); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("an operator finds it: %v", err)
	}
	if err := a.Dismiss(t.Context(), a.by, opened.ID, incidents.DismissInput{}); !errs.HasCode(err, errs.CodeValidation) {
		t.Errorf("dismissed without a reason: %v", err)
	}
	if err := a.Dismiss(t.Context(), a.by, opened.ID, incidents.DismissInput{Reason: "era um teste"}); err != nil {
		t.Error(err)
	}
	if err := a.Describe(t.Context(), a.by, opened.ID, incidents.Stop, incidents.TextInput{Text: "x"}); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("described after it was dismissed: %v", err)
	}
}

// The search finds who was seen in the period, by the viewer, as the associate who answers for a patient, with what was seen; lists
// are counted. A second search replaces the first, those added by hand stay.
func TestLookUp(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	opened := a.open(t)
	at := time.Date(2026, 11, 20, 6, 10, 0, 0, time.UTC) // 3:10 in São Paulo
	a.exec(t, "update users set health_condition = 'epilepsia' where id = ?", dbtest.Joao.ID)
	a.exec(t, "update users set birth_date = '2018-01-01' where id = ?", dbtest.Miguel.ID)
	a.seen(t, at, dbtest.Joao.ID, "users::page")
	a.seen(t, at, dbtest.Carla.ID, "users:endereco:page")
	a.seen(t, at, dbtest.Miguel.ID, "users:cadastro:page")
	a.seen(t, at.Add(time.Hour), dbtest.Pipoca.ID, "users::page")
	a.seen(t, at, nil, "lists.users::export")
	input := incidents.SearchInput{Viewer: fmt.Sprintf("operator:%d", dbtest.Bruno.ID), From: "2026-11-20T03:00", To: "2026-11-20T03:30"}
	if err := a.LookUp(t.Context(), a.by, opened.ID, input); err != nil {
		t.Fatal(err)
	}
	if err := a.Add(t.Context(), a.by, opened.ID, incidents.AddInput{People: []int64{999999}, Seen: "lista"}); !errs.HasCode(err,
		errs.CodeValidation) {
		t.Errorf("an unknown person is added: %v", err)
	}
	shown := func() (shown string) {
		t.Helper()
		people, err := a.People(t.Context(), a.by, opened.ID, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, person := range people {
			shown += fmt.Sprintf("%d %s health=%t child=%t;", person.UserID, strings.Join(person.Seen, ","), person.HasHealth, person.IsChild)
		}
		return shown
	}
	found := shown()
	for _, want := range []string{fmt.Sprintf("%d cadastro health=true child=false;", dbtest.Joao.ID),
		fmt.Sprintf("%d endereço health=false child=false;", dbtest.Carla.ID),
		fmt.Sprintf("%d cadastro de paciente", dbtest.Miguel.Responsible.ID), "child=true"} {
		if !strings.Contains(found, want) {
			t.Errorf("%q is not in %q", want, found)
		}
	}
	incident, err := a.Find(t.Context(), a.by, opened.ID)
	if err != nil || incident.Lists != 1 {
		t.Errorf("%d lists were seen (%v), want 1", incident.Lists, err)
	}
	if err := a.Add(t.Context(), a.by, opened.ID,
		incidents.AddInput{People: []int64{dbtest.Carla.ID, dbtest.Joao.ID}, Seen: "lista"}); err != nil {
		t.Fatal(err)
	}
	input.Channel = "export"
	if err := a.LookUp(t.Context(), a.by, opened.ID, input); err != nil {
		t.Fatal(err)
	}
	if again := shown(); strings.Contains(again, "paciente") {
		t.Errorf("after a search of exports %q", again)
	}
	for field, change := range map[string]func(*incidents.SearchInput){
		"viewer": func(in *incidents.SearchInput) { in.Viewer = "nobody:1" }, "to": func(in *incidents.SearchInput) { in.To = in.From },
		"channel": func(in *incidents.SearchInput) { in.Channel = "x" }, "from": func(in *incidents.SearchInput) { in.From = "" },
	} {
		bad := input
		change(&bad)
		if err := a.LookUp(t.Context(), a.by, opened.ID, bad); errs.For(errs.FieldsOf(err), field) == "" {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// The whole way: letters go once to those who were confirmed, who has no e-mail waits for the post, a failed one is shown, and the
// incident ends when every part is done. Each step is evidence.
func TestAnnounce_WholeWay(t *testing.T) {
	t.Parallel()
	a := newAssociation(t)
	id := a.open(t).ID
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	letter := incidents.LetterInput{Text: incidents.DefaultLetter}
	if err := a.Announce(t.Context(), a.by, id, letter); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("letters before the persons are confirmed: %v", err)
	}
	must(a.Describe(t.Context(), a.by, id, incidents.Stop, incidents.TextInput{Text: "Senha trocada"}))
	must(a.Describe(t.Context(), a.by, id, incidents.Happen, incidents.TextInput{Text: "Entraram com a senha"}))
	a.exec(t, "update users set email_account = null, email = null where id = ?", dbtest.Carla.ID)
	must(a.Add(t.Context(), a.by, id, incidents.AddInput{
		People: []int64{dbtest.Ana.ID, dbtest.Joao.ID, dbtest.Carla.ID},
		Seen:   "cadastro",
		Health: true,
	}))
	must(a.ConfirmPeople(t.Context(), a.by, id, incidents.ConfirmInput{People: []int64{dbtest.Joao.ID, dbtest.Carla.ID}}))
	for _, text := range []string{"curto", "Veja em https://falso.example.org tudo o que aconteceu com os seus dados aqui",
		strings.Repeat("a", 2001)} {
		if err := a.Announce(t.Context(), a.by, id, incidents.LetterInput{Text: text}); !errs.HasCode(err, errs.CodeValidation) {
			t.Errorf("a letter with %.20q: %v", text, err)
		}
	}
	must(a.Announce(t.Context(), a.by, id, letter))
	if err := a.Announce(t.Context(), a.by, id, letter); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("letters twice: %v", err)
	}
	must(a.SendLetters(t.Context(), id))
	must(a.SendLetters(t.Context(), id)) // as after a kill
	var recipients string
	must(a.conn.DB.Raw("select coalesce(string_agg(recipient, ' ' order by id), '') from mails where kind = 'incident_notice'").
		Scan(&recipients).Error)
	if recipients != dbtest.Joao.Email {
		t.Errorf("letters to %q, want one to %s", recipients, dbtest.Joao.Email)
	}
	progress, err := a.ReadProgress(t.Context(), id)
	if err != nil || progress != (incidents.Progress{All: 2, Waiting: 1, Post: 1}) {
		t.Errorf("progress %+v (%v)", progress, err)
	}
	a.exec(t, "update mails set status = 'failed', letter_sealed = null, last_error = 'mailbox full' where kind = 'incident_notice'")
	people, err := a.People(t.Context(), a.by, id, 10)
	if err != nil || len(people) != 3 {
		t.Fatal(len(people), err)
	}
	for _, person := range people {
		if person.UserID == dbtest.Joao.ID && (person.MailStatus != "failed" || person.Failure != "mailbox full") {
			t.Errorf("the failed letter is %+v", person)
		}
	}
	must(a.MarkPosted(t.Context(), a.by, id, dbtest.Joao.ID))
	must(a.MarkPosted(t.Context(), a.by, id, dbtest.Carla.ID))
	if err := a.MarkPosted(t.Context(), a.by, id, dbtest.Carla.ID); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("marked twice: %v", err)
	}
	if err := a.Close(t.Context(), a.by, id, incidents.TextInput{Text: "x"}); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("closed before the authority is informed: %v", err)
	}
	must(a.InformAuthority(t.Context(), a.by, id, incidents.AuthorityInput{Text: "Protocolo 123"}))
	if err := a.Dismiss(t.Context(), a.by, id, incidents.DismissInput{Reason: "x"}); !errs.HasCode(err, errs.CodeConflict) {
		t.Errorf("dismissed after the letters: %v", err)
	}
	must(a.Close(t.Context(), a.by, id, incidents.TextInput{Text: "Segunda etapa para todos"}))
	events, err := a.Events(t.Context(), a.by, id, 100)
	if err != nil || len(events) != 10 {
		t.Errorf("%d lines of evidence (%v), want 10", len(events), err)
	}
}
