package registration

import (
	"context"
	"strings"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Document is a file of the associate or of an own patient.
type Document struct {
	ID          int64
	FileID      int64
	FileName    string
	ContentType string
	Size        int64
	// Pages is the number of pages of a PDF; nil if it is unknown.
	Pages       *int
	DocKind     string
	Subject     string
	DocType     string
	Side        string
	DateCreated time.Time
}

// IsImage reports whether browsers show the file as an image.
func (d Document) IsImage() bool {
	return strings.HasPrefix(d.ContentType, "image/") && d.ContentType != "image/heic"
}

// The people with a required identity document, and the kinds of documents.
const (
	Responsible = "responsible"
	Patient     = "patient"

	RG  = "rg"
	CNH = "cnh"
)

// sidesOf returns the sides that a kind of document has.
func sidesOf(docType string) []string {
	if docType == CNH {
		return []string{"front"}
	}
	return []string{"front", "back"}
}

// Slot is the place of one photo of a document.
type Slot struct {
	Side string `json:"side"`
	// FileID is the newest file of the side; null without one.
	FileID *int64 `json:"file_id"`
	// Reason is the reason why the staff requests the photo again; null without a request.
	Reason *string `json:"reason"`

	Sent      *Document `json:"-"`
	Requested *Request  `json:"-"`
}

// IsFilled reports whether the slot has a valid photo.
func (s Slot) IsFilled() bool { return s.FileID != nil && s.Reason == nil }

// Identity is the identity document of one person.
type Identity struct {
	Subject string `json:"subject"`
	// DocType is the kind of the document in progress; rg before the first photo.
	DocType string   `json:"doc_type"`
	Slots   []Slot   `json:"slots"`
	Missing []string `json:"missing"`
}

// DocumentsStatus is the answer of GET /users/me/documents/status. Missing lists the sides of all people, such as
// responsible.front.
type DocumentsStatus struct {
	Complete   bool       `json:"complete"`
	Missing    []string   `json:"missing"`
	Identities []Identity `json:"identities"`
}

// CheckDocuments returns the missing identity documents of the calling associate.
func CheckDocuments(ctx context.Context, tx *db.DB, by auth.Caller) (DocumentsStatus, error) {
	read, err := readRecord(ctx, tx, by)
	return read.documentsStatus(), err
}

func (r record) documentsStatus() DocumentsStatus {
	status := DocumentsStatus{Missing: []string{}, Identities: []Identity{}}
	for _, subject := range subjectsOf(r.row) {
		identity := r.identityOf(subject)
		for _, side := range identity.Missing {
			status.Missing = append(status.Missing, subject+"."+side)
		}
		status.Identities = append(status.Identities, identity)
	}
	status.Complete = len(status.Missing) == 0
	return status
}

// subjectsOf returns the people with a required identity document.
func subjectsOf(row associates.Associate) []string {
	if row.ResponsibleType != nil && *row.ResponsibleType == associates.ForOtherPerson {
		return []string{Responsible, Patient}
	}
	return []string{Responsible}
}

// identityOf returns the document of a person: the complete kind, else the kind with the latest photo or request.
func (r record) identityOf(subject string) Identity {
	chosen := RG
	var last time.Time
	for _, sent := range r.documents {
		if sent.Subject == subject && sent.DocType != "" && sent.DateCreated.After(last) {
			chosen, last = sent.DocType, sent.DateCreated
		}
	}
	for _, asked := range r.requests {
		if asked.Subject == subject && asked.DateCreated.After(last) {
			chosen, last = asked.DocType, asked.DateCreated
		}
	}
	identity := r.identity(subject, chosen)
	for _, other := range []string{RG, CNH} {
		if found := r.identity(subject, other); len(identity.Missing) > 0 && len(found.Missing) == 0 {
			return found
		}
	}
	return identity
}

func (r record) identity(subject, docType string) Identity {
	identity := Identity{Subject: subject, DocType: docType, Missing: []string{}}
	for _, side := range sidesOf(docType) {
		slot := r.slot(subject, docType, side)
		if !slot.IsFilled() {
			identity.Missing = append(identity.Missing, side)
		}
		identity.Slots = append(identity.Slots, slot)
	}
	return identity
}

func (r record) slot(subject, docType, side string) Slot {
	slot := Slot{Side: side}
	for i, sent := range r.documents {
		isOlder := slot.Sent != nil && !sent.DateCreated.After(slot.Sent.DateCreated)
		if sent.Subject == subject && sent.DocType == docType && sent.Side == side && !isOlder {
			slot.Sent, slot.FileID = &r.documents[i], &r.documents[i].FileID
		}
	}
	for i, asked := range r.requests {
		isOpen := slot.Sent == nil || !slot.Sent.DateCreated.After(asked.DateCreated)
		if asked.Subject == subject && asked.DocType == docType && asked.Side == side && isOpen {
			slot.Requested, slot.Reason = &r.requests[i], &r.requests[i].Reason
		}
	}
	return slot
}

func (r record) missingDocuments() (missing errs.Problems) {
	for _, name := range r.documentsStatus().Missing {
		missing.Add("documents."+name, documentMessages[name])
	}
	return missing
}

var documentMessages = map[string]string{
	"responsible.front": "Envie a foto da frente do seu documento",
	"responsible.back":  "Envie a foto do verso do seu documento",
	"patient.front":     "Envie a foto da frente do documento de quem vai se tratar",
	"patient.back":      "Envie a foto do verso do documento de quem vai se tratar",
}

// findDocuments returns the documents of the calling associate and of own patients, oldest first. An upload belongs to
// the row of the person or, with a subject, to that of the associate.
func findDocuments(ctx context.Context, tx *db.DB, by auth.Caller) ([]Document, error) {
	const most = 500
	people := tx.Session(&db.Session{NewDB: true}).Table("users").Select("id").Where("id = ? and status <> 'patient'", by.ID).
		Or("status = 'patient' and responsible_code = (select user_code from users where id = ?)", by.ID)
	var found []Document
	err := tx.WithContext(ctx).Table("users_files f").Joins("join files on files.id = f.file_id").
		Select("f.id, f.file_id, files.file_name, files.content_type, files.size, files.pages, coalesce(f.doc_kind, '') as doc_kind, "+
			"coalesce(f.subject, '') as subject, coalesce(f.doc_type, '') as doc_type, coalesce(f.side, '') as side, f.date_created").
		Where("f.user_id in (?)", people).Order("f.date_created, f.id").Limit(most).Scan(&found).Error
	return found, err
}
