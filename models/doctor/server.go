package doctor

import (
	"context"
	"crypto/x509"
	"fmt"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/machine"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/version"
)

// clockDrift is the difference between two clocks from which times of records contradict each other.
const clockDrift = 2 * time.Second

func (v visit) clock(ctx context.Context) (Finding, error) {
	var database time.Time
	before := v.Now()
	if err := db.ScanRow(v.DB.WithContext(ctx).Raw("select clock_timestamp()"), &database); err != nil {
		return Finding{}, err
	}
	after := v.Now()
	return judgeClock(database.Sub(before.Add(after.Sub(before)/2)).Abs(), isClockSet()), nil
}

// judgeClock judges the difference to the clock of the database, and whether the machine sets its clock by the network.
func judgeClock(drift time.Duration, isSet bool) Finding {
	difference := seconds(drift) + " de diferença"
	switch {
	case drift > clockDrift:
		return bad("O relógio deste servidor e o do banco diferem: "+difference,
			"Acerte os dois pela rede: `timedatectl set-ntp true` em cada máquina.")
	case !isSet:
		return watch("O relógio não é acertado pela rede", "Ligue o acerto com `timedatectl set-ntp true`. Códigos de seis números dependem da hora certa.")
	}
	return good("Certo, " + difference)
}

// seconds returns a duration as "0,04 s".
func seconds(d time.Duration) string {
	return strings.Replace(fmt.Sprintf("%.2f", d.Seconds()), ".", ",", 1) + "\u00a0s"
}

// Limits of the disk: days until it is full, and shares of free space in percent.
const (
	daysWatched, daysBad   = 60, 14
	shareWatched, shareBad = 15, 5
	// forecastFrom is the time that earlier examinations must span for a forecast.
	forecastFrom = 24 * time.Hour
	forecastOver = 30 * 24 * time.Hour
)

func (v visit) disk(ctx context.Context) (Finding, error) {
	status, err := v.stored()
	if err != nil {
		return Finding{}, err
	}
	earlier, err := v.earlierDisk(ctx)
	if err != nil {
		return Finding{}, err
	}
	return judgeDisk(status.Disk.Free, status.Disk.Total, daysUntilFull(earlier, Report{DateCreated: v.now, DiskFree: status.Disk.Free})), nil
}

// earlierDisk returns the oldest examination of the last month that knows the free space; the zero Report without one.
func (v visit) earlierDisk(ctx context.Context) (Report, error) {
	var found []Report
	err := v.DB.WithContext(ctx).Select("date_created", "disk_free").Where("date_created >= ? and disk_free > 0", v.now.Add(-forecastOver)).
		Order("date_created, id").Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return Report{}, err
	}
	return found[0], nil
}

// daysUntilFull returns in how many days the disk is full if it fills on as between two examinations; -1 if it does not fill,
// or that is not known yet.
func daysUntilFull(earlier, now Report) int {
	span, filled := now.DateCreated.Sub(earlier.DateCreated), earlier.DiskFree-now.DiskFree
	if earlier.DiskFree == 0 || span < forecastFrom || filled <= 0 {
		return -1
	}
	perDay := float64(filled) / span.Hours() * 24
	return int(float64(now.DiskFree) / perDay)
}

func judgeDisk(free, total int64, days int) Finding {
	if total == 0 {
		return good("O sistema não informa o espaço")
	}
	share := free * 100 / total
	space := fmtbr.FileSize(free) + " livres de " + fmtbr.FileSize(total)
	const do = "Aumente o disco, mova os arquivos para um bucket em Armazenamento ou apague o que não é do Acolhe."
	says := space
	if days >= 0 && days < daysWatched {
		says = "Enche em " + fmtbr.Plural(days, "dia", "dias") + ": " + space
	}
	switch {
	case share < shareBad || days >= 0 && days < daysBad:
		return bad(says, do+" Com o disco cheio nada mais é salvo.")
	case share < shareWatched || days >= 0 && days < daysWatched:
		return watch(says, do)
	}
	return good(space)
}

// Limits of the memory: shares of it that can still be used, in percent.
const memoryWatched, memoryBad = 10, 4

func (v visit) memory(context.Context) (Finding, error) {
	memory := machine.ReadMemory(v.Machine)
	return judgeMemory(memory.Total, memory.Total-memory.Used), nil
}

func judgeMemory(total, available int64) Finding {
	if total == 0 {
		return good("O sistema não informa a memória")
	}
	used := fmtbr.FileSize(total-available) + " de " + fmtbr.FileSize(total)
	const do = "Feche outros programas deste servidor ou aumente a memória. Sem memória o sistema encerra programas."
	switch share := available * 100 / total; {
	case share < memoryBad:
		return bad("Quase toda em uso: "+used, do)
	case share < memoryWatched:
		return watch("Pouca livre: "+used, do)
	}
	return good(used)
}

// loadWatched is the load for each processor, in percent, above which people wait.
const loadWatched = 150

func (v visit) processor(context.Context) (Finding, error) {
	return judgeProcessor(machine.ReadLoad(v.Machine)), nil
}

// judgeProcessor judges the load of the last 15 minutes for each processor, in percent; -1 is unknown.
func judgeProcessor(percent int) Finding {
	if percent < 0 {
		return good("O sistema não informa o uso")
	}
	if percent > loadWatched {
		return watch("Sobrecarregado nos últimos 15 minutos", "Veja o que mais roda neste servidor, ou use um com mais processadores.")
	}
	return good(strconv.Itoa(percent) + "% nos últimos 15 minutos")
}

// isLocal reports whether the program is reached on this machine alone.
func (v visit) isLocal() bool {
	if v.BaseURL == nil || v.BaseURL.Hostname() == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(v.BaseURL.Hostname())
	return err == nil && ip.IsLoopback()
}

func (v visit) address(context.Context) (Finding, error) {
	if v.isLocal() {
		return good("Só neste computador"), nil
	}
	host := v.BaseURL.Hostname()
	if v.BaseURL.Scheme != "https" {
		return bad(host+" não usa HTTPS", "Ponha um certificado no proxy e mude BASE_URL para https://"+host+"."), nil
	}
	begun := v.Now()
	answer, err := v.asked()
	if err != nil {
		do := "Confira o endereço no DNS, o proxy e se a porta 443 está aberta."
		if len(v.Certificates.Names) > 0 {
			do = "Confira o endereço no DNS e se as portas 80 e 443 estão abertas."
		}
		return bad(host+" não responde", do), nil
	}
	if answer.StatusCode != http.StatusOK {
		return bad(host+" responde com o código "+strconv.Itoa(answer.StatusCode), "Confira se o proxy leva ao Acolhe."), nil
	}
	return good(host + " responde em " + strconv.FormatInt(v.Now().Sub(begun).Milliseconds(), 10) + "\u00a0ms"), nil
}

// ask requests a small page of the program at its public address.
func (v visit) ask(ctx context.Context) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, examTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, v.BaseURL.JoinPath("healthz").String(), nil)
	if err != nil {
		return nil, err
	}
	client := v.Outbound.Naming(v.BaseURL.Hostname()).Client()
	defer client.CloseIdleConnections()
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	return answer, answer.Body.Close()
}

// Days before the end of a certificate.
const certificateWatched, certificateBad = 14, 3

func (v visit) certificate(context.Context) (Finding, error) {
	if len(v.Certificates.Names) > 0 {
		return v.judgeOwn(v.Certificates.Read), nil
	}
	if v.isLocal() || v.BaseURL.Scheme != "https" {
		return good("Não usado neste endereço"), nil
	}
	answer, err := v.asked()
	if err != nil || answer.TLS == nil || len(answer.TLS.PeerCertificates) == 0 {
		return bad("Não foi aceito ou não foi lido", "Abra o endereço em um navegador: ele diz se o certificado venceu ou é de outro nome."), nil
	}
	return v.judgeCertificate(answer.TLS.PeerCertificates[0]), nil
}

// judgeOwn judges the certificates that the program obtains itself: one that is missing, else the one that ends first.
func (v visit) judgeOwn(read func(name string) (*x509.Certificate, error)) Finding {
	const do = "Confira no DNS se o domínio leva a este servidor e se as portas 80 e 443 estão abertas. O registro do programa diz o motivo."
	var first *x509.Certificate
	var of string
	for _, name := range v.Certificates.Names {
		certificate, err := read(name)
		if err != nil {
			return bad("Ainda não foi emitido para "+name, do)
		}
		if first == nil || certificate.NotAfter.Before(first.NotAfter) {
			first, of = certificate, name
		}
	}
	finding := v.judgeCertificate(first)
	finding.Says = of + ": " + strings.ToLower(finding.Says[:1]) + finding.Says[1:]
	if finding.Level == Good {
		finding.Says += ", renova sozinho"
		return finding
	}
	finding.Do = "A renovação automática falhou. " + do
	return finding
}

func (v visit) judgeCertificate(certificate *x509.Certificate) Finding {
	until := "até " + fmtbr.Date(certificate.NotAfter, v.now.Location())
	const do = "Renove o certificado. Se o proxy renova sozinho, veja por que não renovou."
	switch days := int(certificate.NotAfter.Sub(v.now).Hours() / 24); {
	case days < certificateBad:
		return bad("Vale só "+until, do)
	case days < certificateWatched:
		return watch("Vale só "+until, do)
	}
	return good("Vale " + until)
}

// Days since the release of the program after which newer ones are likely, with corrections of what it contains.
const releaseWatched, releaseBad = 180, 365

func (v visit) program(context.Context) (Finding, error) {
	return v.judgeProgram(version.Current(), version.Released()), nil
}

// judgeProgram judges the age of the program. The zero time is that of one that was built by hand.
func (v visit) judgeProgram(name string, released time.Time) Finding {
	if released.IsZero() {
		return good(fmtbr.Capitalized(name))
	}
	says := name + ", de " + fmtbr.Date(released, v.now.Location())
	const do = "Faça uma cópia com `acolhe backup` e instale a versão mais nova: ela traz correções de segurança."
	switch days := int(v.now.Sub(released).Hours() / 24); {
	case days > releaseBad:
		return bad("Mais de um ano sem atualizar: "+says, do)
	case days > releaseWatched:
		return watch("Mais de seis meses sem atualizar: "+says, do)
	}
	return good(says)
}

// forOthers are the permissions of other accounts of the machine.
const forOthers = 0o077

func (v visit) dataDir(context.Context) (Finding, error) {
	folder, err := os.Stat(v.DataDir)
	if err != nil {
		return Finding{}, err
	}
	if folder.Mode().Perm()&forOthers != 0 {
		path, err := filepath.Abs(v.DataDir)
		if err != nil {
			return Finding{}, err
		}
		return bad("Outras contas deste servidor leem a pasta de dados", "Feche a pasta com `chmod 700 "+path+"`."), nil
	}
	return good("Só o programa lê"), nil
}
