package operators

import "acolhe/models/platform/db"

// SelectCodesNamed selects the user_code of every operator whose name contains the words, for use in other statements;
// accents and case are ignored.
func SelectCodesNamed(tx *db.DB, words string) *db.DB {
	return tx.Model(&Operator{}).Select("user_code").Where("fold(name || ' ' || last_name) like '%' || fold(?) || '%'", words)
}
