package associates

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
)

// Twin is an associate who may be the person of a row that is to be registered.
type Twin struct {
	Associate
	// Folded is the full name as names are compared.
	Folded string `gorm:"->"`
}

// Identity is what identifies a person; empty values identify nobody.
type Identity struct{ CPF, Email, Phone, Name, BirthDate string }

// FindTwins returns the associates with the CPF, the e-mail, the phone, or the name and birth date of any of the identities.
func FindTwins(ctx context.Context, tx *db.DB, of []Identity) ([]Twin, error) {
	var cpfs, emails, phones, names, births []string
	collect := func(into *[]string, value string) {
		if value != "" {
			*into = append(*into, value)
		}
	}
	for _, one := range of {
		collect(&cpfs, one.CPF)
		collect(&emails, one.Email)
		collect(&phones, one.Phone)
		if one.Name != "" && one.BirthDate != "" {
			names, births = append(names, one.Name), append(births, one.BirthDate)
		}
	}
	same := tx.Where("false")
	add := func(condition string, values []string) {
		if len(values) > 0 {
			same = same.Or(condition, values)
		}
	}
	add("associate_cpf in ?", cpfs)
	add("email_account in ?", emails)
	add("email in ?", emails)
	add("phone in ?", phones)
	if len(names) > 0 {
		list, err := json.Marshal(names)
		if err != nil {
			return nil, err
		}
		same = same.Or("birth_date in ? and fold(associate_name) in (select fold(name) from jsonb_array_elements_text(?::jsonb) as name)", births, string(list))
	}
	var found []Twin
	err := tx.WithContext(ctx).Table("users").Select("*, fold(associate_name) as folded").Where("status <> ?", Patient).Where(same).Order("id").Limit(20 * len(of)).Find(&found).Error
	return found, err
}

// PatientsOf returns the patients of many associates by their code, oldest first.
func PatientsOf(ctx context.Context, tx *db.DB, codes []uuid.UUID) (map[uuid.UUID][]Associate, error) {
	var rows []Associate
	err := tx.WithContext(ctx).Where("responsible_code in ?", codes).Order("date_created, id").Limit(maxPatients * max(len(codes), 1)).Find(&rows).Error
	found := map[uuid.UUID][]Associate{}
	for _, row := range rows {
		found[*row.ResponsibleCode] = append(found[*row.ResponsibleCode], row)
	}
	return found, err
}
