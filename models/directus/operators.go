package directus

import (
	"context"
	"errors"
	"slices"
	"strings"

	"acolhe/models/directus/source"
	"acolhe/models/types/auth"
	"acolhe/models/types/texts"
)

// directusUsers makes the people who sign in to Directus operators. Their code is the id that they have there, so that authors
// of rows stay. Directus shows hashes in its database alone.
func (m Move) directusUsers(ctx context.Context, result *Result) error {
	roles, err := m.roles(ctx)
	if err != nil {
		return err
	}
	run := &passage{Move: m, collection: collections[0], result: result}
	if err := run.prepare(ctx); err != nil {
		return err
	}
	err = source.EachPage(ctx, m.From, source.Query{Collection: source.Users}, func(rows []source.Row) error {
		var people []source.Row
		for _, row := range rows {
			if row.Text("email") != "" {
				people = append(people, operator(row, roles))
			}
		}
		result.Read[source.Users] += len(people)
		if len(people) == 0 {
			return nil
		}
		return run.page(ctx, people, false)
	})
	var absent source.AbsentError
	if errors.As(err, &absent) {
		result.Absent[source.Users] = absent.Reason
		return nil
	}
	if err != nil {
		return err
	}
	for _, row := range run.refused {
		code := row.Text("user_code")
		result.Refused = append(result.Refused, Refusal{source.Users, code, run.reasons[code]})
	}
	return nil
}

// roles returns the names of the roles by their ids; none if the token may not read them.
func (m Move) roles(ctx context.Context) (map[string]string, error) {
	names := map[string]string{}
	err := source.EachPage(ctx, m.From, source.Query{Collection: source.Roles}, func(rows []source.Row) error {
		for _, row := range rows {
			names[row.Text("id")] = row.Text("name")
		}
		return nil
	})
	var absent source.AbsentError
	if errors.As(err, &absent) {
		return names, nil
	}
	return names, err
}

// operator returns a user of Directus as an operator. A role that does not exist here gives no permission.
func operator(user source.Row, roles map[string]string) source.Row {
	name := user.Text("first_name")
	if name == "" {
		name, _, _ = strings.Cut(user.Text("email"), "@")
	}
	role := roles[user.Text("role")]
	if nested, isRow := user["role"].(map[string]any); isRow {
		role = source.Row(nested).Text("name")
	}
	return source.Row{"user_code": user["id"], "name": name, "last_name": user.Text("last_name"), "email": user["email"],
		"permissions": permissions(role), "status": statusOf(user.Text("status")), "password": user["password"]}
}

func permissions(role string) []string {
	folded := texts.Fold(role)
	if slices.Contains([]string{"administrator", "administradora", "admin"}, folded) {
		return []string{string(auth.Administrador)}
	}
	for _, known := range auth.Roles() {
		if texts.Fold(string(known)) == folded {
			return []string{string(known)}
		}
	}
	return []string{}
}

func statusOf(status string) string {
	switch status {
	case "active":
		return "active"
	case "invited", "draft", "unverified":
		return "pending"
	}
	return "inactive"
}
