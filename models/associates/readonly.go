package associates

import "acolhe/models/types/patch"

// Reserved are the columns that the server sets: the row's identity, the funnel and times. Hidden columns are not among
// them, because messages must not reveal them.
type Reserved struct {
	RowID           patch.ReadOnly `json:"id"`
	UserCode        patch.ReadOnly `json:"user_code"`
	Status          patch.ReadOnly `json:"status"`
	AssociateStatus patch.ReadOnly `json:"associate_status"`
	ResponsibleCode patch.ReadOnly `json:"responsible_code"`
	AdhesionTerm    patch.ReadOnly `json:"adhesion_term"`
	InvalidFields   patch.ReadOnly `json:"invalid_fields"`
	CreatedDate     patch.ReadOnly `json:"created_date"`
	EmailExpires    patch.ReadOnly `json:"pending_email_expires"`
	DateCreated     patch.ReadOnly `json:"date_created"`
	DateUpdated     patch.ReadOnly `json:"date_updated"`
}
