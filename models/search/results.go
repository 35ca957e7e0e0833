package search

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/operators"
	"acolhe/models/orders"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
)

// Results holds a short record of each found row.
type Results struct {
	Users         []Associate    `json:"users"`
	Orders        []Order        `json:"orders"`
	Services      []Service      `json:"services"`
	Professionals []Professional `json:"professionals"`
	Reception     []Visit        `json:"reception"`
	Products      []Product      `json:"products"`
	Tags          []Tag          `json:"tags"`
	Files         []File         `json:"files"`
	SystemUsers   []Operator     `json:"system_users"`
}

// IDs returns the ids of the found records that concern people, by collection.
func (r Results) IDs() map[string][]int64 {
	ids := map[string][]int64{}
	for _, one := range r.Users {
		ids["users"] = append(ids["users"], one.ID)
	}
	for _, one := range r.Orders {
		ids["orders"] = append(ids["orders"], one.ID)
	}
	for _, one := range r.Services {
		ids["services"] = append(ids["services"], one.ID)
	}
	for _, one := range r.Reception {
		ids["reception"] = append(ids["reception"], one.ID)
	}
	return ids
}

// Associate is a row of users. Patients are not included, as in lists.
type Associate struct {
	ID            int64     `json:"id"`
	UserCode      uuid.UUID `json:"user_code"`
	Status        string    `json:"status"`
	AssociateName *string   `json:"associate_name"`
	Name          *string   `json:"name"`
	LastName      *string   `json:"last_name"`
	AssociateCPF  *string   `json:"associate_cpf"`
	EmailAccount  *string   `json:"email_account"`
	Phone         *string   `json:"phone"`
	City          *string   `json:"city"`
	State         *string   `json:"state"`
}

// FullName returns the registered name, else the parts of the name, else the e-mail.
func (a Associate) FullName() string {
	for _, name := range []string{texts.Of(a.AssociateName), strings.TrimSpace(texts.Of(a.Name) + " " + texts.Of(a.LastName))} {
		if name != "" {
			return name
		}
	}
	return texts.Of(a.EmailAccount)
}

// Order is a row of orders.
type Order struct {
	ID            int64         `json:"id"`
	UserCode      uuid.UUID     `json:"user_code"`
	NameAssociate string        `json:"name_associate"`
	Email         *string       `json:"email"`
	Status        orders.Status `json:"status"`
	Total         money.Amount  `json:"total"`
	DateCreated   time.Time     `json:"date_created"`
}

// Service is a row of services.
type Service struct {
	ID                int64      `json:"id"`
	ServiceCode       string     `json:"service_code"`
	AssociateUserCode uuid.UUID  `json:"associate_user_code"`
	AssociateName     string     `json:"associate_name"`
	PatientName       *string    `json:"patient_name"`
	ProfessionalName  string     `json:"professional_name"`
	Type              string     `json:"type"`
	Status            string     `json:"status"`
	ConsultationDate  *time.Time `json:"consultation_date"`
}

// Professional is a row of professionals.
type Professional struct {
	ID               int64   `json:"id"`
	ProfessionalCode string  `json:"professional_code"`
	Name             string  `json:"name"`
	Email            *string `json:"email"`
	Phone            *string `json:"phone"`
	Type             string  `json:"type"`
	Active           bool    `json:"active"`
}

// Visit is a row of reception; it is open until CompletedAt is set.
type Visit struct {
	ID            int64      `json:"id"`
	Name          *string    `json:"name"`
	Email         *string    `json:"email"`
	Phone         *string    `json:"phone"`
	AssociateCode *uuid.UUID `json:"associate_code"`
	AssociateName *string    `json:"associate_name"`
	Status        string     `json:"status"`
	DateCreated   time.Time  `json:"date_created"`
	CompletedAt   *time.Time `json:"completed_at"`
}

// DisplayName returns the name to show for an item.
func (v Visit) DisplayName() string {
	return cmp.Or(texts.Of(v.AssociateName), texts.Of(v.Name), texts.Of(v.Email), "Sem nome")
}

// Product is a row of products.
type Product struct {
	ID     int64        `json:"id"`
	Code   string       `json:"code"`
	Name   string       `json:"name"`
	Price  money.Amount `json:"price"`
	Active bool         `json:"active"`
}

// Tag is a row of tags; without a collection it is offered in all.
type Tag struct {
	ID         int64   `json:"id"`
	Name       string  `json:"name"`
	Color      *string `json:"color"`
	Collection *string `json:"collection"`
}

// File is a row of files.
type File struct {
	ID          int64     `json:"id"`
	FileName    string    `json:"file_name"`
	ContentType string    `json:"content_type"`
	Size        int64     `json:"size"`
	DateCreated time.Time `json:"date_created"`
}

// Operator is a row of system_users.
type Operator struct {
	ID          int64            `json:"id"`
	Name        string           `json:"name"`
	LastName    string           `json:"last_name"`
	Email       string           `json:"email"`
	Permissions []auth.Role      `json:"permissions"`
	Status      operators.Status `json:"status"`
}

// emptyResults returns results with empty lists, which are [] in JSON instead of null.
func emptyResults() Results {
	return Results{Users: []Associate{}, Orders: []Order{}, Services: []Service{}, Professionals: []Professional{}, Reception: []Visit{},
		Products: []Product{}, Tags: []Tag{}, Files: []File{}, SystemUsers: []Operator{}}
}

func (r Results) count() int {
	return len(r.Users) + len(r.Orders) + len(r.Services) + len(r.Professionals) + len(r.Reception) +
		len(r.Products) + len(r.Tags) + len(r.Files) + len(r.SystemUsers)
}

// list returns a pointer to the list of a collection.
func (r *Results) list(collection string) any {
	return map[string]any{
		"users": &r.Users, "orders": &r.Orders, "services": &r.Services, "professionals": &r.Professionals, "reception": &r.Reception,
		"products": &r.Products, "tags": &r.Tags, "files": &r.Files, "system_users": &r.SystemUsers,
	}[collection]
}

// In returns the results with the dates of services in a zone, for people.
func (r Results) In(zone *time.Location) Results {
	r.Services = slices.Clone(r.Services)
	for i, service := range r.Services {
		if service.ConsultationDate != nil {
			r.Services[i].ConsultationDate = new(service.ConsultationDate.In(zone))
		}
	}
	return r
}
