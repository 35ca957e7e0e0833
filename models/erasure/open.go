package erasure

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/privacy"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// maxReason is the maximum length of a reason in characters.
const maxReason = 500

// Records returns what laws keep of an erased person, without content, in the order of the register.
func (d Desk) Records(ctx context.Context, by auth.Caller, erasure int64) (found []Record, err error) {
	query := db.AdministratorsOnly(d.DB.WithContext(ctx).Table(recordsTable), by)
	err = query.Omit("content_encrypted").Where("erasure_id = ?", erasure).Order("label, id").Find(&found).Error
	return found, err
}

// OpenInput is the request to open a record.
type OpenInput struct {
	ID     int64  `form:"-"`
	Reason string `form:"reason"`
}

// Opened is the content of a record: rows or a File as JSON.
type Opened struct {
	Record
	Content []byte
}

// OpenRecord decrypts what a law keeps. It needs a reason, which is recorded as a security event, asks for the second step again,
// and returns 404 NOT_FOUND for a record that is no longer kept.
func (d Desk) OpenRecord(ctx context.Context, by auth.Caller, input OpenInput) (Opened, error) {
	if err := cmp.Or(require(by), access.RequireConfirmed(by)); err != nil {
		return Opened{}, err
	}
	reason := strings.TrimSpace(input.Reason)
	if reason == "" || len([]rune(reason)) > maxReason {
		return Opened{}, errs.Invalid("reason", "diga por quê, em até 500 caracteres")
	}
	row, err := db.First[Record](d.DB.WithContext(ctx).Table(recordsTable).Where("id = ?", input.ID),
		errs.NotFound("Isto não é mais guardado."))
	if err != nil {
		return Opened{}, err
	}
	content, err := d.Key.Decrypt(row.ContentEncrypted, recordPurpose)
	if err != nil {
		return Opened{}, err
	}
	event := security.Event{Kind: security.KeptOpened, Subject: row.Label, Details: map[string]any{"erasure": row.ErasureID, "reason": reason}}
	return Opened{row, content}, security.Record(ctx, d.DB, by, event)
}

// Download returns a record as a file: that of a file itself, else the rows as JSON.
func (o Opened) Download() (name, contentType string, content []byte, err error) {
	if o.FileID == nil {
		return o.TableName + ".json", "application/json", o.Content, nil
	}
	var file File
	err = json.Unmarshal(o.Content, &file)
	return file.Name, file.ContentType, file.Content, err
}

// OpenRequest returns the open request of an associate to be erased; the zero value if there is none.
func (d Desk) OpenRequest(ctx context.Context, user int64) (found privacy.Request, err error) {
	err = d.DB.WithContext(ctx).Omit("Name").Where("user_id = ? and kind = ? and state = ?", user, privacy.Erase, privacy.Open).Limit(1).
		Find(&found).Error
	return found, err
}
