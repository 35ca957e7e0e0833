package signing

import (
	"context"
	"io"

	"github.com/google/uuid"

	"acolhe/models/files"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Document is a document of a contract, as addresses name it.
type Document string

// The documents.
const (
	FilledPDF Document = "filled"
	SignedPDF Document = "signed"
	AuditPDF  Document = "audit"
)

// fileOf returns the file of a document; nil if the contract has none yet.
func (c Contract) fileOf(document Document) *int64 {
	return map[Document]*int64{FilledPDF: c.FilledPDFFileID, SignedPDF: c.SignedPDFFileID, AuditPDF: c.AuditPDFFileID}[document]
}

// Open returns a document of a contract that the caller may see. It returns 404 NOT_FOUND for any other contract and for
// a document that there is not.
func (c Contracts) Open(ctx context.Context, by auth.Caller, id uuid.UUID, document Document) (files.Content, error) {
	found, err := FindFor(ctx, c.DB, by, id)
	if err != nil {
		return files.Content{}, err
	}
	return c.open(ctx, by, found, document)
}

// FindFile returns the row of a document of a contract that the caller has found; the zero value for one that there is not.
func (c Contracts) FindFile(ctx context.Context, by auth.Caller, contract Contract, document Document) (files.File, error) {
	id := contract.fileOf(document)
	if id == nil {
		return files.File{}, nil
	}
	file, err := files.FindFor(ctx, c.DB, by.AsSystem(), *id)
	if errs.HasCode(err, errs.CodeNotFound) {
		return files.File{}, nil
	}
	return file, err
}

// OpenByToken returns a document of the contract of a link; that of a voided contract is 404 NOT_FOUND, an unknown link
// 404 TOKEN_INVALID. The link of a completed contract opens its documents until it expires.
func (c Contracts) OpenByToken(ctx context.Context, by auth.Caller, token string, document Document) (files.Content, error) {
	found, err := FindByToken(ctx, c.DB, token)
	if err != nil {
		return files.Content{}, err
	}
	if found.Status == Voided {
		return files.Content{}, errNotFound()
	}
	if !by.Now.Before(found.SigningExpires) {
		return files.Content{}, errTokenExpired()
	}
	return c.open(ctx, by, found, document)
}

func (c Contracts) open(ctx context.Context, by auth.Caller, contract Contract, document Document) (files.Content, error) {
	file := contract.fileOf(document)
	if file == nil {
		return files.Content{}, errs.NotFound("Este documento ainda não existe.")
	}
	return c.Files.Open(ctx, by.AsSystem(), *file)
}

// readFile returns a file's bytes as they are stored now; nil if they are missing.
func (c Contracts) readFile(ctx context.Context, by auth.Caller, file *int64) ([]byte, error) {
	if file == nil {
		return nil, nil
	}
	content, err := c.Files.Open(ctx, by.AsSystem(), *file)
	if errs.HasCode(err, errs.CodeNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return io.ReadAll(content)
}
