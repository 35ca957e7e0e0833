package scans

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/imports/cells"
	"acolhe/models/platform/db"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/texts"
)

// Owner is an associate or patient as names of files have them.
type Owner struct {
	ID       int64
	UserCode uuid.UUID
	CPF      *string `gorm:"column:cpf"`
	Name     string
	Folded   string
}

// Owners are people by all that names of files call them.
type Owners map[string][]*Owner

// FindOwners returns the people whom any of the texts names by a CPF, a code, a number or the whole name.
func FindOwners(ctx context.Context, tx *db.DB, named []string) (Owners, error) {
	people, err := ownersNamed(ctx, tx, named)
	owners := Owners{}
	for i := range people {
		one, keys := &people[i], map[string]bool{}
		for _, key := range []string{texts.Of(one.CPF), one.UserCode.String(), strconv.FormatInt(one.ID, 10), cells.Fold(one.Folded)} {
			if key != "" && !keys[key] {
				keys[key] = true
				owners[key] = append(owners[key], one)
			}
		}
	}
	return owners, err
}

// Of returns the people whom a text names.
func (o Owners) Of(text string) []*Owner { return o[keyOf(text)] }

// IsSure reports whether a text is a CPF or a code, which belong to one person alone.
func IsSure(text string) bool {
	_, isCPF := brdoc.CPF(text)
	_, err := uuid.Parse(text)
	return isCPF || err == nil
}

// keyOf returns a text as the people are indexed.
func keyOf(text string) string {
	if digits, isCPF := brdoc.CPF(text); isCPF {
		return digits
	}
	return cells.Fold(text)
}

// fullName is the name of a row u of users.
const fullName = "coalesce(nullif(u.associate_name, ''), trim(concat_ws(' ', u.name, u.last_name)))"

func ownersNamed(ctx context.Context, tx *db.DB, named []string) (found []Owner, err error) {
	cpfs, codes, names, numbers := []string{""}, []string{uuid.Nil.String()}, []string{}, []int64{0}
	for _, text := range named {
		key := keyOf(text)
		switch number, err := strconv.ParseInt(key, 10, 64); {
		case len(key) == 11 && err == nil:
			cpfs = append(cpfs, key)
		case err == nil:
			numbers = append(numbers, number)
		case uuid.Validate(key) == nil:
			codes = append(codes, key)
		case key != "":
			names = append(names, key)
		}
	}
	encoded, err := json.Marshal(names)
	if err != nil {
		return nil, err
	}
	err = tx.WithContext(ctx).Raw(`select u.id, u.user_code, coalesce(u.associate_cpf, u.cpf) as cpf, `+fullName+` as name, fold(`+fullName+`) as folded
		from users u where u.id in (
			select id from users where associate_cpf in @cpfs and status <> 'patient' union select id from users where cpf in @cpfs and status = 'patient'
			union select id from users where id in @numbers union select id from users where user_code in @codes
			union select u.id from jsonb_array_elements_text(cast(@names as jsonb)) as given (name) join users u on fold(u.associate_name) = given.name and u.status <> 'patient'
			union select u.id from jsonb_array_elements_text(cast(@names as jsonb)) as given (name)
				join users u on fold(trim(concat_ws(' ', u.name, u.last_name))) = given.name and u.status = 'patient')
		order by u.id`, map[string]any{"cpfs": cpfs, "codes": codes, "numbers": numbers, "names": string(encoded)}).Scan(&found).Error
	return found, err
}

const (
	// maxAlike is the number of people of whom one is chosen. A word that more of them have says nothing.
	maxAlike = 15
	// minAlone is the number of letters of a word that may stand alone, such as a family name.
	minAlone = 4
)

// OwnersLike returns people whose names have all the words of a text.
func OwnersLike(ctx context.Context, tx *db.DB, text string) (found []*Owner, err error) {
	words := strings.Fields(cells.Fold(text))
	if len(words) == 0 || len(words) == 1 && len(words[0]) < minAlone || brdoc.Digits(text) != "" || strings.Contains(text, "@") {
		return nil, nil
	}
	query := db.Unprepared(tx.WithContext(ctx)).Table("users u").
		Select("u.id, u.user_code, coalesce(u.associate_cpf, u.cpf) as cpf, " + fullName + " as name, fold(" + fullName + ") as folded")
	for _, word := range words {
		query = query.Where("u.search_text like '%' || ? || '%' and ' ' || fold("+fullName+") like '% ' || ? || '%'", word, word)
	}
	err = query.Order("fold(" + fullName + "), u.id").Limit(maxAlike + 1).Scan(&found).Error
	if len(found) > maxAlike {
		return nil, err
	}
	return found, err
}
