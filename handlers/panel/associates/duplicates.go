package associates

import (
	"slices"

	"acolhe/models/associates"
	"acolhe/models/professionals"
	view "acolhe/views/panel/associates"
	professionalsview "acolhe/views/panel/professionals"
	"acolhe/web"
)

// offered is how many prescribers a search offers.
const offered = 8

// duplicatesOf gives the other associates of the CPF or of either e-mail of the form.
func (p Pages) duplicatesOf(r *web.Request, posted web.FormData, except int64) ([]associates.Associate, error) {
	found, err := associates.FindDuplicates(r.Context(), p.DB, r.By,
		associates.DuplicatesInput{CPF: posted.Or("associate_cpf", ""), Email: posted.Or("email_account", ""), Except: except})
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

// offerPrescribers answers the options of the prescriber search.
func (p Pages) offerPrescribers(r *web.Request) error {
	found, err := professionals.Search(r.Context(), p.DB, r.By, r.Query("q"), offered)
	if err != nil {
		return err
	}
	return r.Render(professionalsview.Options(r.Query("lista"), found))
}

// warnOfDuplicates answers while somebody types.
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
