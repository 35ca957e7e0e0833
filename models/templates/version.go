package templates

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/media"
	"acolhe/models/platform/security"
	"acolhe/models/templates/paper"
	"acolhe/models/templates/richtext"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Printer renders templates and stores the PDFs of their versions.
type Printer struct {
	DB    *db.DB
	Files files.Library
}

// maxNotes is the length of the note of a version.
const maxNotes = 2000

// PublishInput is the body of POST /doc-sign/templates/:kind/publish.
type PublishInput struct {
	Kind  Kind   `json:"-" form:"-"`
	Notes string `json:"notes,omitempty" form:"notes"`
}

// Published is the answer of a publication.
type Published struct {
	TemplateID int64            `json:"template_id"`
	Kind       Kind             `json:"kind"`
	Version    PublishedVersion `json:"version"`
}

// PublishedVersion identifies a version with its hashes.
type PublishedVersion struct {
	ID            int64  `json:"id"`
	VersionNumber int    `json:"version_number"`
	ContentSHA256 string `json:"content_sha256"`
	PDFFileID     int64  `json:"pdf_file_id"`
	PDFSHA256     string `json:"pdf_sha256"`
}

// Publish makes the draft of a kind the current version: it renders the PDF with sample values, stores it, and creates
// the version, or nothing. A draft that is the current version already returns that. It returns 422
// TEMPLATE_INVALID_VARIABLES with an entry for each unknown variable, 500 PDF_RENDER_FAILED, 409 CONFLICT if the draft
// changed meanwhile, 400 VALIDATION_ERROR for long notes, and 503 UNAVAILABLE if the file cannot be stored.
func (p Printer) Publish(ctx context.Context, by auth.Caller, input PublishInput) (Published, error) {
	if !texts.Fits(input.Notes, maxNotes) {
		return Published{}, errs.Invalid("notes", fmt.Sprintf("deve ter no máximo %d caracteres", maxNotes))
	}
	row, err := find(ctx, p.DB, input.Kind)
	if err != nil {
		return Published{}, err
	}
	next, err := row.next(ctx, p.DB, by, input.Notes)
	if err != nil || next.ID != 0 {
		return row.published(next), err
	}
	file, err := p.render(ctx, by, row.Kind, next)
	if err != nil {
		return Published{}, err
	}
	name := fmt.Sprintf("Modelo %s, versão %d.pdf", row.Kind.described(), next.VersionNumber)
	placed, err := p.Files.Place(ctx, by, files.Document{Name: name, Kind: media.PDF, Content: file})
	if err != nil {
		return Published{}, err
	}
	next.PDFSHA256 = placed.SHA256()
	err = p.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := row.store(ctx, tx, &next, placed); err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.TermPublished, Subject: row.Kind.Label(),
			Details: map[string]any{"version": next.VersionNumber}})
	})
	return row.published(next), err
}

// next returns the version that a publication creates, or the current one if the draft equals it.
func (t template) next(ctx context.Context, tx *db.DB, by auth.Caller, notes string) (Version, error) {
	draft := t.draft()
	if err := checkVariables(t.Kind, draft); err != nil {
		return Version{}, err
	}
	current, err := Current(ctx, tx, t.Kind)
	if err == nil && t.isPublishedAs(current) {
		return current, nil
	}
	if err != nil && !errs.HasCode(err, CodeNotPublished) {
		return Version{}, err
	}
	var last int
	err = tx.WithContext(ctx).Table("sign_template_versions").Where("template_id = ?", t.ID).Select("coalesce(max(version_number), 0)").
		Scan(&last).Error
	return Version{TemplateID: t.ID, VersionNumber: last + 1, ContentJSON: draft, ContentSHA256: draft.SHA256(),
		LogoFileID: t.LogoFileID, Notes: texts.Optional(strings.TrimSpace(notes)), PublishedBy: by.OperatorCode(), DateCreated: by.Now}, err
}

// isPublishedAs reports whether a version has the text and the logo of the draft.
func (t template) isPublishedAs(version Version) bool {
	return version.ContentSHA256 == t.draft().SHA256() && idOf(version.LogoFileID) == idOf(t.LogoFileID)
}

// render returns the PDF of a version with sample values, or 500 PDF_RENDER_FAILED.
func (p Printer) render(ctx context.Context, by auth.Caller, kind Kind, version Version) ([]byte, error) {
	association, location, err := ReadAssociation(ctx, p.Files, version.LogoFileID)
	if err != nil {
		return nil, err
	}
	return paper.Render(sampleTerm(kind, version.ContentJSON.Fill(Samples(kind)), association,
		VersionLine(kind, version.VersionNumber, by.Now.In(location)), by.Now.In(location)))
}

// store creates the version with its file, unless the draft or the versions changed after the row was read.
func (t template) store(ctx context.Context, tx *db.DB, version *Version, placed files.Placed) error {
	row, err := db.Lock[template](tx, t.ID)
	if err != nil {
		return err
	}
	if !row.isPublishedAs(*version) || idOf(row.CurrentVersionID) != idOf(t.CurrentVersionID) {
		return errs.Stale()
	}
	file, err := placed.AddRow(ctx, tx)
	if err != nil {
		return err
	}
	version.PDFFileID = file.ID
	if err := tx.Create(version).Error; err != nil {
		return err
	}
	return tx.Model(&row).Select("current_version_id", "date_updated").
		UpdateColumns(template{CurrentVersionID: &version.ID, DateUpdated: version.DateCreated}).Error
}

func (t template) published(version Version) Published {
	return Published{TemplateID: t.ID, Kind: t.Kind, Version: PublishedVersion{
		version.ID, version.VersionNumber, version.ContentSHA256, version.PDFFileID, version.PDFSHA256,
	}}
}

// Version is a published version of a term; it never changes.
type Version struct {
	ID            int64 `json:"id" gorm:"primaryKey"`
	TemplateID    int64 `json:"-"`
	VersionNumber int   `json:"version_number"`
	// ContentJSON is the text with its variables.
	ContentJSON   richtext.Content `json:"content_json" gorm:"column:content_json;serializer:json"`
	ContentSHA256 string           `json:"content_sha256" gorm:"column:content_sha256"`
	PDFFileID     int64            `json:"pdf_file_id" gorm:"column:pdf_file_id"`
	PDFSHA256     string           `json:"pdf_sha256" gorm:"column:pdf_sha256"`
	// LogoFileID is null for the association's logo.
	LogoFileID      *int64     `json:"logo_file_id" gorm:"column:logo_file_id"`
	Notes           *string    `json:"notes"`
	PublishedBy     *uuid.UUID `json:"published_by"`
	PublishedByName string     `json:"published_by_name" gorm:"->"`
	DateCreated     time.Time  `json:"date_created"`
}

// TableName returns the name of the table.
func (Version) TableName() string { return "sign_template_versions" }

// Versions returns the published versions of a kind, newest first.
func Versions(ctx context.Context, tx *db.DB, _ auth.Caller, kind Kind) ([]Version, error) {
	row, err := find(ctx, tx, kind)
	if err != nil {
		return nil, err
	}
	versions := []Version{}
	err = readable(tx.WithContext(ctx)).Where("template_id = ?", row.ID).Order("version_number desc").Limit(maxVersions).Find(&versions).Error
	return versions, err
}

// FindVersion returns a version of any kind; an unknown one is 404 NOT_FOUND.
func FindVersion(ctx context.Context, tx *db.DB, _ auth.Caller, id int64) (Version, error) {
	return db.First[Version](readable(tx.WithContext(ctx)).Where("v.id = ?", id), errs.NotFound("Versão não encontrada."))
}

// Current returns the version that is signed now. It returns 422 TEMPLATE_NOT_PUBLISHED before the first publication.
func Current(ctx context.Context, tx *db.DB, kind Kind) (Version, error) {
	current := readable(tx.WithContext(ctx)).Joins("join sign_templates t on t.current_version_id = v.id").Where("t.kind = ?", kind)
	return db.First[Version](current, errNotPublished())
}

// IsPublished reports whether a kind has a published version.
func IsPublished(ctx context.Context, tx *db.DB) (published bool, err error) {
	err = tx.WithContext(ctx).Raw("select exists (select 1 from sign_templates where current_version_id is not null)").Scan(&published).Error
	return published, err
}

// readable selects versions with the names of their publishers.
func readable(tx *db.DB) *db.DB {
	return tx.Table("sign_template_versions v").Joins("left join system_users o on o.user_code = v.published_by").
		Select("v.*, trim(concat(o.name, ' ', o.last_name)) as published_by_name")
}
