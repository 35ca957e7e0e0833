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

// What can keep the private PostgreSQL from starting, each a sentence for the person who starts Acolhe.
var (
	ErrNoPostgres = errors.New("nenhum PostgreSQL encontrado: instale o PostgreSQL 15 ou mais novo " +
		"(no Debian, apt install postgresql) ou aponte DATABASE_URL para um servidor")
	ErrInUse        = errors.New("a pasta de dados já está em uso por outro acolhe: pare o outro ou escolha outra pasta em DATA_DIR")
	ErrNoSpace      = errors.New("não há espaço em disco para o banco de dados: libere espaço e inicie de novo")
	ErrNotWritable  = errors.New("a pasta de dados não pode ser gravada por este usuário: corrija as permissões ou escolha outra pasta em DATA_DIR")
	ErrNoPort       = errors.New("não há porta livre em 127.0.0.1 para o PostgreSQL próprio")
	ErrOtherVersion = errors.New("o banco de dados foi criado por outra versão do PostgreSQL")
)

// Passing states of a start, tried again while ctx lasts.
var (
	errPortTaken    = errors.New("a porta escolhida foi tomada por outro programa")
	errStillLeaving = errors.New("processos do PostgreSQL anterior ainda estão terminando")
)

// explain turns what the system said into the sentence that fits, naming the directory; the
// system's own words follow for those who need them.
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

// The server and initdb tell their troubles in their output alone; these are the English
// texts of PostgreSQL 15 to 18 (the programs are run with LC_ALL=C).
var tellingTexts = []struct {
	text string
	err  error
}{
	{"No space left on device", ErrNoSpace},
	{"Disk quota exceeded", ErrNoSpace},
	{"Read-only file system", ErrNotWritable},
	{"Permission denied", ErrNotWritable},
	{"Address already in use", errPortTaken},
	{"pre-existing shared memory block", errStillLeaving},
	{"lock file \"postmaster.pid\" already exists", errStillLeaving},
	{"database files are incompatible with server", ErrOtherVersion},
}

// failureIn returns the error of a program's output: the known one that a line reports, with
// that line, else the last lines.
func failureIn(program, output string) error {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	for _, known := range tellingTexts {
		for _, line := range lines {
			if strings.Contains(line, known.text) {
				return fmt.Errorf("%w (%s: %s)", known.err, program, line)
			}
		}
	}
	last := lines[max(0, len(lines)-3):]
	return fmt.Errorf("o programa %s do PostgreSQL falhou: %s", program, strings.Join(last, " · "))
}

// readFrom returns what a log gained since it had the given length, its last 64 KB at most.
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
