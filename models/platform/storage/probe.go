package storage

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"time"

	"github.com/minio/minio-go/v7"

	"acolhe/models/platform/outbound"
	"acolhe/models/types/errs"
)

// Step is a step of a test of a driver.
type Step struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	// Skipped reports whether an earlier step failed.
	Skipped bool `json:"skipped"`
	// Detail is the result of the step, or the reason of its failure, in Portuguese.
	Detail string `json:"detail"`
	// Milliseconds is the duration of the step.
	Milliseconds int64 `json:"milliseconds"`
}

// probeBytes is the size of the file that a test stores.
const probeBytes = 1 << 10

// Probe tests a driver with these settings, stored or not. It does not change them.
func (d Drivers) Probe(ctx context.Context, config Config) []Step {
	store, err := d.open(config)
	if err != nil {
		return run([]action{{"Abrir o armazenamento", "", func() error { return err }}})
	}
	return probe(ctx, store, d.spoolFolder())
}

// HasPassed reports whether every step passed.
func HasPassed(steps []Step) bool {
	return !slices.ContainsFunc(steps, func(step Step) bool { return !step.OK })
}

// probe tests a store by a file of its own: it writes, measures, reads and removes it. Only access to objects is needed,
// not the right to list a bucket.
func probe(ctx context.Context, store Store, spoolFolder string) []Step {
	content := make([]byte, probeBytes)
	rand.Read(content)
	key := NewKey()
	return run([]action{
		{"Gravar arquivo de prova", "1 KB", func() error { return putBytes(ctx, store, spoolFolder, key, content) }},
		{"Conferir tamanho", "1.024 bytes", func() error { return checkSize(ctx, store, key) }},
		{"Ler e comparar", "Conteúdo igual", func() error { return checkContent(ctx, store, key, content) }},
		{"Apagar arquivo de prova", "", func() error { return store.Remove(ctx, key) }},
	})
}

type action struct {
	name, detail string
	do           func() error
}

// run performs the actions until one fails.
func run(actions []action) []Step {
	steps := make([]Step, len(actions))
	hasFailed := false
	for i, action := range actions {
		steps[i] = Step{Name: action.name, Detail: "Não foi feito.", Skipped: true}
		if hasFailed {
			continue
		}
		begun := time.Now()
		err := action.do()
		steps[i] = Step{Name: action.name, OK: err == nil, Detail: action.detail, Milliseconds: time.Since(begun).Milliseconds()}
		if err != nil {
			steps[i].Detail, hasFailed = explain(err), true
		}
	}
	return steps
}

func putBytes(ctx context.Context, store Store, spoolFolder, key string, content []byte) error {
	spool, err := NewSpool(spoolFolder)
	if err != nil {
		return err
	}
	defer spool.Discard()
	if _, err := spool.Write(content); err != nil {
		return err
	}
	return store.Put(ctx, key, spool)
}

var errDiffers = errors.New("the stored file differs from the sent one")

func checkSize(ctx context.Context, store Store, key string) error {
	size, err := store.Size(ctx, key)
	if err == nil && size != probeBytes {
		return errDiffers
	}
	return err
}

func checkContent(ctx context.Context, store Store, key string, want []byte) error {
	reader, err := store.Open(ctx, key, 0)
	if err != nil {
		return err
	}
	defer reader.Close()
	read, err := io.ReadAll(io.LimitReader(reader, probeBytes+1))
	if err == nil && !bytes.Equal(read, want) {
		return errDiffers
	}
	return err
}

// explain returns the reason why a step failed, for people, without an internal address or a secret.
func explain(err error) string {
	answer := minio.ToErrorResponse(errors.Unwrap(err))
	var network net.Error
	switch {
	case errors.Is(err, errDiffers):
		return "O arquivo lido é diferente do gravado."
	case errors.Is(err, ErrMissing):
		return "O arquivo gravado não foi encontrado."
	case answer.Code == "NoSuchBucket":
		return "O bucket não existe."
	case answer.Code == "InvalidAccessKeyId":
		return "A chave de acesso não existe."
	case answer.Code == "SignatureDoesNotMatch":
		return "A chave secreta não confere."
	case answer.Code == "AccessDenied":
		return "A chave não tem permissão para isto."
	case errors.Is(err, outbound.ErrPrivate):
		return "O endereço é de uma rede interna. Quem cuida do servidor pode permiti-lo em OUTBOUND_ALLOW."
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return "O endereço não respondeu a tempo."
	case errors.As(err, &network):
		return "Não foi possível conectar ao endereço."
	case answer.StatusCode > 0:
		return fmt.Sprintf("O serviço recusou o pedido (%s, %d).", answer.Code, answer.StatusCode)
	case errs.As(err) != nil && errs.As(err).RetryAfter == fullRetry:
		return errs.As(err).Message
	}
	return "Não foi possível gravar ou ler. Confira a pasta, o endereço e as chaves."
}
