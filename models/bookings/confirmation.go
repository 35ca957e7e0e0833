package bookings

// Confirmation is the associate's answer to an appointment; nil without an answer. A new date or professional removes it.
type Confirmation string

// The answers.
const (
	Confirmed           Confirmation = "confirmed"
	RescheduleRequested Confirmation = "reschedule_requested"
	// CancelledByAssociate is the answer of who does not come; the appointment has no date any more.
	CancelledByAssociate Confirmation = "cancelled"
)

// Values lists the answers as text, for the API document.
func (Confirmation) Values() []string {
	return []string{string(Confirmed), string(RescheduleRequested), string(CancelledByAssociate)}
}

// AsksOtherTime reports whether the associate asks for another time.
func (s Service) AsksOtherTime() bool {
	return s.Confirmation != nil && *s.Confirmation == RescheduleRequested
}

// forgetAnswer removes the associate's answer.
func (s *Service) forgetAnswer() {
	s.Confirmation, s.ConfirmationReason, s.ConfirmationDate, s.RequestedDate, s.CancelledDate = nil, nil, nil, nil, nil
}
