package doctor

import (
	"crypto/x509"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/models/backups"
	"acolhe/models/platform/certificates"
	"acolhe/models/reads"
	"acolhe/models/types/texts"
)

var now = time.Date(2026, 11, 26, 14, 10, 0, 0, time.UTC)

const gigabyte = 1_000_000_000

// plain returns a sentence with ordinary spaces.
func plain(says string) string { return strings.ReplaceAll(says, "\u00a0", " ") }

// Each limit, on both of its sides.
func TestJudge(t *testing.T) {
	t.Parallel()
	v := visit{now: now}
	until := func(days int) *x509.Certificate {
		return &x509.Certificate{NotAfter: now.AddDate(0, 0, days).Add(time.Hour)}
	}
	own := visit{now: now, Doctor: Doctor{Certificates: certificates.Store{Names: []string{"um.org.br", "dois.org.br"}}}}
	// holding holds a certificate for each name of own, that ends in so many days.
	holding := func(days ...int) func(string) (*x509.Certificate, error) {
		return func(name string) (*x509.Certificate, error) {
			if i := slices.Index(own.Certificates.Names, name); i < len(days) {
				return until(days[i]), nil
			}
			return nil, fs.ErrNotExist
		}
	}
	drills := func(states ...backups.State) (status backups.Status) {
		for _, state := range states {
			status.Drills = append(status.Drills, backups.Drill{State: state, DateStarted: now.Add(-time.Hour), Error: "falta um arquivo"})
		}
		return status
	}
	ago := func(d time.Duration) *time.Time { return new(now.Add(-d)) }
	for name, test := range map[string]struct {
		found Finding
		level Level
		says  string
	}{
		"a clock that is right":        {judgeClock(40*time.Millisecond, true), Good, "Certo, 0,04 s de diferença"},
		"two clocks":                   {judgeClock(2100*time.Millisecond, true), Bad, "O relógio deste servidor e o do banco diferem: 2,10 s de diferença"},
		"a clock by hand":              {judgeClock(0, false), Watch, "O relógio não é acertado pela rede"},
		"a disk with space":            {judgeDisk(20*gigabyte, 100*gigabyte, -1), Good, "20 GB livres de 100 GB"},
		"a disk that fills slowly":     {judgeDisk(20*gigabyte, 100*gigabyte, 60), Good, "20 GB livres de 100 GB"},
		"a disk that fills":            {judgeDisk(20*gigabyte, 100*gigabyte, 41), Watch, "Enche em 41 dias: 20 GB livres de 100 GB"},
		"a disk that fills soon":       {judgeDisk(20*gigabyte, 100*gigabyte, 1), Bad, "Enche em 1 dia: 20 GB livres de 100 GB"},
		"a disk with little space":     {judgeDisk(14*gigabyte, 100*gigabyte, -1), Watch, "14 GB livres de 100 GB"},
		"a full disk":                  {judgeDisk(4*gigabyte, 100*gigabyte, -1), Bad, "4 GB livres de 100 GB"},
		"an unknown disk":              {judgeDisk(0, 0, -1), Good, "O sistema não informa o espaço"},
		"memory":                       {judgeMemory(4*gigabyte, 3*gigabyte), Good, "1 GB de 4 GB"},
		"little memory":                {judgeMemory(100*gigabyte, 9*gigabyte), Watch, "Pouca livre: 91 GB de 100 GB"},
		"no memory":                    {judgeMemory(100*gigabyte, 3*gigabyte), Bad, "Quase toda em uso: 97 GB de 100 GB"},
		"load":                         {judgeProcessor(150), Good, "150% nos últimos 15 minutos"},
		"an unknown load":              {judgeProcessor(-1), Good, "O sistema não informa o uso"},
		"unknown memory":               {judgeMemory(0, 0), Good, "O sistema não informa a memória"},
		"overload":                     {judgeProcessor(151), Watch, "Sobrecarregado nos últimos 15 minutos"},
		"a certificate":                {v.judgeCertificate(until(14)), Good, "Vale até 10/12/2026"},
		"a certificate that ends":      {v.judgeCertificate(until(13)), Watch, "Vale só até 09/12/2026"},
		"a certificate that ended":     {v.judgeCertificate(until(-1)), Bad, "Vale só até 25/11/2026"},
		"a certificate of one's own":   {own.judgeOwn(holding(60, 14)), Good, "dois.org.br: vale até 10/12/2026, renova sozinho"},
		"one that was not renewed":     {own.judgeOwn(holding(13, 60)), Watch, "um.org.br: vale só até 09/12/2026"},
		"one that was not issued":      {own.judgeOwn(holding(60)), Bad, "Ainda não foi emitido para dois.org.br"},
		"a database":                   {judgeVersion("PostgreSQL 18.4", now), Good, "PostgreSQL 18.4"},
		"a newer database":             {judgeVersion("PostgreSQL 21beta1", now), Good, "PostgreSQL 21beta1"},
		"an old database":              {judgeVersion("PostgreSQL 15.9", time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC)), Watch, "PostgreSQL 15.9 recebe correções só até novembro de 2027"},
		"a forgotten database":         {judgeVersion("PostgreSQL 14.9", now), Bad, "PostgreSQL 14.9 não recebe mais correções de segurança"},
		"connections":                  {judgeConnections(80, 100), Good, "80 de 100"},
		"many connections":             {judgeConnections(81, 100), Watch, "Quase todas em uso: 81 de 100"},
		"an empty database":            {v.judgeWaste(0, 0, nil), Good, "0%"},
		"a small waste":                {v.judgeWaste(100, 90_000, ago(11*time.Hour)), Good, "99%, limpo há 11 h"},
		"a waste":                      {v.judgeWaste(300_000, 100_001, nil), Watch, "25%"},
		"statements not counted":       {statement{}.judge(), Good, "Nenhuma há mais de 1 minuto"},
		"a slow statement":             {judgeSlow(1, 2*time.Minute), Watch, "1 consulta dura mais de 1 minuto, a mais antiga há 2 min"},
		"no replica":                   {judgeReplicas(0, 0), Good, "Não usada"},
		"a late replica":               {judgeReplicas(1, 2*time.Minute), Watch, "1 réplica, atraso de 2 min"},
		"a domain":                     {judgeMailDomain("exemplo.org.br", true, true), Good, "Certos em exemplo.org.br"},
		"a domain without a policy":    {judgeMailDomain("exemplo.org.br", true, false), Watch, "Falta o DMARC de exemplo.org.br"},
		"a domain without senders":     {judgeMailDomain("exemplo.org.br", false, true), Bad, "Falta o SPF de exemplo.org.br"},
		"a program built by hand":      {v.judgeProgram("versão de teste", time.Time{}), Good, "Versão de teste"},
		"a program":                    {v.judgeProgram("0.1", now.AddDate(0, 0, -180)), Good, "0.1, de 30/05/2026"},
		"an old program":               {v.judgeProgram("0.1", now.AddDate(0, 0, -181)), Watch, "Mais de seis meses sem atualizar: 0.1, de 29/05/2026"},
		"a forgotten program":          {v.judgeProgram("0.1", now.AddDate(0, 0, -366)), Bad, "Mais de um ano sem atualizar: 0.1, de 25/11/2025"},
		"a signature":                  {judgeSignature("s1", "x.org", "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="), Good, "Certo em x.org: s1"},
		"no signature":                 {judgeSignature("s1", "x.org", ""), Bad, "Falta a chave s1 de x.org"},
		"a revoked signature":          {judgeSignature("s1", "x.org", "v=DKIM1; p="), Bad, "A chave s1 de x.org foi revogada"},
		"a signature that was cut":     {judgeSignature("s1", "x.org", "v=DKIM1; p=MIGfMA0GCSqG+++"), Bad, "A chave s1 de x.org está incompleta"},
		"quick statements":             {statement{Calls: 1200, MeanMS: 199}.judge(), Good, "Nenhuma acima de 200 ms em média"},
		"a statement that takes time":  {statement{Calls: 1200, MeanMS: 416}.judge(), Good, "A mais demorada leva 0,42 s em média, em 1.200 chamadas"},
		"a slow statement on average":  {statement{Calls: 20, MeanMS: 1000}.judge(), Watch, "A mais demorada leva 1,00 s em média, em 20 chamadas"},
		"no log of changes":            {judgeChangeLog(backups.ChangeLog{}), Good, "Só com PostgreSQL próprio e um lugar"},
		"a log of changes":             {judgeChangeLog(backups.ChangeLog{IsKept: true, IsActive: true}), Good, "Guardado ao lado das cópias, até o último minuto"},
		"a log that nobody keeps":      {judgeChangeLog(backups.ChangeLog{IsKept: true}), Watch, "Parado: mudanças desde a última cópia podem se perder"},
		"a log that was lost":          {judgeChangeLog(backups.ChangeLog{IsKept: true, IsActive: true, IsLost: true}), Watch, "Parado: mudanças desde a última cópia podem se perder"},
		"no rehearsal":                 {v.judgeDrills(drills(), false), Good, "Vem depois da primeira cópia"},
		"a rehearsal that passed":      {v.judgeDrills(drills(backups.Passed, backups.Failed), false), Good, "Passou há 1 h"},
		"a rehearsal that failed":      {v.judgeDrills(drills(backups.Failed, backups.Passed), false), Bad, "O último falhou: falta um arquivo"},
		"a rehearsal of last month":    {v.judgeDrills(drills(backups.Passed), true), Bad, "O último que passou tem mais de 8 dias"},
		"jobs":                         {judgeJobs(4, 8*time.Minute), Good, "4 na fila, a mais antiga há 8 min"},
		"jobs that wait":               {judgeJobs(4, 11*time.Minute), Watch, "4 na fila, a mais antiga há 11 min"},
		"jobs that stand":              {judgeJobs(4, 2*time.Hour), Bad, "4 na fila, a mais antiga há 2 h 00"},
		"a log before its first check": {v.judgeReadLog(reads.Check{}), Good, "Confere-se na primeira noite"},
		"a log":                        {v.judgeReadLog(reads.Check{At: ago(11 * time.Hour)}), Good, "Íntegro, conferido há 11 h"},
		"a log that is not checked":    {v.judgeReadLog(reads.Check{At: ago(27 * time.Hour)}), Watch, "Conferido há 1 dia"},
		"a log that differs":           {v.judgeReadLog(reads.Check{At: ago(time.Hour), Faults: []reads.Fault{{}}}), Bad, "O registro não confere"},
	} {
		if test.found.Level != test.level || plain(test.found.Says) != test.says {
			t.Errorf("%s is %s, %q", name, test.found.Level, test.found.Says)
		}
		if (test.found.Do == "") != (test.level == Good) {
			t.Errorf("%s: to do is %q", name, test.found.Do)
		}
	}
}

// The disk is full when it fills on as since the oldest examination, at least a day ago.
func TestDaysUntilFull(t *testing.T) {
	t.Parallel()
	at := func(days, free int) Report {
		return Report{DateCreated: now.AddDate(0, 0, days), DiskFree: int64(free) * gigabyte}
	}
	for _, test := range []struct {
		name         string
		earlier, now Report
		want         int
	}{
		{"2 GB a day", at(-10, 60), at(0, 40), 20},
		{"it empties", at(-10, 40), at(0, 60), -1},
		{"nothing changes", at(-10, 40), at(0, 40), -1},
		{"too early", Report{DateCreated: now.Add(-23 * time.Hour), DiskFree: 60 * gigabyte}, at(0, 40), -1},
		{"no earlier one", Report{}, at(0, 40), -1},
	} {
		if days := daysUntilFull(test.earlier, test.now); days != test.want {
			t.Errorf("%s: %d days", test.name, days)
		}
	}
}

// A slow statement is shown in one line, and not longer than a person reads.
func TestStatement_Record(t *testing.T) {
	t.Parallel()
	slow := statement{Calls: 20, MeanMS: 2000, Query: "select name,\n\t\tcpf from associates"}
	if got := slow.judge().Record; got != "select name, cpf from associates" {
		t.Errorf("the record is %q", got)
	}
	slow.Query = strings.Repeat("x", 1000)
	if got := slow.judge().Record; !texts.Fits(got, recordLength+1) {
		t.Errorf("the record has %d bytes", len(got))
	}
}
