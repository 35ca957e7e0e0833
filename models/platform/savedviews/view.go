// Package savedviews stores the filters of a list under a name: an operator's own views, and views
// shared with a role. A view holds only the query of the list's address; it shows each person the
// rows that they may read. The page of the list validates the query.
package savedviews

import (
	"slices"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Limits of the table, and of an operator's views of a page.
const (
	maxName     = 80
	maxQuery    = 4000
	MostPerPage = 30
)

// View is a row of saved_views.
type View struct {
	ID      int64  `json:"id" gorm:"primaryKey"`
	OwnerID int64  `json:"owner_id" gorm:"column:owner_id"`
	Page    string `json:"page" gorm:"column:page"`
	Name    string `json:"name" gorm:"column:name"`
	// Query is the query of the list's address, without a question mark.
	Query       string      `json:"query" gorm:"column:query" version:"-"`
	SharedWith  []auth.Role `json:"shared_with" gorm:"column:shared_with;serializer:json"`
	DateCreated time.Time   `json:"date_created" gorm:"column:date_created"`
	DateUpdated time.Time   `json:"date_updated" gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (View) TableName() string { return "saved_views" }

// Constraints implements db.Constrained.
func (View) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{
		"saved_views_owner_id_page_name_key": {Field: "name", Message: "Você já tem uma visão com este nome nesta página."},
	}
}

// IsShared reports whether others see the view too.
func (v View) IsShared() bool { return len(v.SharedWith) > 0 }

// MayBeChangedBy reports whether the caller is the owner or, for a shared view, an administrator.
func (v View) MayBeChangedBy(by auth.Caller) bool {
	if by.Kind != auth.Operator {
		return false
	}
	return v.OwnerID == by.ID || v.IsShared() && access.IsAdministrator(by)
}

// Roles returns the roles that a view can be shared with: those that have lists.
func Roles() []auth.Role {
	return []auth.Role{auth.Administrador, auth.Acolhimento, auth.Producao, auth.Financeiro}
}

func (v *View) normalise() {
	v.Name = strings.Join(strings.Fields(v.Name), " ")
	v.SharedWith = slices.DeleteFunc(slices.Clone(v.SharedWith), func(role auth.Role) bool { return role == "" })
	slices.Sort(v.SharedWith)
	v.SharedWith = slices.Compact(v.SharedWith)
	// Stored as [], never as null.
	if v.SharedWith == nil {
		v.SharedWith = []auth.Role{}
	}
}

func (v View) validate() errs.Problems {
	var p errs.Problems
	p.Require(v.Name != "", "name", "dê um nome à visão")
	p.Require(texts.Fits(v.Name, maxName), "name", "pode ter no máximo 80 caracteres")
	p.Require(v.Page != "", "page", "é obrigatório")
	p.Require(len(v.Query) <= maxQuery, "query", "os filtros são longos demais para salvar")
	for _, role := range v.SharedWith {
		p.Require(slices.Contains(Roles(), role), "shared_with", "não se pode compartilhar com "+string(role))
	}
	return p
}
