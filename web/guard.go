package web

import (
	"net/http"
	"strings"

	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Guard declares who may call a route. A route with the zero Guard cannot be mounted.
type Guard struct {
	name string
	// ignoresCredentials is set for routes that do not read the credentials.
	ignoresCredentials bool
	// session is the kind of the session cookie to read: an associate's, or an operator's if empty. A browser may hold
	// both; a route ignores the other one.
	session auth.Kind
	// orAssociate is set for routes that admit associates, too; the session of an operator comes first.
	orAssociate bool
	// public is set for routes that admit everybody.
	public bool
	// noToken is set for routes that refuse every API token.
	noToken bool
	check   func(by auth.Caller) error
	// forPath returns the guard of a route that depends on the address.
	forPath func(r *Request) (Guard, error)
}

// String returns the declaration as `acolhe routes` prints it.
func (c Guard) String() string { return c.name }

// admit returns an error unless the caller may call the route.
func (c Guard) admit(r *Request) error {
	if c.forPath == nil {
		return c.check(r.By)
	}
	caller, err := c.forPath(r)
	if err != nil {
		return err
	}
	return caller.check(r.By)
}

// Public admits everybody; credentials are not read.
func Public() Guard {
	return Guard{name: "public", public: true, ignoresCredentials: true, check: allowAll}
}

// Anyone admits everybody, and resolves the caller.
func Anyone() Guard {
	return Guard{name: "anyone", public: true, check: allowAll}
}

// AnyPerson admits everybody, and resolves the session of an operator or of an associate.
func AnyPerson() Guard {
	return Guard{name: "anyone as person", public: true, orAssociate: true, check: allowAll}
}

// Operator admits an operator's session; tokens and associates are refused.
func Operator() Guard {
	return Guard{name: "operator", noToken: true, check: func(by auth.Caller) error {
		return requireKnown(by, by.Kind == auth.Operator)
	}}
}

// OperatorOrToken admits an operator's session or an API token; each collection then decides what it may see.
func OperatorOrToken() Guard {
	return Guard{name: "operator or token", check: func(by auth.Caller) error {
		return requireKnown(by, by.Kind == auth.Operator || by.Kind == auth.Token)
	}}
}

// Staff admits an operator's session with any role but Profissional, who may only enter the report portal
// (specification, "Scoped data rules").
func Staff() Guard {
	return Guard{name: "staff", noToken: true, check: func(by auth.Caller) error {
		return requireKnown(by, isStaff(by))
	}}
}

// Settling admits the session of an operator who closes months and pays professionals.
func Settling() Guard {
	return Guard{name: "staff who settle", noToken: true, check: func(by auth.Caller) error {
		if err := requireKnown(by, isStaff(by)); err != nil {
			return err
		}
		return access.RequireSettle(by)
	}}
}

// Professional admits the session of a professional, for the report portal.
func Professional() Guard {
	return Guard{name: "professional", noToken: true, check: func(by auth.Caller) error {
		return requireKnown(by, by.Kind == auth.Operator && by.Is(auth.Profissional))
	}}
}

// Associate admits an associate's session; tokens are refused, and operators count as not signed in.
func Associate() Guard {
	return Guard{name: "associate", session: auth.Associate, noToken: true, check: func(by auth.Caller) error {
		return requireKnown(by, by.Kind == auth.Associate)
	}}
}

// AnyAssociate admits every caller and resolves the session of an associate, for public pages that an associate may open
// too.
func AnyAssociate() Guard {
	return Guard{name: "anyone as associate", public: true, session: auth.Associate, noToken: true, check: allowAll}
}

// Administrator admits an Administrador's session or a token with scope `*`.
func Administrator() Guard {
	return Guard{name: "administrator", check: func(by auth.Caller) error {
		return requireKnown(by, access.IsAdministrator(by))
	}}
}

// TermsManager admits callers who write and publish the terms.
func TermsManager() Guard {
	return Guard{name: "doc_sign.manage", check: func(by auth.Caller) error {
		return requireKnown(by, access.CanManageTerms(by))
	}}
}

// Can admits callers who may do the action to the collection, by role or by scope.
func Can(collection string, action access.Action) Guard {
	return Guard{name: "can " + collection + "." + string(action), check: func(by auth.Caller) error {
		return access.Require(by, collection, action)
	}}
}

// CanAsStaff admits those whom Can admits, without callers who are bound to a professional.
func CanAsStaff(collection string, action access.Action) Guard {
	guard := Can(collection, action)
	guard.name += " as staff"
	check := guard.check
	guard.check = func(by auth.Caller) error {
		if err := check(by); err != nil {
			return err
		}
		return access.RequireUnbound(by)
	}
	return guard
}

// StaffOf admits the staff of the collection (access.RequireStaff).
func StaffOf(collection string) Guard {
	return Guard{name: "staff of " + collection, check: func(by auth.Caller) error { return access.RequireStaff(by, collection) }}
}

// CanOrStaff admits those whom Can or StaffOf admits.
func CanOrStaff(collection string, action access.Action) Guard {
	guard := Can(collection, action)
	guard.name += " or staff"
	check := guard.check
	guard.check = func(by auth.Caller) error {
		err := check(by)
		if err != nil && access.RequireStaff(by, collection) == nil {
			return nil
		}
		return err
	}
	return guard
}

// CanOrAssociate admits those whom Can admits, and every associate: the query of the area limits the rows to the own ones.
func CanOrAssociate(collection string, action access.Action) Guard {
	guard := Can(collection, action)
	guard.name += " or associate"
	guard.orAssociate = true
	check := guard.check
	guard.check = func(by auth.Caller) error {
		if by.Kind == auth.Associate {
			return nil
		}
		return check(by)
	}
	return guard
}

// CanOrAnyAssociate is CanOrAssociate for rows that are those of every associate.
func CanOrAnyAssociate(collection string, action access.Action) Guard {
	guard := CanOrAssociate(collection, action)
	guard.name = Can(collection, action).name + " or any associate"
	return guard
}

// Asking admits associates only with a query parameter, such as bookable=true; without it they are unknown.
func (c Guard) Asking(parameter, value string) Guard {
	admitting, query := c, parameter+"="+value
	c.name += " with " + query
	c.forPath = func(r *Request) (Guard, error) {
		if r.By.Kind == auth.Associate && r.Query(parameter) != value {
			return Guard{}, errs.Unauthenticated("Associados pedem com " + query + ".")
		}
		return admitting, nil
	}
	return c
}

// CanItems admits callers who may do the action to the collection named in the path; an unknown collection is
// 404 for everybody.
func CanItems(action access.Action) Guard {
	name := "can :collection." + string(action)
	return Guard{name: name, check: allowAll, forPath: func(r *Request) (Guard, error) {
		collection := r.Param("collection")
		if !access.HasItems(collection) {
			return Guard{}, errs.NotFound("A coleção não existe.")
		}
		return Can(collection, action), nil
	}}
}

// StaffCan admits an operator's session that may do the action to the collection, unless the configuration closes the
// pages of the collection to their roles: pages of the panel.
func StaffCan(collection string, action access.Action) Guard {
	return Guard{name: "staff can " + collection + "." + string(action), noToken: true, check: func(by auth.Caller) error {
		if err := requireKnown(by, isStaff(by)); err != nil {
			return err
		}
		return access.RequireOpen(by, collection, action)
	}}
}

// admitsStrangers reports whether callers who are not staff may call the route.
func (c Guard) admitsStrangers() bool { return c.public || c.admitsAssociates() }

// admitsAssociates reports whether the route resolves the session of an associate.
func (c Guard) admitsAssociates() bool { return c.session == auth.Associate || c.orAssociate }

func (c Guard) sessionKind() auth.Kind {
	if c.session == auth.Nobody {
		return auth.Operator
	}
	return c.session
}

func isStaff(by auth.Caller) bool {
	return by.Kind == auth.Operator && !by.Is(auth.Profissional)
}

func allowAll(auth.Caller) error { return nil }

func requireKnown(by auth.Caller, allowed bool) error {
	if !by.IsKnown() {
		return errs.Unauthenticated("Entre para continuar.")
	}
	if !allowed {
		return errs.Forbidden("Você não tem acesso a este endereço. Peça à administração.")
	}
	return nil
}

// checkColumns returns 403 FORBIDDEN if a token whose columns are limited calls a route that may show the hidden ones: any but the
// generic collections, and those that are read without showing data of people.
func (r *Request) checkColumns() error {
	isGeneric := strings.HasPrefix(r.route.Path, genericPath)
	showsNobody := r.route.Method == http.MethodGet && r.route.reading == (Reading{})
	if !r.By.WithoutHealth || isGeneric || showsNobody {
		return nil
	}
	return errs.Forbidden("Este token não recebe dados de saúde: use /api/v1/items, que mostra só as colunas liberadas.")
}

// genericPath begins the paths of the generic collections.
const genericPath = "/api/v1/items/"
