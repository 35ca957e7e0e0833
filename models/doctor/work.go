package doctor

import (
	"context"
	"errors"
	"net"
	netmail "net/mail"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"

	"acolhe/models/installation"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail/smtp"
	"acolhe/models/reads"
	"acolhe/models/types/fmtbr"
)

func (v visit) mailServer(ctx context.Context) (Finding, error) {
	switch {
	case !v.Mail.Configured:
		return bad("E-mail desligado: convites e senhas não saem", "Defina SMTP_URL e MAIL_FROM no servidor."), nil
	case !v.Mail.Sends():
		return good("Guardados em uma pasta, sem envio"), nil
	}
	server, isSMTP := v.Sender.Transport.(smtp.Server)
	if !isSMTP {
		return good("Não usado"), nil
	}
	begun := v.Now()
	if failure := server.Test(ctx); failure != nil {
		return bad(strings.TrimSuffix(failure.Reason, "."), "Confira SMTP_URL: servidor, porta, usuário e senha. As mensagens esperam na fila."), nil
	}
	return good("Responde em " + strconv.FormatInt(v.Now().Sub(begun).Milliseconds(), 10) + "\u00a0ms"), nil
}

// domain returns the domain of the sender of the mails, "" if none is sent.
func (v visit) domain() string {
	sender, err := netmail.ParseAddress(v.Sender.From)
	if err != nil || !v.Mail.Sends() {
		return ""
	}
	return sender.Address[strings.LastIndex(sender.Address, "@")+1:]
}

// mailDomain looks at the records of the sender's domain (RFC 7208, RFC 7489).
func (v visit) mailDomain(ctx context.Context) (Finding, error) {
	domain := v.domain()
	if domain == "" {
		return good("Nenhum e-mail sai"), nil
	}
	hasSPF, err := v.hasRecord(ctx, domain, "v=spf1")
	if err != nil {
		return Finding{}, err
	}
	hasDMARC, err := v.hasDMARC(ctx, domain)
	if err != nil {
		return Finding{}, err
	}
	return judgeMailDomain(domain, hasSPF, hasDMARC), nil
}

// hasDMARC looks at a domain, then at the one that was registered, as receivers do.
func (v visit) hasDMARC(ctx context.Context, domain string) (bool, error) {
	found, err := v.hasRecord(ctx, "_dmarc."+domain, "v=DMARC1")
	registered, suffixErr := publicsuffix.EffectiveTLDPlusOne(domain)
	if found || err != nil || suffixErr != nil || registered == domain {
		return found, err
	}
	return v.hasRecord(ctx, "_dmarc."+registered, "v=DMARC1")
}

// hasRecord reports whether a name has a text that begins so.
func (v visit) hasRecord(ctx context.Context, name, begin string) (bool, error) {
	texts, err := v.texts(ctx, name)
	return slices.ContainsFunc(texts, func(text string) bool { return strings.HasPrefix(text, begin) }), err
}

// texts returns the texts of a name in the DNS. A name without texts is no error.
func (v visit) texts(ctx context.Context, name string) ([]string, error) {
	resolver := v.Resolver
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	texts, err := resolver.LookupTXT(ctx, name)
	var missing *net.DNSError
	if errors.As(err, &missing) && missing.IsNotFound {
		return nil, nil
	}
	return texts, err
}

func judgeMailDomain(domain string, hasSPF, hasDMARC bool) Finding {
	switch {
	case hasSPF && hasDMARC:
		return good("Certos em " + domain)
	case hasSPF:
		finding := watch("Falta o DMARC de "+domain, "Crie no DNS este registro TXT. Sem ele, parte dos e-mails cai no spam.")
		finding.Record = "_dmarc." + domain + ` TXT "v=DMARC1; p=none"`
		return finding
	}
	return bad("Falta o SPF de "+domain, "Peça ao provedor do e-mail o registro SPF e crie-o no DNS. Sem ele, os e-mails caem no spam ou voltam.")
}

// undeliveredOver is the time over which mails that were not delivered are counted.
const undeliveredOver = 7 * 24 * time.Hour

func (v visit) undelivered(ctx context.Context) (Finding, error) {
	var count int
	err := db.ScanRow(v.DB.WithContext(ctx).Raw("select count(*) from mails where status = 'failed' and date_created >= ?",
		v.now.Add(-undeliveredOver)), &count)
	if err != nil {
		return Finding{}, err
	}
	if count == 0 {
		return good("Nenhum em 7 dias"), nil
	}
	return watch(fmtbr.Plural(count, "e-mail não foi entregue", "e-mails não foram entregues")+" em 7 dias",
		"Em Correio está o motivo de cada um: corrija o endereço da pessoa ou envie de novo."), nil
}

func (v visit) storage(context.Context) (Finding, error) {
	status, err := v.stored()
	if err != nil {
		return Finding{}, err
	}
	var missing, files int64
	for _, driver := range status.Drivers {
		missing, files = missing+driver.Missing, files+driver.Files
	}
	test := status.Of(status.Active).Test
	switch {
	case missing > 0:
		return bad(fmtbr.Plural(int(missing), "arquivo está sem conteúdo", "arquivos estão sem conteúdo"),
			"Recupere a pasta ou o bucket de uma cópia de segurança."), nil
	case test != nil && !test.OK:
		return bad("O último teste não passou", "Em Armazenamento, confira o endereço e as chaves e teste de novo."), nil
	}
	if files == 0 {
		return good("Nenhum arquivo guardado"), nil
	}
	return good(fmtbr.Plural(int(files), "arquivo, com conteúdo", "arquivos, todos com conteúdo")), nil
}

// Limits of the time that a job waits which could run.
const waitWatched, waitBad = 10 * time.Minute, time.Hour

func (v visit) jobs(ctx context.Context) (Finding, error) {
	load, err := installation.ReadLoad(ctx, v.DB, v.now)
	if err != nil {
		return Finding{}, err
	}
	waiting := 0
	for _, queued := range load.Jobs {
		if queued.State == "available" || queued.State == "running" {
			waiting += queued.Count
		}
	}
	return judgeJobs(waiting, load.OldestJob), nil
}

func judgeJobs(waiting int, oldest time.Duration) Finding {
	says := "Nenhuma na fila"
	if waiting > 0 {
		says = fmtbr.Plural(waiting, "na fila", "na fila")
	}
	if oldest > 0 {
		says += ", a mais antiga há " + fmtbr.Elapsed(oldest)
	}
	const do = "Veja em Tarefas o que está rodando. Se nada anda, reinicie o programa."
	switch {
	case oldest > waitBad:
		return bad(says, do)
	case oldest > waitWatched:
		return watch(says, do)
	}
	return good(says)
}

func (v visit) failedJobs(ctx context.Context) (Finding, error) {
	counts, err := installation.CountJobsByState(ctx, v.DB, v.by)
	if err != nil {
		return Finding{}, err
	}
	if failed := counts[installation.Failed]; failed > 0 {
		return watch(fmtbr.Plural(failed, "tarefa falhou", "tarefas falharam"), "Em Tarefas está o motivo. Tente de novo quando a causa estiver resolvida."), nil
	}
	return good("Nenhuma"), nil
}

// readLogWithin is the time after which the nightly check of the log is missing.
const readLogWithin = 26 * time.Hour

func (v visit) readLog(ctx context.Context) (Finding, error) {
	check, err := reads.LastCheck(ctx, v.DB)
	if err != nil {
		return Finding{}, err
	}
	return v.judgeReadLog(check), nil
}

func (v visit) judgeReadLog(check reads.Check) Finding {
	switch {
	case len(check.Faults) > 0:
		return bad("O registro não confere", "Alguém mexeu nele ou uma parte se perdeu. Veja Quem viu e rode `acolhe log verify`.")
	case check.At == nil:
		return good("Confere-se na primeira noite")
	case v.now.Sub(*check.At) > readLogWithin:
		return watch("Conferido "+fmtbr.Since(*check.At, v.now), "A conferência é diária: veja em Tarefas por que não rodou.")
	}
	return good("Íntegro, conferido " + fmtbr.Ago(*check.At, v.now, v.now.Location()))
}

func (v visit) errors(ctx context.Context) (Finding, error) {
	var open int
	err := db.ScanRow(v.DB.WithContext(ctx).Raw("select count(*) from system_error_groups where status = 'open'"), &open)
	if err != nil {
		return Finding{}, err
	}
	if open > 0 {
		return watch(fmtbr.Plural(open, "grupo aberto", "grupos abertos"), "Veja em Erros o que houve e a quem avisar."), nil
	}
	return good("Nenhum aberto"), nil
}
