package doctor_test

import (
	"context"
	"net"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"acolhe/models/doctor"
	"acolhe/models/platform/area"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/mail/smtp"
	"acolhe/models/platform/mail/smtpsim"
	"acolhe/models/platform/storage"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

var now = time.Date(2026, 11, 26, 14, 10, 0, 0, time.UTC)

func helena() auth.Caller { return auth.Caller{Kind: auth.System}.At(now) }

// doctorOf returns the doctor of a new installation, whose data directory only the program reads.
func doctorOf(t *testing.T, e area.Env) doctor.Doctor {
	t.Helper()
	conn := dbtest.New(t)
	e.DB, e.Pool, e.DataDir, e.Now = conn.DB, conn.Pool, t.TempDir(), time.Now
	e.Storage = storage.New(e.DataDir, encryption.Key{})
	if err := os.Chmod(e.DataDir, 0o700); err != nil {
		t.Fatal(err)
	}
	return doctor.New(e)
}

func examine(t *testing.T, d doctor.Doctor) doctor.Report {
	t.Helper()
	report, err := d.Examine(t.Context(), helena())
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func findingOf(t *testing.T, report doctor.Report, exam string) doctor.Finding {
	t.Helper()
	for _, finding := range report.Findings {
		if finding.Exam == exam {
			return finding
		}
	}
	t.Fatalf("there is no exam %s", exam)
	return doctor.Finding{}
}

// A new installation lacks copies and mail; its report is stored, and read as its text.
func TestExamine_NewInstallation(t *testing.T) {
	t.Parallel()
	d := doctorOf(t, area.Env{})
	report := examine(t, d)
	if len(report.Findings) != 27 || report.DiskFree == 0 {
		t.Errorf("%d findings, %d bytes free", len(report.Findings), report.DiskFree)
	}
	for exam, level := range map[string]doctor.Level{
		"database_version": doctor.Good, "connections": doctor.Good, "replicas": doctor.Good, "data_dir": doctor.Good, "address": doctor.Good,
		"copy": doctor.Bad, "paper_key": doctor.Watch, "mail_server": doctor.Bad, "storage": doctor.Good, "jobs": doctor.Good,
		"failed_jobs": doctor.Good, "errors": doctor.Good, "undelivered": doctor.Good, "read_log": doctor.Good,
	} {
		if found := findingOf(t, report, exam); found.Level != level || found.Says == "" {
			t.Errorf("%s is %+v", exam, found)
		}
	}
	stored, err := d.Last(t.Context(), helena())
	if err != nil || stored == nil || len(stored.Findings) != 27 {
		t.Fatalf("stored is %+v, %v", stored, err)
	}
	text := stored.Text(time.UTC)
	first, rest, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(first, "27 exames: ") || !strings.Contains(rest, "[X] Última cópia: Nenhuma cópia é feita\n    Em Cópias de segurança, adicione") {
		t.Errorf("the text is\n%s", text)
	}
	if strings.Index(text, "[X]") > strings.Index(text, "[!]") || strings.Index(text, "[!]") > strings.Index(text, "[ok]") {
		t.Errorf("the text does not begin with the worst:\n%s", text)
	}
}

// Each disturbance is found: an open folder, failed jobs and mails, a storage whose contents are gone.
func TestExamine_Disturbed(t *testing.T) {
	t.Parallel()
	d := doctorOf(t, area.Env{})
	if err := os.Chmod(d.DataDir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`insert into river_job (kind, args, max_attempts, state, finalized_at) values ('x', '{}', 1, 'discarded', now())`,
		`insert into river_job (kind, args, max_attempts, state, scheduled_at) values ('x', '{}', 1, 'available', now() - interval '2 hours')`,
		`update log_checks set checked_at = now(), faults = '[{"kind": "missing", "rows": 1}]'`,
	} {
		if err := d.DB.Exec(statement).Error; err != nil {
			t.Fatal(err)
		}
	}
	report := examine(t, d)
	for exam, level := range map[string]doctor.Level{"data_dir": doctor.Bad, "failed_jobs": doctor.Watch, "jobs": doctor.Bad, "read_log": doctor.Bad} {
		if found := findingOf(t, report, exam); found.Level != level || found.Do == "" {
			t.Errorf("%s is %+v", exam, found)
		}
	}
}

// The mail server is greeted, and signs the program in or says why not.
func TestExamine_MailServer(t *testing.T) {
	t.Parallel()
	there := smtpsim.New(smtpsim.Behavior{Password: "segredo-do-correio"})
	address := there.Start(t, "127.0.0.1").String()
	for password, want := range map[string]doctor.Level{"segredo-do-correio": doctor.Good, "errada": doctor.Bad} {
		server, err := smtp.Parse("smtp://correio:" + password + "@" + address)
		if err != nil {
			t.Fatal(err)
		}
		d := doctorOf(t, area.Env{Mail: mail.Outbox{Configured: true}, Sender: mail.Sender{Transport: server}})
		found := findingOf(t, examine(t, d), "mail_server")
		if found.Level != want || strings.Contains(found.Says+found.Do, password) {
			t.Errorf("with %s: %+v", password, found)
		}
	}
	if len(there.Messages()) != 0 {
		t.Error("the exam sends a message")
	}
}

// The records of the sender's domain are read from the DNS; a policy of the registered domain counts for those below.
func TestExamine_MailDomain(t *testing.T) {
	t.Parallel()
	resolver := serveDNS(t, map[string]string{
		"exemplo.org.br.": "v=spf1 ip4:192.0.2.1 -all", "avisos.exemplo.org.br.": "v=spf1 -all", "_dmarc.exemplo.org.br.": "v=DMARC1; p=reject",
		"sem-politica.org.br.": "v=spf1 -all", "_dmarc.sem-spf.org.br.": "v=DMARC1; p=none",
	})
	server, err := smtp.Parse("smtp://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	for domain, want := range map[string]doctor.Level{"exemplo.org.br": doctor.Good, "avisos.exemplo.org.br": doctor.Good,
		"sem-politica.org.br": doctor.Watch, "sem-spf.org.br": doctor.Bad} {
		d := doctorOf(t, area.Env{Mail: mail.Outbox{Configured: true}, Sender: mail.Sender{Transport: server, From: "Acolhe <nao-responda@" + domain + ">"}})
		d.Resolver = resolver
		found := findingOf(t, examine(t, d), "mail_domain")
		if found.Level != want || !strings.Contains(found.Says, domain) || (found.Record != "") != (want == doctor.Watch) {
			t.Errorf("%s: %+v", domain, found)
		}
	}
}

// The keys of signatures are those that the environment names, each of which must be there, else one with a usual name.
func TestExamine_MailSignature(t *testing.T) {
	t.Parallel()
	const strong, empty = "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=", "v=DKIM1; p="
	const weak = "k=rsa; p=MHwwDQYJKoZIhvcNAQEBBQADawAwaAJhANLKKiqVavagq2KBNAfseoYnMCgjPURtizxfhWhDe9Mi++0pSgjLgFk3BrGsx7PC5fZzXFX8G1YY" +
		"NvFDNYohSUJ0FkCoa1bM68g8bS7Yw8Enr2ifbQ7Cq6Ro0lobkR82xQIDAQAB"
	resolver := serveDNS(t, map[string]string{
		"default._domainkey.usual.org.br.": strong, "um._domainkey.dois.org.br.": strong, "velha._domainkey.dois.org.br.": empty,
		"curta._domainkey.dois.org.br.": weak, "outro._domainkey.dois.org.br.": "v=spf1 -all",
	})
	server, err := smtp.Parse("smtp://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		domain    string
		selectors []string
		level     doctor.Level
		says      string
	}{
		{"usual.org.br", nil, doctor.Good, "Certo em usual.org.br: default"},
		{"dois.org.br", nil, doctor.Watch, "Nenhuma chave com um nome usual em dois.org.br"},
		{"dois.org.br", []string{"um"}, doctor.Good, "Certo em dois.org.br: um"},
		{"dois.org.br", []string{"um", "tres"}, doctor.Bad, "Falta a chave tres de dois.org.br"},
		{"dois.org.br", []string{"velha"}, doctor.Bad, "A chave velha de dois.org.br foi revogada"},
		{"dois.org.br", []string{"curta"}, doctor.Bad, "A chave curta de dois.org.br tem só 768 bits"},
		{"dois.org.br", []string{"outro"}, doctor.Bad, "Falta a chave outro de dois.org.br"},
	} {
		d := doctorOf(t, area.Env{Mail: mail.Outbox{Configured: true},
			Sender: mail.Sender{Transport: server, From: "nao-responda@" + test.domain, Selectors: test.selectors}})
		d.Resolver = resolver
		found := findingOf(t, examine(t, d), "mail_signature")
		if found.Level != test.level || found.Says != test.says || (found.Do == "") != (test.level == doctor.Good) {
			t.Errorf("%s %q: %+v", test.domain, test.selectors, found)
		}
	}
}

// serveDNS answers with the texts of names on this machine; other names do not exist.
func serveDNS(t *testing.T, texts map[string]string) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	go func() {
		asked := make([]byte, 1500)
		for {
			n, from, err := server.ReadFrom(asked)
			if err != nil {
				return
			}
			server.WriteTo(answerDNS(asked[:n], texts), from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

func answerDNS(asked []byte, texts map[string]string) []byte {
	var message dnsmessage.Message
	if message.Unpack(asked) != nil || len(message.Questions) != 1 {
		return nil
	}
	question := message.Questions[0]
	message.Response, message.Authoritative, message.Additionals = true, true, nil
	text, found := texts[question.Name.String()]
	if !found {
		message.RCode = dnsmessage.RCodeNameError
	} else {
		message.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: question.Name, Type: dnsmessage.TypeTXT, Class: dnsmessage.ClassINET, TTL: 1},
			Body:   &dnsmessage.TXTResource{TXT: []string{text}},
		}}
	}
	packed, err := message.Pack()
	if err != nil {
		return nil
	}
	return packed
}

// An address that does not answer is a problem, one without TLS another.
func TestExamine_Address(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		"http://painel.exemplo.org.br":         "painel.exemplo.org.br não usa HTTPS",
		"https://acolhe-nao-existe.invalid:81": "acolhe-nao-existe.invalid não responde",
		"http://127.0.0.1:8080":                "Só neste computador",
	} {
		address, err := url.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if found := findingOf(t, examine(t, doctorOf(t, area.Env{BaseURL: address})), "address"); found.Says != says {
			t.Errorf("%s: %+v", text, found)
		}
	}
}

func TestExamine_Refused(t *testing.T) {
	t.Parallel()
	d := doctorOf(t, area.Env{})
	by := dbtest.Bruno.Caller().At(now)
	if _, err := d.Examine(t.Context(), by); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("examine: %v", err)
	}
	if _, err := d.Last(t.Context(), by); !errs.HasCode(err, errs.CodeForbidden) {
		t.Errorf("last: %v", err)
	}
}

// The statement that takes longest on average counts once it was called often.
func TestExamine_SlowStatement(t *testing.T) {
	t.Parallel()
	d := doctorOf(t, area.Env{})
	if err := d.DB.Exec("create schema monitoring; create extension pg_stat_statements with schema monitoring").Error; err != nil {
		t.Fatal(err)
	}
	for calls := 1; calls <= 20; calls++ {
		if err := d.DB.Exec("select pg_sleep(0.21), 'Ana Beatriz'").Error; err != nil {
			t.Fatal(err)
		}
		if calls < 19 {
			continue
		}
		says := findingOf(t, examine(t, d), "slow_queries").Says
		if isFound := strings.HasPrefix(says, "A mais demorada") && strings.HasSuffix(says, "em 20\u00a0chamadas"); isFound != (calls == 20) {
			t.Fatalf("after %d calls it says %q", calls, says)
		}
	}
}
