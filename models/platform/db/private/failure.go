package private

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
)

// Errors of Start. Each message is an instruction for the person who starts Acolhe.
var (
	ErrNoPostgres = errors.New("nenhum PostgreSQL encontrado: instale o PostgreSQL 15 ou mais novo " +
		"(no Debian, apt install postgresql) ou aponte DATABASE_URL para um servidor")
	ErrInUse       = errors.New("a pasta de dados já está em uso por outro acolhe: pare o outro ou escolha outra pasta em DATA_DIR")
	ErrNoSpace     = errors.New("não há espaço em disco para o banco de dados: libere espaço e inicie de novo")
	ErrNotWritable = errors.New("a pasta de dados não pode ser gravada por este usuário: corrija as permissões ou escolha outra pasta em DATA_DIR")
	ErrNoPort      = errors.New("não há porta livre em 127.0.0.1 para o PostgreSQL próprio")
	// ErrKeepsFailing ends Watch; another process may have more success.
	ErrKeepsFailing = errors.New("o PostgreSQL próprio parou e não voltou em dez tentativas seguidas: veja o espaço em disco e o registro dele")
	ErrOtherVersion = errors.New("o banco de dados foi criado por outra versão do PostgreSQL")
)

// Temporary states of a start, which is tried again until ctx ends.
var (
	errPortTaken     = errors.New("a porta escolhida foi tomada por outro programa")
	errStillStopping = errors.New("processos do PostgreSQL anterior ainda estão terminando")
)

// explain returns the error for the person who starts Acolhe: the exported one that fits, with the
// directory and the original error.
func explain(err error, dataDir string) error {
	if err == nil {
		return nil
	}
	sentence := err
	var answered *pgconn.PgError
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT),
		errors.As(err, &answered) && answered.Code == "53100":
		sentence = ErrNoSpace
	case errors.Is(err, syscall.EROFS), errors.Is(err, os.ErrPermission), errors.Is(err, syscall.ENOTDIR):
		sentence = ErrNotWritable
	}
	if sentence == err {
		return fmt.Errorf("%w (%s)", err, dataDir)
	}
	return fmt.Errorf("%w (%s: %w)", sentence, dataDir, err)
}

// knownFailures are texts in the output of the server and of initdb, the only place where they
// report these errors: the English texts of PostgreSQL 15 to 18 (the programs run with LC_ALL=C).
var knownFailures = []struct {
	text string
	err  error
}{
	{"No space left on device", ErrNoSpace},
	{"Disk quota exceeded", ErrNoSpace},
	{"Read-only file system", ErrNotWritable},
	{"Permission denied", ErrNotWritable},
	{"Address already in use", errPortTaken},
	{"pre-existing shared memory block", errStillStopping},
	{"lock file \"postmaster.pid\" already exists", errStillStopping},
	{"database files are incompatible with server", ErrOtherVersion},
	{"recovery ended before configured recovery target was reached", errNothingAfter},
}

// failureIn returns the error of a program's output: the known one of a line, with that line, else
// the last lines.
func failureIn(program, output string) error {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	for _, known := range knownFailures {
		for _, line := range lines {
			if strings.Contains(line, known.text) {
				return fmt.Errorf("%w (%s: %s)", known.err, program, line)
			}
		}
	}
	last := lines[max(0, len(lines)-3):]
	return fmt.Errorf("o programa %s do PostgreSQL falhou: %s", program, strings.Join(last, " · "))
}

// readFrom returns the text of a log after the given length, at most its last 64 KB.
func readFrom(path string, since int64) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	text, err := io.ReadAll(io.NewSectionReader(file, since, 1<<40))
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(text[max(0, len(text)-64<<10):]))
}
