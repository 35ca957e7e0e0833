package web

import (
	"acolhe/models/access"
	"acolhe/models/errs"
	"acolhe/models/person"
)

// Caller declares who may call a route. A route with the zero Caller cannot be mounted.
type Caller struct {
	name string
	// blind routes never look at the credentials.
	blind bool
	check func(by person.Person) error
	// forPath makes the check of a route whose path says what is asked for.
	forPath func(r *Request) (Caller, error)
}

// String is the declaration as `acolhe routes` prints it.
func (c Caller) String() string { return c.name }

// admit judges the request's caller.
func (c Caller) admit(r *Request) error {
	if c.forPath == nil {
		return c.check(r.By)
	}
	caller, err := c.forPath(r)
	if err != nil {
		return err
	}
	return caller.check(r.By)
}

// Public is open to all; credentials are not even looked at.
func Public() Caller {
	return Caller{name: "public", blind: true, check: letPass}
}

// Anyone is open to all, and knows who is signed in.
func Anyone() Caller {
	return Caller{name: "anyone", check: letPass}
}

// Operator is any operator's session; tokens and associates are refused.
func Operator() Caller {
	return Caller{name: "operator", check: func(by person.Person) error {
		return requireKnown(by, by.Kind == person.Operator)
	}}
}

// Staff is an operator's session with any role but Profissional, whose only place is the
// report portal (specification, "Scoped data rules").
func Staff() Caller {
	return Caller{name: "staff", check: func(by person.Person) error {
		return requireKnown(by, isStaff(by))
	}}
}

// Administrator is an Administrador's session or a token with scope `*`.
func Administrator() Caller {
	return Caller{name: "administrator", check: func(by person.Person) error {
		return requireKnown(by, access.IsAdministrator(by))
	}}
}

// Can is whoever may do the action to the collection, by role or by scope.
func Can(collection string, action access.Action) Caller {
	return Caller{name: "can " + collection + "." + string(action), check: func(by person.Person) error {
		return access.Require(by, collection, action)
	}}
}

// CanItems is whoever may do the action to the collection that the path names; an unknown
// collection is 404 for everybody.
func CanItems(action access.Action) Caller {
	name := "can :collection." + string(action)
	return Caller{name: name, check: letPass, forPath: func(r *Request) (Caller, error) {
		collection := r.Param("collection")
		if !access.HasItems(collection) {
			return Caller{}, errs.NotFound("A coleção não existe.")
		}
		return Can(collection, action), nil
	}}
}

// StaffCan is an operator's session that may do the action to the collection: pages of the panel.
func StaffCan(collection string, action access.Action) Caller {
	return Caller{name: "staff can " + collection + "." + string(action), check: func(by person.Person) error {
		if err := requireKnown(by, isStaff(by)); err != nil {
			return err
		}
		return access.Require(by, collection, action)
	}}
}

func isStaff(by person.Person) bool {
	return by.Kind == person.Operator && !by.Is(person.Profissional)
}

func letPass(person.Person) error { return nil }

func requireKnown(by person.Person, allowed bool) error {
	if !by.IsKnown() {
		return errs.Unauthenticated("Entre para continuar.")
	}
	if !allowed {
		return errs.Forbidden("Sem permissão para usar este endereço.")
	}
	return nil
}
