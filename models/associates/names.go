package associates

import (
	"strings"

	"acolhe/models/associates/parse"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// An associate has a full name (associate_name) and its parts (name, last_name). Clients send the full name, the parts
// or both; answers contain all three. Sent values are stored unchanged and the others follow from them: the full name
// is the joined parts; the parts are the full name cut after the known first name, else after its first word. A patient
// has only the parts.

// completeNames derives the names that were not sent and requires a name.
func (r *update) completeNames(full patch.Field[string], in Profile) {
	if full.Sent || in.Name.Sent || in.LastName.Sent {
		r.followName(full, in)
		r.requireName()
	}
}

// followName completes the names from the sent ones.
func (r *update) followName(full patch.Field[string], in Profile) {
	partsSent := in.Name.Sent || in.LastName.Sent
	switch {
	case !full.Sent && !partsSent:
	case !full.Sent || r.row.AssociateName == nil:
		r.text("associate_name", patch.Of(joined(r.row.Name, r.row.LastName)), &r.row.AssociateName, parse.Text(200))
	case !partsSent || r.row.Name == nil && r.row.LastName == nil:
		first, last := split(*r.row.AssociateName, texts.Of(r.row.Name))
		r.text("name", patch.Of(first), &r.row.Name, parse.Text(120))
		r.text("last_name", patch.Of(last), &r.row.LastName, parse.Text(120))
	}
}

// requireName reports a missing name, unless the name has another problem.
func (r *update) requireName() {
	hasProblem := errs.For(r.problems, "associate_name") != ""
	r.problems.Require(hasProblem || r.row.AssociateName != nil, "associate_name", "informe o nome")
}

// split cuts a full name after the known first name, else after the first word.
func split(full, first string) (name, lastName string) {
	if rest, ok := strings.CutPrefix(full, first+" "); ok && first != "" {
		return first, strings.TrimSpace(rest)
	}
	return fmtbr.SplitName(full)
}

func joined(name, lastName *string) string {
	return strings.TrimSpace(texts.Of(name) + " " + texts.Of(lastName))
}
