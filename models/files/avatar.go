package files

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/media"
	"acolhe/models/types/auth"
)

// avatarSide is the longer side of a stored picture of a person in points.
const avatarSide = 512

// SetAvatar makes a received picture that of an associate or a patient. It returns the errors of Redraw and of
// associates.SetAvatar, and 503 UNAVAILABLE if the picture cannot be stored.
func (l Library) SetAvatar(ctx context.Context, by auth.Caller, id int64, picture *Upload) (changed associates.Associate, err error) {
	if err := l.Redraw(ctx, picture, Drawing{Kind: media.JPEG, Side: avatarSide}); err != nil {
		return changed, err
	}
	_, err = l.Store(ctx, by, picture, func(tx *db.DB, file File) (err error) {
		changed, err = associates.SetAvatar(ctx, tx, by, associates.SetAvatarInput{ID: id, File: &file.ID})
		return err
	})
	return changed, err
}

// OpenAvatar returns the picture of an associate or a patient whom the caller may see; else it returns 404 NOT_FOUND.
func (l Library) OpenAvatar(ctx context.Context, by auth.Caller, id int64) (Content, error) {
	person, err := associates.FindPictured(ctx, l.DB, by, id)
	if err != nil {
		return Content{}, err
	}
	return l.Open(ctx, by.AsSystem(), *person.AvatarFileID)
}
