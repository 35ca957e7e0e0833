package associates

import (
	"slices"

	"acolhe/models/associates"
	"acolhe/models/professionals"
	view "acolhe/views/panel/associates"
	professionalsview "acolhe/views/panel/professionals"
	"acolhe/web"
)

// offered is the number of options of a prescriber search.
const offered = 8

// duplicatesOf returns other associates with the CPF, one of the e-mails, or the name and birth date in the form.
func (p Pages) duplicatesOf(r *web.Request, posted web.FormData, except int64) ([]associates.Associate, error) {
	found, err := associates.FindDuplicates(r.Context(), p.DB, r.By,
		associates.DuplicatesInput{CPF: posted.Or("associate_cpf", ""), Email: posted.Or("email_account", ""),
			Name: posted.Or("associate_name", ""), BirthDate: posted.Or("birth_date", ""), Except: except})
	if err != nil {
		return nil, err
	}
	more, err := associates.FindDuplicates(r.Context(), p.DB, r.By, associates.DuplicatesInput{Email: posted.Or("email", ""), Except: except})
	for _, other := range more {
		known := slices.ContainsFunc(found, func(a associates.Associate) bool { return a.ID == other.ID })
		if !known {
			found = append(found, other)
		}
	}
	return found, err
}

// offerPrescribers answers with the options of the prescriber search.
func (p Pages) offerPrescribers(r *web.Request) error {
	found, err := professionals.Search(r.Context(), p.DB, r.By, r.Query("q"), offered)
	if err != nil {
		return err
	}
	return r.Render(professionalsview.Options(r.Query("lista"), found))
}

// warnOfDuplicates answers with the warning while the form is being filled in.
func (p Pages) warnOfDuplicates(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	found, err := p.duplicatesOf(r, posted, 0)
	if err != nil {
		return err
	}
	return r.Render(view.Duplicates(found))
}
