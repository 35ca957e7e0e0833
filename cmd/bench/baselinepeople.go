package main

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
)

// newestAssociates is the statement of associates.List for the page of the panel.
const newestAssociates = `select users.*, (select taken_at from last_orders where user_id = users.id) as taken_at,
		(select count(*) from users p where p.responsible_code = users.user_code) as patients
	from (
		select id, user_code, status, associate_status, email_account, email, associate_name, name, last_name, associate_cpf, phone,
			city, state, birth_date, responsible_type, prescriber, tags, invalid_fields, date_created, date_updated
		from users where status <> 'patient' order by date_created desc, id desc limit $1) users
	order by date_created desc, id desc`

// associateRow is a row of newestAssociates as a struct, in the order of the columns. JSON is not
// decoded.
type associateRow struct {
	ID              int64           `json:"id"`
	UserCode        uuid.UUID       `json:"user_code"`
	Status          string          `json:"status"`
	AssociateStatus *string         `json:"associate_status"`
	EmailAccount    *string         `json:"email_account"`
	Email           *string         `json:"email"`
	AssociateName   *string         `json:"associate_name"`
	Name            *string         `json:"name"`
	LastName        *string         `json:"last_name"`
	AssociateCPF    *string         `json:"associate_cpf"`
	Phone           *string         `json:"phone"`
	City            *string         `json:"city"`
	State           *string         `json:"state"`
	BirthDate       *time.Time      `json:"birth_date"`
	ResponsibleType *string         `json:"responsible_type"`
	Prescriber      *string         `json:"prescriber"`
	Tags            json.RawMessage `json:"tags"`
	InvalidFields   json.RawMessage `json:"invalid_fields"`
	DateCreated     time.Time       `json:"date_created"`
	DateUpdated     time.Time       `json:"date_updated"`
	TakenAt         *time.Time      `json:"taken_at"`
	Patients        int             `json:"patients"`
}
