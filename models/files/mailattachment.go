package files

import (
	"context"
	"io"

	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
)

// ReadAttachment reads a file of the program's own mails. It returns 404 NOT_FOUND for an unknown file, and 503 UNAVAILABLE
// if the disk or the bucket fails.
func (l Library) ReadAttachment(ctx context.Context, id int64) (mail.Attachment, error) {
	opened, err := l.Open(ctx, auth.Caller{Kind: auth.System}, id)
	if err != nil {
		return mail.Attachment{}, err
	}
	defer opened.Close()
	content, err := io.ReadAll(opened)
	return mail.Attachment{Name: opened.FileName, ContentType: opened.ContentType, Content: content}, err
}
