package people

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/types/texts"
)

// Reasons why a row may be a stored person.
const (
	ReasonCPF   = "cpf"
	ReasonEmail = "email"
	ReasonPhone = "phone"
	ReasonName  = "name"
	ReasonBirth = "birth"
)

// findTwins finds the stored associate of each row by CPF, e-mail, phone with a like name, or name with birth date.
func findTwins(ctx context.Context, tx *db.DB, rows []*staging.Row) error {
	identities := make([]associates.Identity, len(rows))
	for i, row := range rows {
		v := row.Data
		identities[i] = associates.Identity{CPF: v["associate_cpf"], Email: v["email"], Phone: v["phone"], Name: v["name"],
			BirthDate: v["birth_date"]}
	}
	twins, err := associates.FindTwins(ctx, tx, identities)
	if err != nil || len(twins) == 0 {
		return err
	}
	patients, err := patientsOf(ctx, tx, twins)
	if err != nil {
		return err
	}
	index := indexOf(twins)
	for i, row := range rows {
		best, reasons := bestTwin(identities[i], index)
		if best == nil {
			continue
		}
		row.MatchID, row.Reasons = &best.ID, reasons
		differences := Compare(row.Data, best.Associate, patients[best.UserCode])
		if row.Decision == nil || *row.Decision == staging.ToLeaveOut {
			row.Taken = defaultTaken(differences)
		}
		if row.Decision == nil && reasons[0] == ReasonCPF && !slices.ContainsFunc(differences, func(d Difference) bool { return !d.Same }) {
			skip, note := staging.ToSkip, "já estava aqui"
			row.Decision, row.Note = &skip, &note
		}
	}
	return nil
}

func patientsOf(ctx context.Context, tx *db.DB, twins []associates.Twin) (map[uuid.UUID][]associates.Associate, error) {
	codes := make([]uuid.UUID, len(twins))
	for i, twin := range twins {
		codes[i] = twin.UserCode
	}
	return associates.PatientsOf(ctx, tx, codes)
}

// indexOf lists the twins under each value that identifies them.
func indexOf(twins []associates.Twin) map[string][]*associates.Twin {
	index := map[string][]*associates.Twin{}
	for i := range twins {
		twin := &twins[i]
		keys := map[string]bool{}
		for _, key := range []string{"cpf " + texts.Of(twin.AssociateCPF), "email " + texts.Of(twin.EmailAccount),
			"email " + texts.Of(twin.Email), "phone " + texts.Of(twin.Phone), "name " + cells.Fold(twin.Folded)} {
			if _, value, _ := strings.Cut(key, " "); value != "" && !keys[key] {
				keys[key] = true
				index[key] = append(index[key], twin)
			}
		}
	}
	return index
}

// bestTwin returns the twin with the most reasons, the strongest first; nil if none is likely.
func bestTwin(of associates.Identity, index map[string][]*associates.Twin) (best *associates.Twin, reasons []string) {
	folded := cells.Fold(of.Name)
	for _, key := range []string{"cpf " + of.CPF, "email " + of.Email, "phone " + of.Phone, "name " + folded} {
		for _, twin := range index[key] {
			why := reasonsOf(of, folded, twin)
			if isLikely(why, of, folded, twin) && len(why) > len(reasons) && !slices.Contains(reasons, ReasonCPF) ||
				slices.Contains(why, ReasonCPF) {
				best, reasons = twin, why
			}
		}
	}
	return best, reasons
}

func reasonsOf(of associates.Identity, folded string, twin *associates.Twin) (reasons []string) {
	add := func(reason string, is bool) {
		if is {
			reasons = append(reasons, reason)
		}
	}
	add(ReasonCPF, of.CPF != "" && of.CPF == texts.Of(twin.AssociateCPF))
	add(ReasonEmail, of.Email != "" && (of.Email == texts.Of(twin.EmailAccount) || of.Email == texts.Of(twin.Email)))
	add(ReasonPhone, of.Phone != "" && of.Phone == texts.Of(twin.Phone))
	add(ReasonName, folded != "" && folded == cells.Fold(twin.Folded))
	add(ReasonBirth, of.BirthDate != "" && twin.BirthDate != nil && of.BirthDate == twin.BirthDate.String())
	return reasons
}

// isLikely reports whether the reasons make a twin worth a question. Another CPF is another person; a family shares its phone.
func isLikely(reasons []string, of associates.Identity, folded string, twin *associates.Twin) bool {
	has := func(reason string) bool { return slices.Contains(reasons, reason) }
	if has(ReasonCPF) {
		return true
	}
	if of.CPF != "" && twin.AssociateCPF != nil && of.CPF != *twin.AssociateCPF {
		return has(ReasonEmail)
	}
	first, _, _ := strings.Cut(folded, " ")
	sameFirst := first != "" && strings.HasPrefix(cells.Fold(twin.Folded)+" ", first+" ")
	return has(ReasonEmail) || has(ReasonName) && has(ReasonBirth) || has(ReasonPhone) && (sameFirst || has(ReasonBirth))
}
