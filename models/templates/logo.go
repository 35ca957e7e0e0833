package templates

import (
	"context"
	"io"
	"time"

	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/media"
	"acolhe/models/platform/pdf"
	"acolhe/models/platform/unattached"
	"acolhe/models/types/auth"
)

// logoSide is the longer side of a stored logo in points, for at most 40 mm on paper.
const logoSide = 600

// SetLogo makes a received picture the logo of the draft of a kind. Published versions keep theirs. It returns the errors
// of files.Library.Redraw, 404 NOT_FOUND for an unknown kind, and 503 UNAVAILABLE if the picture cannot be stored.
func (p Printer) SetLogo(ctx context.Context, by auth.Caller, kind Kind, picture *files.Upload) (Detail, error) {
	row, err := find(ctx, p.DB, kind)
	if err != nil {
		return Detail{}, err
	}
	if err := p.Files.Redraw(ctx, picture, files.Drawing{Kind: media.PNG, Side: logoSide}); err != nil {
		return Detail{}, err
	}
	_, err = p.Files.Store(ctx, by, picture, func(tx *db.DB, file files.File) error {
		return row.setLogo(ctx, tx, by, &file.ID)
	})
	if err != nil {
		return Detail{}, err
	}
	return Find(ctx, p.DB, by, kind)
}

// RemoveLogo has the next version of a kind show the association's logo; without an own one it does nothing. It returns
// 404 NOT_FOUND for an unknown kind.
func RemoveLogo(ctx context.Context, tx *db.DB, by auth.Caller, kind Kind) (Detail, error) {
	row, err := find(ctx, tx, kind)
	if err != nil {
		return Detail{}, err
	}
	if err := row.setLogo(ctx, tx, by, nil); err != nil {
		return Detail{}, err
	}
	return Find(ctx, tx, by, kind)
}

// setLogo changes the logo. The file before it is removed a while later, unless a version or a contract keeps it.
func (t template) setLogo(ctx context.Context, tx *db.DB, by auth.Caller, logo *int64) error {
	_, err := db.Change(ctx, tx, t.ID, "", func(tx *db.DB, before template, row *template) error {
		row.LogoFileID, row.DateUpdated = logo, by.Now
		return unattached.Remove(ctx, tx, by, before.LogoFileID)
	})
	return err
}

// OpenLogo returns the PNG of the draft's logo; a kind without an own one is 404 NOT_FOUND.
func (p Printer) OpenLogo(ctx context.Context, by auth.Caller, kind Kind) (files.Content, error) {
	row, err := find(ctx, p.DB, kind)
	if err != nil {
		return files.Content{}, err
	}
	return p.Files.Open(ctx, by.AsSystem(), idOf(row.LogoFileID))
}

// ReadAssociation returns the association as a term shows it, with the logo of the term if it has one, and its time zone.
func ReadAssociation(ctx context.Context, library files.Library, logo *int64) (pdf.Association, *time.Location, error) {
	association, zone, err := pdf.ReadAssociation(ctx, library.DB)
	if err == nil && logo != nil {
		association.Logo, err = readLogo(ctx, library, *logo)
	}
	return association, zone, err
}

func readLogo(ctx context.Context, library files.Library, id int64) ([]byte, error) {
	content, err := library.Open(ctx, auth.Caller{Kind: auth.System}, id)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return io.ReadAll(content)
}
