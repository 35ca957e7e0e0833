package kinds

import (
	"context"
	"strconv"
	"strings"

	"acolhe/models/files"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/scans"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// ScanFields are the fields of scanned files, in the order of the cells of their rows. Whose takes a CPF, a code, a number or a name.
var ScanFields = []cells.Field{
	{Name: "file", Label: "Arquivo", Kind: cells.Text},
	{Name: "whose", Label: "De quem é", Kind: cells.Text, Max: 200},
	{Name: "document", Label: "Tipo", Kind: cells.Choice, Options: []cells.Option{
		{Value: scans.Prescription, Label: "Receita"}, {Value: scans.Report, Label: "Laudo"}, {Value: scans.Exam, Label: "Exame"},
		{Value: scans.RGFront, Label: "RG, frente", Words: []string{"rg"}}, {Value: scans.RGBack, Label: "RG, verso"},
		{Value: scans.CNH, Label: "CNH"}, {Value: scans.Other, Label: "Outro documento", Words: []string{"outro", "documento"}}}},
	{Name: "size", Label: "Tamanho", Kind: cells.Text},
	{Name: "sum", Label: "Conferência", Kind: cells.Text},
	{Name: "refused", Label: "Recusa", Kind: cells.Text},
}

// DocumentLabel returns the name of a kind of document, as a cell has it.
func DocumentLabel(document string) string {
	for _, option := range ScanFields[2].Options {
		if option.Value == document {
			return option.Label
		}
	}
	return ""
}

// FindOwners finds the person of each file, and files that the person already has. What only a name or a number says is a
// problem to be confirmed, unless a person typed it.
func FindOwners(ctx context.Context, tx *db.DB, lines []*Line, isTyped func(*Line) bool) error {
	named := make([]string, len(lines))
	for i, line := range lines {
		named[i] = line.Values["whose"]
	}
	owners, err := scans.FindOwners(ctx, tx, named)
	if err != nil {
		return err
	}
	for _, line := range lines {
		found := owners.Of(line.Values["whose"])
		isAlike := false
		if len(found) == 0 && line.Values["refused"] == "" {
			if found, err = scans.OwnersLike(ctx, tx, line.Values["whose"]); err != nil {
				return err
			}
			isAlike = len(found) > 0
		}
		line.setOwner(found, isAlike, isTyped(line))
	}
	return findSameFiles(ctx, tx, lines)
}

// setOwner keeps the person of the file. Several, and one whose name is only alike, are for a person to choose.
func (l *Line) setOwner(found []*scans.Owner, isAlike, isTyped bool) {
	if l.Values["refused"] != "" {
		l.add("scan_refused", "refused", l.Values["refused"], "")
		return
	}
	whose := l.Values["whose"]
	switch {
	case len(found) == 0:
		l.add("scan_unknown", "whose", whose, "")
		return
	case len(found) > 1:
		l.add("scan_several", "whose", whose, "")
		l.Values["candidates"] = candidatesOf(found)
		return
	}
	l.Values["user_id"], l.Values["owner"] = strconv.FormatInt(found[0].ID, 10), found[0].Name
	switch {
	case isAlike:
		l.add("scan_alike", "whose", whose+" é "+found[0].Name, "")
	case isTyped || scans.IsSure(whose):
	case brdoc.Digits(whose) == whose:
		l.add("scan_number", "whose", whose+" é "+found[0].Name, "")
	default:
		l.add("scan_name", "whose", whose, "")
	}
}

// candidatesOf lists the numbers and names of people, a line each.
func candidatesOf(people []*scans.Owner) string {
	lines := make([]string, len(people))
	for i, one := range people {
		lines[i] = strconv.FormatInt(one.ID, 10) + " " + one.Name
	}
	return strings.Join(lines, "\n")
}

// findSameFiles adds a problem to files that their person already has.
func findSameFiles(ctx context.Context, tx *db.DB, lines []*Line) error {
	sums := []string{""}
	for _, line := range lines {
		sums = append(sums, line.Values["sum"])
	}
	var found []struct {
		UserID int64
		SHA256 string `gorm:"column:sha256"`
	}
	err := tx.WithContext(ctx).Raw(`select distinct a.user_id, f.sha256 from users_files a join files f on f.id = a.file_id where f.sha256 in ?`, sums).
		Scan(&found).Error
	has := map[string]bool{}
	for _, one := range found {
		has[strconv.FormatInt(one.UserID, 10)+" "+one.SHA256] = true
	}
	for _, line := range lines {
		if has[line.Values["user_id"]+" "+line.Values["sum"]] {
			line.add("scan_same", "file", line.Values["owner"], "")
		}
	}
	return err
}

// AttachScan attaches a stored file to the person of its line as a document.
func AttachScan(ctx context.Context, tx *db.DB, by auth.Caller, line *Line, fileID int64) error {
	input := files.AttachFileInput{FileID: fileID, Collection: files.OfUser, ID: line.number("user_id")}
	switch document, side, isIdentity := strings.Cut(line.Values["document"], "."); {
	case isIdentity:
		input.DocType, input.Side = patch.Of(files.DocType(document)), patch.Of(files.Side(side))
	case document != "" && document != scans.Other:
		input.DocKind = patch.Of(document)
	}
	_, err := files.AttachUploaded(ctx, tx, by, input)
	return err
}

// RemoveScan removes a file with its attachment to the person of its line. One that is also attached elsewhere stays: 409
// HAS_LINKED_RECORDS.
func RemoveScan(ctx context.Context, tx *db.DB, by auth.Caller, line *Line, fileID int64) error {
	var attached []int64
	err := tx.WithContext(ctx).Model(&files.UserFile{}).Where("file_id = ? and user_id = ?", fileID, line.number("user_id")).Order("id").
		Pluck("id", &attached).Error
	if err != nil {
		return err
	}
	for _, id := range attached {
		if err := files.Detach[files.UserFile](ctx, tx, id); err != nil {
			return err
		}
	}
	if err := files.Remove(ctx, tx, by, fileID); !errs.HasCode(err, errs.CodeNotFound) {
		return err
	}
	return nil
}
