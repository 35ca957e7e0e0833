// Package doctor examines the installation: clock, disk, memory, address, database, copies, mail and jobs, each finding with
// what to do. The page Saúde shows what `acolhe doctor` prints. It changes nothing but its own findings.
package doctor

import (
	"context"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"sync"
	"time"

	"acolhe/models/backups"
	"acolhe/models/filestorage"
	"acolhe/models/platform/area"
	"acolhe/models/platform/certificates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/outbound"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Doctor examines an installation.
type Doctor struct {
	DB      *db.DB
	BaseURL *url.URL
	DataDir string
	// Certificates are those that the program obtains itself.
	Certificates certificates.Store
	Mail         mail.Outbox
	Sender       mail.Sender
	Copies       backups.Office
	Storage      filestorage.Office
	Outbound     outbound.Guard
	// Resolver reads the DNS; nil is that of the machine.
	Resolver *net.Resolver
	// Machine is the file system of the machine from /.
	Machine fs.FS
	Now     func() time.Time
}

// New returns the doctor of an installation. Of the copies it only reads the state.
func New(e area.Env) Doctor {
	return Doctor{
		DB: e.DB, BaseURL: e.BaseURL, DataDir: e.DataDir, Certificates: e.Certificates, Mail: e.Mail, Sender: e.Sender,
		Copies:   backups.NewOffice(e, nil, nil),
		Storage:  filestorage.Office{DB: e.DB, Drivers: e.Storage},
		Outbound: e.Outbound, Machine: os.DirFS("/"), Now: e.Now,
	}
}

// Group is a part of the installation.
type Group string

// The groups.
const (
	Server   Group = "server"
	Database Group = "database"
	Copies   Group = "copies"
	Work     Group = "work"
)

// Groups returns the groups in the order of the page.
func Groups() []Group { return []Group{Server, Database, Copies, Work} }

// Label returns the name of the group on pages.
func (g Group) Label() string {
	return map[Group]string{Server: "Servidor", Database: "Banco de dados", Copies: "Cópias", Work: "E-mail e trabalhos"}[g]
}

// Level is how good a finding is.
type Level string

// The levels, the worst first.
const (
	Bad   Level = "bad"
	Watch Level = "watch"
	Good  Level = "good"
)

// Finding is the result of one exam.
type Finding struct {
	// Exam is the exam's stable name, Name that of pages.
	Exam  string `json:"exam"`
	Group Group  `json:"group"`
	Name  string `json:"name"`
	Level Level  `json:"level"`
	// Says is what was found, Do what to do about it, empty if nothing.
	Says string `json:"says"`
	Do   string `json:"do,omitempty"`
	// Record is a text to take elsewhere, such as a record of the DNS.
	Record string `json:"record,omitempty"`
}

func good(says string) Finding      { return Finding{Level: Good, Says: says} }
func watch(says, do string) Finding { return Finding{Level: Watch, Says: says, Do: do} }
func bad(says, do string) Finding   { return Finding{Level: Bad, Says: says, Do: do} }

// Report is an examination of the whole installation. DiskFree is in bytes, 0 if unknown.
type Report struct {
	ID          int64 `gorm:"primaryKey"`
	DateCreated time.Time
	TookMS      int
	DiskFree    int64
	Findings    []Finding `gorm:"serializer:json"`
}

// TableName returns the name of the table.
func (Report) TableName() string { return "examinations" }

// Took returns how long the examination took.
func (r Report) Took() time.Duration { return time.Duration(r.TookMS) * time.Millisecond }

// At returns the findings of a level, in the order of the exams.
func (r Report) At(level Level) (found []Finding) {
	for _, finding := range r.Findings {
		if finding.Level == level {
			found = append(found, finding)
		}
	}
	return found
}

// ToDo returns the findings that need a person, the worst first.
func (r Report) ToDo() []Finding { return append(r.At(Bad), r.At(Watch)...) }

// Good returns the good findings of a group.
func (r Report) Good(group Group) (found []Finding) {
	for _, finding := range r.At(Good) {
		if finding.Group == group {
			found = append(found, finding)
		}
	}
	return found
}

// exam looks at one part of the installation.
type exam struct {
	name  string
	group Group
	label string
	look  func(context.Context) (Finding, error)
}

func (v visit) exams() []exam {
	return []exam{
		{"clock", Server, "Relógio", v.clock},
		{"disk", Server, "Disco", v.disk},
		{"memory", Server, "Memória", v.memory},
		{"processor", Server, "Processador", v.processor},
		{"address", Server, "Endereço", v.address},
		{"certificate", Server, "Certificado", v.certificate},
		{"program", Server, "Versão do Acolhe", v.program},
		{"data_dir", Server, "Pasta de dados e chave", v.dataDir},
		{"database_version", Database, "Versão", v.databaseVersion},
		{"connections", Database, "Conexões", v.connections},
		{"waste", Database, "Espaço desperdiçado", v.waste},
		{"slow_queries", Database, "Consultas lentas", v.slowQueries},
		{"replicas", Database, "Réplica", v.replicas},
		{"copy", Copies, "Última cópia", v.lastCopy},
		{"places", Copies, "Lugares das cópias", v.places},
		{"change_log", Copies, "Registro de mudanças", v.changeLog},
		{"drill", Copies, "Ensaio", v.drill},
		{"paper_key", Copies, "Chave de papel", v.paperKey},
		{"mail_server", Work, "Servidor de e-mail", v.mailServer},
		{"mail_domain", Work, "SPF e DMARC", v.mailDomain},
		{"mail_signature", Work, "DKIM", v.mailSignature},
		{"undelivered", Work, "E-mails não entregues", v.undelivered},
		{"storage", Work, "Armazenamento", v.storage},
		{"jobs", Work, "Tarefas", v.jobs},
		{"failed_jobs", Work, "Tarefas que falharam", v.failedJobs},
		{"read_log", Work, "Registro de leituras", v.readLog},
		{"errors", Work, "Erros", v.errors},
	}
}

// examTimeout is the time limit of one exam; all run side by side.
const examTimeout = 8 * time.Second

// visit is one examination, with the time at its start in the association's time zone.
type visit struct {
	Doctor
	by  auth.Caller
	now time.Time
	// What several exams look at is read once.
	stored func() (filestorage.Status, error)
	copied func() (backups.Status, error)
	asked  func() (*http.Response, error)
}

// newVisit begins an examination, whose reading ends with ctx.
func (d Doctor) newVisit(ctx context.Context, zone *time.Location) visit {
	v := visit{Doctor: d, by: auth.Caller{Kind: auth.System}.At(d.Now()), now: d.Now().In(zone)}
	v.stored = sync.OnceValues(func() (filestorage.Status, error) { return d.Storage.ReadStatus(ctx, v.by) })
	v.copied = sync.OnceValues(func() (backups.Status, error) { return d.Copies.ReadStatus(ctx, v.by) })
	v.asked = sync.OnceValues(func() (*http.Response, error) { return v.ask(ctx) })
	return v
}

// Examine runs all exams, stores and returns the findings. An exam that cannot be done is a finding to watch, no error. It
// returns 403 FORBIDDEN unless the caller is an administrator.
func (d Doctor) Examine(ctx context.Context, by auth.Caller) (Report, error) {
	if err := require(by); err != nil {
		return Report{}, err
	}
	zone, err := settings.Location(ctx, d.DB)
	if err != nil {
		return Report{}, err
	}
	v := d.newVisit(ctx, zone)
	report := Report{DateCreated: v.now, Findings: v.run(ctx)}
	status, err := v.stored()
	if err != nil {
		return Report{}, err
	}
	report.DiskFree, report.TookMS = status.Disk.Free, int(d.Now().Sub(v.now).Milliseconds())
	return report, d.DB.WithContext(ctx).Create(&report).Error
}

func (v visit) run(ctx context.Context) []Finding {
	exams := v.exams()
	findings := make([]Finding, len(exams))
	var running sync.WaitGroup
	for i, exam := range exams {
		running.Go(func() { findings[i] = exam.run(ctx) })
	}
	running.Wait()
	return findings
}

func (e exam) run(ctx context.Context) Finding {
	ctx, cancel := context.WithTimeout(ctx, examTimeout)
	defer cancel()
	finding, err := e.look(ctx)
	if err != nil {
		finding = watch("Não foi possível examinar agora", "Examine de novo. Se continuar assim, veja os erros do sistema.")
	}
	finding.Exam, finding.Group, finding.Name = e.name, e.group, e.label
	return finding
}

// Last returns the newest examination, nil before the first. It returns 403 FORBIDDEN unless the caller is an administrator.
func (d Doctor) Last(ctx context.Context, by auth.Caller) (*Report, error) {
	if err := require(by); err != nil {
		return nil, err
	}
	var found []Report
	err := d.DB.WithContext(ctx).Order("date_created desc, id desc").Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só quem administra o Acolhe vê a saúde do sistema.")
}
