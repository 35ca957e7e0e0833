package associates

// MembershipStatus is the state of an associate's membership in the terms of the staff.
type MembershipStatus string

// The membership statuses, as they are stored in counters. Associates with an unsigned term or with invalid documents
// are not members.
const (
	Enrolled          MembershipStatus = "enrolled"
	Joining           MembershipStatus = "joining"
	AwaitingSignature MembershipStatus = "awaiting_signature"
	InvalidDocuments  MembershipStatus = "invalid_documents"
)

// MembershipStatuses lists the membership statuses.
func MembershipStatuses() []MembershipStatus {
	return []MembershipStatus{Enrolled, Joining, AwaitingSignature, InvalidDocuments}
}

// MembershipStatus returns the state of the associate's membership.
func (a Associate) MembershipStatus() MembershipStatus {
	switch {
	case a.Status == Associado:
		return Enrolled
	case a.AssociateStatus != nil && *a.AssociateStatus == AwaitingTerm:
		return AwaitingSignature
	case len(a.InvalidFields) > 0:
		return InvalidDocuments
	}
	return Joining
}

// AwaitsTerm reports whether the associate has to sign the term: admitted by the staff, and no completed contract stands.
func (a Associate) AwaitsTerm() bool {
	return a.AssociateStatus != nil && *a.AssociateStatus == AwaitingTerm && a.AdhesionTerm == nil
}

// membershipStatus is Associate.MembershipStatus in SQL.
const membershipStatus = "membership_status(status, associate_status, invalid_fields)"
