package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"acolhe/models/platform/db"
	"acolhe/models/platform/db/private"
	"acolhe/models/types/errs"
)

var (
	errCutShort     = errors.New("the program stops and waits no longer")
	errInterrupted  = errors.New("interrompido antes de terminar")
	errSecondSignal = errors.New("parado sem esperar o fim das requisições e tarefas em andamento, como solicitado")
	errDrainTimeout = errors.New("parado sem esperar mais o fim das requisições e tarefas em andamento, que demoraram demais")
)

// knownFailures lists the errors whose text is shown without the errors that wrap them.
func knownFailures() []error {
	return []error{private.ErrKeepsFailing, errSecondSignal, errDrainTimeout, private.ErrNoPostgres, private.ErrNoPort}
}

// dataDirFailures lists the errors that are shown with the path of the data directory.
func dataDirFailures() []error {
	return []error{private.ErrInUse, private.ErrNoSpace, private.ErrNotWritable}
}

// explain returns an error with an instruction in one sentence, for the person at the terminal. It never contains a
// password. An unexpected error keeps its text.
func explain(ctx context.Context, c config, err error) error {
	if err == nil || errors.As(err, new(usageError)) {
		return err
	}
	for _, known := range knownFailures() {
		if errors.Is(err, known) {
			return known
		}
	}
	for _, known := range dataDirFailures() {
		if errors.Is(err, known) {
			return fmt.Errorf("%w (%s)", known, c.dataDir)
		}
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	if sentence := explainSystem(c, err); sentence != nil {
		return sentence
	}
	if refusal := errs.As(err); refusal != nil {
		return errors.New(explainRefusal(refusal))
	}
	return errors.New(strings.Join(strings.Fields(err.Error()), " "))
}

// explainRefusal returns the message, with the invalid fields of a validation error.
func explainRefusal(refusal *errs.Error) string {
	if refusal.Kind != errs.KindInvalid {
		return refusal.Message
	}
	return strings.TrimSpace(refusal.Message + " " + joinFields(refusal.Fields))
}

func joinFields(fields []errs.Field) string {
	var parts []string
	for _, field := range fields {
		parts = append(parts, field.Path+" "+field.Message)
	}
	return strings.Join(parts, "; ")
}

// explainSystem returns the message of a disk or database error, or nil for other errors.
func explainSystem(c config, err error) error {
	var malformed *pgconn.ParseConfigError
	var unconnected *pgconn.ConnectError
	var answered *pgconn.PgError
	switch {
	case errors.As(err, &malformed):
		return errors.New("DATABASE_URL deve ser um endereço como postgres://usuario:senha@servidor:5432/banco")
	case errors.As(err, &unconnected) && c.databaseURL != "":
		return explainNoConnection(unconnected)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.As(err, &answered) && answered.Code == "53100":
		return private.ErrNoSpace
	case !isConnectionLost(err):
		return nil
	case c.databaseURL != "":
		return errors.New("o PostgreSQL de DATABASE_URL parou de responder: veja o registro dele e inicie de novo")
	}
	return fmt.Errorf("o PostgreSQL próprio parou de responder: veja o espaço em disco e o registro em %s",
		filepath.Join(c.dataDir, "postgres", "postgres.log"))
}

func isConnectionLost(err error) bool {
	refusal := errs.As(db.Translate(err))
	return refusal != nil && refusal.Kind == errs.KindUnavailable
}

// explainNoConnection returns the reason for a failed connection to the server of DATABASE_URL.
func explainNoConnection(failed *pgconn.ConnectError) error {
	where := net.JoinHostPort(failed.Config.Host, strconv.Itoa(int(failed.Config.Port)))
	var answered *pgconn.PgError
	switch {
	case errors.As(failed, &answered):
		return explainRejectedConnection(where, failed.Config, answered)
	case errors.As(failed, new(*net.DNSError)):
		return fmt.Errorf("o nome %s, de DATABASE_URL, não é de nenhum servidor conhecido", failed.Config.Host)
	case errors.Is(failed, syscall.ECONNREFUSED), errors.Is(failed, fs.ErrNotExist):
		return fmt.Errorf("nenhum PostgreSQL atende em %s, de DATABASE_URL: ligue-o ou corrija o endereço", where)
	case errors.Is(failed, context.DeadlineExceeded), errors.Is(failed, os.ErrDeadlineExceeded):
		return fmt.Errorf("o servidor %s, de DATABASE_URL, não respondeu a tempo", where)
	}
	return fmt.Errorf("não foi possível conectar a %s, de DATABASE_URL: confira o endereço e o sslmode", where)
}

// explainRejectedConnection uses the SQLSTATE, because the server's messages may be in any language.
func explainRejectedConnection(where string, config *pgconn.Config, answer *pgconn.PgError) error {
	switch answer.Code {
	case "28P01", "28000":
		return fmt.Errorf("o PostgreSQL em %s recusou o usuário %s ou a senha dele: corrija DATABASE_URL", where, config.User)
	case "3D000":
		return fmt.Errorf("o banco %s não existe em %s: crie-o ou corrija DATABASE_URL", config.Database, where)
	case "42501":
		return fmt.Errorf("o usuário %s não pode usar o banco %s em %s: corrija DATABASE_URL ou a permissão", config.User, config.Database, where)
	case "53300":
		return fmt.Errorf("o PostgreSQL em %s não tem mais conexões livres", where)
	case "57P03":
		return fmt.Errorf("o PostgreSQL em %s ainda está iniciando: espere um pouco e inicie de novo", where)
	}
	return fmt.Errorf("o PostgreSQL em %s recusou a conexão (%s %s)", where, answer.Code, answer.Message)
}
