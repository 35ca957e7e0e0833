package associates

import (
	"context"
	"fmt"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/unattached"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// SetAvatarInput is a person with the file of their picture; without a file the picture is removed.
type SetAvatarInput struct {
	ID   int64
	File *int64
}

// SetAvatar sets the picture of an associate or a patient whom the caller may see, with the address at which it is read.
// The file before it is removed a while later. Anybody else is 404 NOT_FOUND.
func SetAvatar(ctx context.Context, tx *db.DB, by auth.Caller, input SetAvatarInput) (Associate, error) {
	return db.Change(ctx, tx, input.ID, "", func(tx *db.DB, before Associate, row *Associate) error {
		row.AvatarFileID, row.AvatarURL, row.DateUpdated = input.File, nil, by.Now
		if input.File != nil {
			row.AvatarURL = texts.Optional(fmt.Sprintf("/api/v1/users/%d/avatar", input.ID))
		}
		return unattached.Remove(ctx, tx, by, before.AvatarFileID)
	}, pictured(by))
}

// FindPictured returns an associate or a patient whom the caller may see, with the file of their picture. Anybody else,
// and a person without an uploaded picture, is 404 NOT_FOUND.
func FindPictured(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Associate, error) {
	return first(tx.WithContext(ctx).Scopes(pictured(by)).Where("id = ? and avatar_file_id is not null", id))
}

// pictured limits the query to the people whose picture the caller may see: associates see the own and their patients'.
func pictured(by auth.Caller) db.Scope {
	if by.Kind != auth.Associate {
		return visibleTo(by)
	}
	return func(query *db.DB) *db.DB {
		return query.Where("(user_code = @code or responsible_code = @code)", map[string]any{"code": by.Code})
	}
}

// dropAvatar removes an uploaded picture whose address was replaced.
func (r *update) dropAvatar(ctx context.Context, tx *db.DB) error {
	if r.row.AvatarFileID == nil || texts.Of(r.row.AvatarURL) == texts.Of(r.before.AvatarURL) {
		return nil
	}
	r.row.AvatarFileID = nil
	return unattached.Remove(ctx, tx, r.by, r.before.AvatarFileID)
}

// OwnPicture returns the address of the uploaded picture for the associate, empty without one.
func (a Associate) OwnPicture() string {
	if a.AvatarFileID == nil {
		return ""
	}
	return texts.Of(a.AvatarURL)
}

// The purposes of the consents (models/consents) on which what pages show depends.
const (
	purposeWhatsApp = "whatsapp"
	purposeImage    = "image"
)

// RefusesWhatsApp reports whether the associate does not allow messages by WhatsApp.
func (a Associate) RefusesWhatsApp() bool { return slices.Contains(a.Refused, purposeWhatsApp) }

// ChatPhone returns the number for messages by WhatsApp; empty without one, and for a person who does not allow them.
func (a Associate) ChatPhone() string {
	if a.RefusesWhatsApp() {
		return ""
	}
	return texts.Of(a.Phone)
}

// Picture returns the address of the uploaded picture for the pages of others; empty without one, and if the associate has
// withdrawn the use of it. Pages show no pictures of other sites.
func (a Associate) Picture() string {
	if slices.Contains(a.Refused, purposeImage) {
		return ""
	}
	return a.OwnPicture()
}

// HidesPicture reports whether there is a picture that only its associate sees.
func (a Associate) HidesPicture() bool { return a.OwnPicture() != "" && a.Picture() == "" }
