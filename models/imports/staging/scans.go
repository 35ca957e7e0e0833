package staging

import (
	"context"

	"acolhe/models/platform/db"
)

// ScanGroup is how sure it is whose the files of a ZIP are.
type ScanGroup string

// The groups. Of those to choose and the unknown ones a person can say whose they are until they go in.
const (
	ScansToChoose ScanGroup = "choose"
	ScansUnknown  ScanGroup = "unknown"
	ScansRefused  ScanGroup = "refused"
	ScansSure     ScanGroup = "sure"
	ScansKnown    ScanGroup = "known" // the person has the file already
	ScansIn       ScanGroup = "in"
)

// ScanGuesses are the kinds of problems of files of which a person is suggested.
var ScanGuesses = []string{"scan_name", "scan_number", "scan_alike"}

// ScanGroupSQL is the group of the row r in SQL.
const ScanGroupSQL = `case when r.record_id is not null then 'in' when jsonb_exists(r.kinds, 'scan_refused') or r.outcome = 'refused' then 'refused'
	when jsonb_exists(r.kinds, 'scan_unknown') then 'unknown' when r.outcome = 'create' then 'sure'
	when jsonb_exists_any(r.kinds, array['scan_same', 'twice']) then 'known' else 'choose' end`

// CountScans counts the files of an import by their groups.
func CountScans(ctx context.Context, tx *db.DB, id int64) (map[ScanGroup]int, error) {
	var rows []struct {
		Part  ScanGroup
		Count int
	}
	err := tx.WithContext(ctx).Raw("select "+ScanGroupSQL+" as part, count(*) as count from import_rows r where import_id = ? group by part order by part", id).
		Scan(&rows).Error
	counts := map[ScanGroup]int{}
	for _, row := range rows {
		counts[row.Part] = row.Count
	}
	return counts, err
}

// ListScans returns up to 100 files of a group after a line, in the order of their paths.
func ListScans(ctx context.Context, tx *db.DB, id int64, group ScanGroup, after int) (found []Row, err error) {
	err = tx.WithContext(ctx).Table("import_rows r").Where("import_id = ? and line > ? and "+ScanGroupSQL+" = ?", id, after, group).
		Order("line").Limit(MaxListed).Find(&found).Error
	return found, err
}
