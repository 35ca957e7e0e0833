package bookings

import (
	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
)

// RefuseClosed returns 409 CONFLICT if the service is on a statement.
func (s Service) RefuseClosed(tx *db.DB) error {
	if s.StatementID == nil {
		return nil
	}
	return ErrClosed(tx, *s.StatementID)
}

// ErrClosed returns 409 CONFLICT for what a statement keeps from changing: it names the month, and who closed it. It may
// return another error.
func ErrClosed(tx *db.DB, statementID int64) error {
	var month, number, closer string
	err := db.ScanRow(tx.Raw(`select to_char(s.month, 'MM/YYYY'), to_char(s.month, 'YYYY-MM') || '/' || to_char(s.sequence, 'FM000'),
		coalesce((select e.actor_name from statement_events e where e.statement_id = s.id and e.kind = 'closed' order by e.id desc limit 1), '')
		from statements s where s.id = ?`, statementID), &month, &number, &closer)
	if err != nil {
		return err
	}
	by := ""
	if closer != "" {
		by = " por " + closer
	}
	return errs.Conflict(errs.CodeConflict,
		"O mês "+month+" foi fechado"+by+", no extrato "+number+". Peça à administração para reabrir o mês.")
}
