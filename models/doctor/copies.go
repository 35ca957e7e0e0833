package doctor

import (
	"context"
	"slices"
	"strings"

	"acolhe/models/backups"
	"acolhe/models/types/fmtbr"
)

// judgeCopies returns what judge says about the copies and what is wrong with them.
func (v visit) judgeCopies(judge func(backups.Status, func(backups.Concern) bool) Finding) (Finding, error) {
	status, err := v.copied()
	if err != nil {
		return Finding{}, err
	}
	concerns := status.Concerns(v.now)
	return judge(status, func(concern backups.Concern) bool { return slices.Contains(concerns, concern) }), nil
}

func (v visit) lastCopy(context.Context) (Finding, error) {
	return v.judgeCopies(func(status backups.Status, has func(backups.Concern) bool) Finding {
		if has(backups.NoPlace) {
			return bad("Nenhuma cópia é feita", "Em Cópias de segurança, adicione um lugar que fique longe deste servidor.")
		}
		done := status.LastDone()
		switch {
		case has(backups.NoCopy):
			return bad("A última tem mais de 26 horas", "Veja o motivo em Cópias de segurança e faça uma agora.")
		case done == nil:
			return watch("Nenhuma ainda", "Faça a primeira em Cópias de segurança.")
		}
		return good(fmtbr.Capitalized(fmtbr.Ago(done.DateStarted, v.now, v.now.Location())) + ", conferida")
	})
}

func (v visit) places(context.Context) (Finding, error) {
	return v.judgeCopies(func(status backups.Status, has func(backups.Concern) bool) Finding {
		if len(status.Places) == 0 {
			return good("Nenhum ainda")
		}
		if !has(backups.PlaceFailed) {
			return good(fmtbr.Plural(len(status.Places), "lugar responde", "lugares respondem"))
		}
		var failing []string
		for _, place := range status.Places {
			if place.Fails() {
				failing = append(failing, place.Name)
			}
		}
		return bad(strings.Join(failing, ", ")+" não responde", "Confira endereço, senha e espaço deste lugar.")
	})
}

// changeLog looks at the log with which a private PostgreSQL can be restored to any minute.
func (v visit) changeLog(context.Context) (Finding, error) {
	return v.judgeCopies(func(status backups.Status, _ func(backups.Concern) bool) Finding { return judgeChangeLog(status.Log) })
}

func judgeChangeLog(log backups.ChangeLog) Finding {
	switch {
	case log.Works():
		return good("Guardado ao lado das cópias, até o último minuto")
	case log.IsKept:
		return watch("Parado: mudanças desde a última cópia podem se perder",
			"Confira os lugares em Cópias de segurança. Com eles em ordem, volta sozinho; se continuar assim, veja o registro do programa.")
	}
	return good("Só com PostgreSQL próprio e um lugar")
}

func (v visit) drill(context.Context) (Finding, error) {
	return v.judgeCopies(func(status backups.Status, has func(backups.Concern) bool) Finding {
		return v.judgeDrills(status, has(backups.NoDrill))
	})
}

// judgeDrills looks at the rehearsals, newest first; isOld says that the last one that passed is too old.
func (v visit) judgeDrills(status backups.Status, isOld bool) Finding {
	passed := status.LastPassed()
	switch {
	case len(status.Drills) > 0 && status.Drills[0].State == backups.Failed:
		return bad("O último falhou: "+status.Drills[0].Error, "Faça uma cópia nova em Cópias de segurança e ensaie de novo.")
	case isOld:
		return bad("O último que passou tem mais de 8 dias", "Ensaie agora em Cópias de segurança: sem ensaio ninguém sabe se a cópia volta.")
	case passed == nil:
		return good("Vem depois da primeira cópia")
	}
	return good("Passou " + fmtbr.Ago(passed.DateStarted, v.now, v.now.Location()))
}

func (v visit) paperKey(context.Context) (Finding, error) {
	return v.judgeCopies(func(status backups.Status, _ func(backups.Concern) bool) Finding {
		switch key := status.Paper; {
		case key != nil && key.DateChecked != nil:
			return good("Conferida em " + fmtbr.Date(*key.DateChecked, v.now.Location()))
		case key != nil:
			return good("Impressa em " + fmtbr.Date(key.DatePrinted, v.now.Location()))
		}
		return watch("Ainda não impressa", "Imprima a chave de papel. Sem ela, perder o servidor é perder tudo.")
	})
}
