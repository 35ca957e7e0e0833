package associates

import (
	"slices"
	"strconv"

	"acolhe/models/associates"
	"acolhe/models/professionals"
	view "acolhe/views/panel/associates"
	professionalsview "acolhe/views/panel/professionals"
	"acolhe/web"
)

// offered is the number of options of a prescriber search.
const offered = 8

// duplicatesOf returns other associates with the CPF, one of the e-mails or phones, or the name and birth date in the form,
// each with what is the same, but for those of whom the form says that they are another person.
func (p Pages) duplicatesOf(r *web.Request, posted web.FormData, except int64) (found []view.Similar, err error) {
	others := append(posted[view.OtherPersonField], posted[view.NowOtherField]...)
	for _, input := range []associates.DuplicatesInput{
		{CPF: posted.Or("associate_cpf", ""), Email: posted.Or("email_account", ""), Phone: posted.Or("phone", ""),
			Name: posted.Or("associate_name", ""), BirthDate: posted.Or("birth_date", ""), Except: except},
		{Email: posted.Or("email", ""), Phone: posted.Or("phone_secondary", ""), Except: except},
	} {
		same, err := associates.FindDuplicates(r.Context(), p.DB, r.By, input)
		if err != nil {
			return nil, err
		}
		for _, other := range same {
			isKnown := slices.ContainsFunc(found, func(s view.Similar) bool { return s.Associate.ID == other.ID })
			if !isKnown && !slices.Contains(others, strconv.FormatInt(other.ID, 10)) {
				found = append(found, view.Similar{Associate: other, Shared: input.Shared(other)})
			}
		}
	}
	return found, nil
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
	return r.Render(view.Duplicates(found, append(posted[view.OtherPersonField], posted[view.NowOtherField]...)))
}
