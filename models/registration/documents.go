package registration

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"acolhe/models/associates"
	"acolhe/models/files"
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
	// UserID is the row with the file, PatientID that of its patient; 0 for a document of the associate.
	UserID    int64
	PatientID int64 `gorm:"-"`
}

// person returns whose document it is.
func (d Document) person() Person { return Person{d.Subject, d.PatientID} }

// Person is somebody with documents: the associate, or a patient.
type Person struct {
	Subject string
	// PatientID is the row of a patient; 0 for the associate.
	PatientID int64
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

// DocTypes returns the kinds of identity documents, the usual ones first.
func DocTypes() []string { return files.DocType("").Values() }

// sidesOf returns the sides that a kind of document has.
func sidesOf(docType string) []string { return files.DocType(docType).Sides() }

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
	// PatientID is the row of the patient; null for the associate.
	PatientID *int64 `json:"patient_id"`
	// DocType is the kind of the document in progress; rg before the first photo.
	DocType string   `json:"doc_type"`
	Slots   []Slot   `json:"slots"`
	Missing []string `json:"missing"`
}

// Person returns whose document it is.
func (i Identity) Person() Person {
	if i.PatientID == nil {
		return Person{Subject: i.Subject}
	}
	return Person{i.Subject, *i.PatientID}
}

// DocumentsStatus is the answer of GET /users/me/documents/status. Missing lists the sides of all people, such as
// responsible.front, patient.back, and patient.12.front for a further patient of this id.
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
	for _, person := range r.identified() {
		identity := r.identityOf(person)
		for _, side := range identity.Missing {
			status.Missing = append(status.Missing, r.nameOf(person)+"."+side)
		}
		status.Identities = append(status.Identities, identity)
	}
	status.Complete = len(status.Missing) == 0
	return status
}

// identified returns the people with a required identity document: the associate and, if the treatment is for another
// person, the treated one and the other complete patients who are people.
func (r record) identified() []Person {
	people := []Person{{Subject: Responsible}}
	if r.row.ResponsibleType == nil || *r.row.ResponsibleType != associates.ForOtherPerson {
		return people
	}
	treated := r.treatedPerson()
	people = append(people, treated)
	for _, patient := range r.patients {
		isOther := patient.ID != treated.PatientID && fits(patient, associates.ForOtherPerson)
		if isOther && len(MissingOfPatient(patient, associates.ForOtherPerson)) == 0 {
			people = append(people, Person{Patient, patient.ID})
		}
	}
	return people
}

// treatedPerson returns the patient to whom a document of a patient without a name belongs.
func (r record) treatedPerson() Person {
	treated, _ := Treated(r.row, r.patients)
	return Person{Patient, treated.ID}
}

// personOf returns whose document one is that is attached to a row as that of a subject.
func (r record) personOf(user int64, subject string) Person {
	switch {
	case slices.ContainsFunc(r.patients, func(patient associates.Associate) bool { return patient.ID == user }):
		return Person{Patient, user}
	case subject == Patient:
		return r.treatedPerson()
	}
	return Person{Subject: Responsible}
}

// nameOf returns the name of a person in paths of problems.
func (r record) nameOf(person Person) string {
	if person.Subject == Responsible || person == r.treatedPerson() {
		return person.Subject
	}
	return person.Subject + "." + strconv.FormatInt(person.PatientID, 10)
}

// identityOf returns the document of a person: the complete kind, else the kind with the latest photo or request.
func (r record) identityOf(person Person) Identity {
	chosen := RG
	var last time.Time
	for _, sent := range r.documents {
		if sent.person() == person && sent.DocType != "" && sent.DateCreated.After(last) {
			chosen, last = sent.DocType, sent.DateCreated
		}
	}
	for _, asked := range r.requests {
		if r.askedOf(asked) == person && asked.DateCreated.After(last) {
			chosen, last = asked.DocType, asked.DateCreated
		}
	}
	identity := r.identity(person, chosen)
	for _, other := range DocTypes() {
		if found := r.identity(person, other); len(identity.Missing) > 0 && len(found.Missing) == 0 {
			return found
		}
	}
	return identity
}

func (r record) identity(person Person, docType string) Identity {
	identity := Identity{Subject: person.Subject, DocType: docType, Missing: []string{}}
	if person.PatientID != 0 {
		identity.PatientID = &person.PatientID
	}
	for _, side := range sidesOf(docType) {
		slot := r.slot(person, docType, side)
		if !slot.IsFilled() {
			identity.Missing = append(identity.Missing, side)
		}
		identity.Slots = append(identity.Slots, slot)
	}
	return identity
}

func (r record) slot(person Person, docType, side string) Slot {
	slot := Slot{Side: side}
	for i, sent := range r.documents {
		isOlder := slot.Sent != nil && !sent.DateCreated.After(slot.Sent.DateCreated)
		if sent.person() == person && sent.DocType == docType && sent.Side == side && !isOlder {
			slot.Sent, slot.FileID = &r.documents[i], &r.documents[i].FileID
		}
	}
	for i, asked := range r.requests {
		isOpen := slot.Sent == nil || !slot.Sent.DateCreated.After(asked.DateCreated)
		if r.askedOf(asked) == person && asked.DocType == docType && asked.Side == side && isOpen {
			slot.Requested, slot.Reason = &r.requests[i], &r.requests[i].Reason
		}
	}
	return slot
}

func (r record) missingDocuments() (missing errs.Problems) {
	for _, name := range r.documentsStatus().Missing {
		missing.Add("documents."+name, r.documentMessage(name))
	}
	return missing
}

// documentMessage asks for the side of a document in a path: responsible.front, patient.12.back.
func (r record) documentMessage(name string) string {
	parts := strings.Split(name, ".")
	message := "Envie a foto " + map[string]string{"front": "da frente", "back": "do verso"}[parts[len(parts)-1]]
	switch {
	case parts[0] == Responsible:
		return message + " do seu documento"
	case len(parts) == 2:
		return message + " do documento de quem vai se tratar"
	}
	at := slices.IndexFunc(r.patients, func(patient associates.Associate) bool { return strconv.FormatInt(patient.ID, 10) == parts[1] })
	return message + " do documento de " + r.patients[at].FullName()
}

// askedOf returns whose document the staff requested.
func (r record) askedOf(asked Request) Person {
	if asked.PatientID != nil {
		return Person{Patient, *asked.PatientID}
	}
	return r.personOf(asked.UserID, asked.Subject)
}

// withPeople sets whose documents they are.
func (r record) withPeople(documents []Document) []Document {
	for i, sent := range documents {
		person := r.personOf(sent.UserID, sent.Subject)
		documents[i].Subject, documents[i].PatientID = person.Subject, person.PatientID
	}
	return documents
}

// findDocuments returns the documents of the calling associate and of own patients, oldest first. An upload belongs to
// the row of the person or, with a subject, to that of the associate.
func findDocuments(ctx context.Context, tx *db.DB, by auth.Caller) ([]Document, error) {
	const most = 500
	people := tx.Session(&db.Session{NewDB: true}).Table("users").Select("id").Where("id = ? and status <> 'patient'", by.ID).
		Or("status = 'patient' and responsible_code = (select user_code from users where id = ?)", by.ID)
	var found []Document
	err := tx.WithContext(ctx).Table("users_files f").Joins("join files on files.id = f.file_id").
		Select("f.id, f.file_id, f.user_id, files.file_name, files.content_type, files.size, files.pages, coalesce(f.doc_kind, '') as doc_kind, "+
			"coalesce(f.subject, '') as subject, coalesce(f.doc_type, '') as doc_type, coalesce(f.side, '') as side, f.date_created").
		Where("f.user_id in (?)", people).Order("f.date_created, f.id").Limit(most).Scan(&found).Error
	return found, err
}
