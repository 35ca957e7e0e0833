package statements

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm/clause"

	"acolhe/models/orders"
	"acolhe/models/payments"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// CodeDiffers is the code for an amount that is not that of the debts and was not confirmed.
const CodeDiffers = orders.CodeAmountDiffers

// Choice is what an entry pays: the key of an option, as its page offered it.
type Choice struct {
	EntryID int64
	Key     string
	// Anyway confirms an amount that differs from that of one debt.
	Anyway bool
}

// ConfirmSure marks what the chosen sure entries pay, all or none, and returns their number. Entries that are no longer sure are
// 409 CONFLICT: the page is shown again.
func ConfirmSure(ctx context.Context, tx *db.DB, by auth.Caller, id int64, entries []int64) (done int, err error) {
	if err := require(by); err != nil {
		return 0, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		overview, err := locked(ctx, tx, by, id)
		if err != nil {
			return err
		}
		for _, proposal := range overview.Sure {
			if !slices.Contains(entries, proposal.Entry.ID) {
				continue
			}
			if err := pay(ctx, tx, by, proposal.Entry, proposal.Options[0].Debts); err != nil {
				return err
			}
			done++
		}
		if done != len(entries) {
			return errs.Conflict(errs.CodeConflict, "Outra pessoa já marcou alguns destes. Confira e confirme de novo.")
		}
		return nil
	})
	return done, err
}

// Confirm marks what one entry pays. It returns 404 NOT_FOUND for an unknown entry, 400 VALIDATION_ERROR without an option, 409
// AMOUNT_DIFFERS for an amount that was not confirmed, and 409 CONFLICT if something else was done with either.
func Confirm(ctx context.Context, tx *db.DB, by auth.Caller, id int64, choice Choice) error {
	if err := require(by); err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		overview, err := locked(ctx, tx, by, id)
		if err != nil {
			return err
		}
		entry, err := overview.open(choice.EntryID)
		if err != nil {
			return err
		}
		debts, err := chosen(ctx, tx, choice.Key)
		if err != nil {
			return err
		}
		due := Option{Debts: debts}.Amount()
		switch {
		case due.Equal(entry.Amount):
		case len(debts) > 1:
			return errs.Conflict(errs.CodeConflict, "A soma não é o valor do extrato. Confirme um por vez.")
		case !choice.Anyway:
			return errs.Conflict(CodeDiffers, difference(due, entry.Amount)+" Marcar mesmo assim?")
		}
		return pay(ctx, tx, by, entry, debts)
	})
}

// difference says what is missing or too much: "Faltam R$ 9,49."
func difference(due, received money.Amount) string {
	if received.Cmp(due) < 0 {
		return "Faltam " + fmtbr.Money(due.Sub(received)) + "."
	}
	return "Sobram " + fmtbr.Money(received.Sub(due)) + "."
}

// locked returns the overview of a statement that nobody else changes meanwhile.
func locked(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Overview, error) {
	statement, err := db.First[Statement](tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id),
		errs.NotFound("Extrato não encontrado."))
	if err != nil {
		return Overview{}, err
	}
	if statement.UndoneAt != nil {
		return Overview{}, errs.Conflict(errs.CodeConflict, "Este extrato foi desfeito.")
	}
	return Of(ctx, tx, by, id)
}

func (o Overview) open(id int64) (Entry, error) {
	for _, proposal := range slices.Concat(o.Sure, o.Open, o.Alone) {
		if proposal.Entry.ID == id {
			return proposal.Entry, nil
		}
	}
	for _, done := range o.Done {
		if done.ID == id {
			return Entry{}, errs.Conflict(errs.CodeConflict, "Este lançamento já está marcado.")
		}
	}
	return Entry{}, errs.NotFound("Lançamento não encontrado.")
}

// chosen returns the unpaid debts of a key: "p35", "s12" or "p35,p61".
func chosen(ctx context.Context, tx *db.DB, key string) ([]Debt, error) {
	debts, err := unpaid(ctx, tx)
	if err != nil {
		return nil, err
	}
	var found []Debt
	for _, name := range strings.Split(key, ",") {
		at := slices.IndexFunc(debts, func(d Debt) bool { return d.Key() == name })
		if at < 0 {
			return nil, errs.Invalid("opcao", "escolha um pedido ou serviço que ainda não foi pago")
		}
		if slices.ContainsFunc(found, func(d Debt) bool { return d.Key() == name }) {
			return nil, errs.Invalid("opcao", "tem o mesmo pedido duas vezes")
		}
		found = append(found, debts[at])
	}
	return found, nil
}

// pay marks debts as paid by an entry, through the verbs that a person uses.
func pay(ctx context.Context, tx *db.DB, by auth.Caller, entry Entry, debts []Debt) error {
	method := orders.BankTransfer
	if folded := texts.Fold(entry.Name + " " + entry.Memo); strings.Contains(folded, "pix") || pixCode.MatchString(folded) {
		method = orders.Pix
	}
	for _, debt := range debts {
		amount := debt.Amount
		if len(debts) == 1 {
			amount = entry.Amount
		}
		match := Match{EntryID: entry.ID, Amount: amount, AuthorName: by.FullName(), DateCreated: by.Now}
		var err error
		if debt.OrderID != 0 {
			match.OrderID = &debt.OrderID
			_, err = orders.Pay(ctx, tx, by, orders.PayInput{ID: debt.OrderID, Method: method, PaidOn: patch.Of(entry.Day), Amount: patch.Of(amount),
				AcceptedAmount: patch.Of(amount)})
		} else {
			match.ServiceID = &debt.ServiceIDs[0]
			_, err = payments.Register(ctx, tx, by,
				payments.RegisterInput{ServiceID: debt.ServiceIDs[0], ServiceIDs: debt.ServiceIDs, Method: method,
					PaidOn: patch.Of(entry.Day), Amount: patch.Of(amount), AcceptedAmount: patch.Of(amount)})
		}
		if err != nil {
			return err
		}
		if err := tx.Create(&match).Error; err != nil {
			return err
		}
	}
	return nil
}

// SetAside keeps that an entry is nobody's payment, with the reason; an empty one takes that back.
func SetAside(ctx context.Context, tx *db.DB, by auth.Caller, entry int64, reason string) error {
	if err := require(by); err != nil {
		return err
	}
	changed := tx.WithContext(ctx).Exec(`update bank_entries set aside = nullif(?, '') where id = ? and not exists (select from bank_matches m where m.entry_id = bank_entries.id)
		and exists (select from bank_statements s where s.id = statement_id and s.undone_at is null)`,
		texts.Truncate(strings.TrimSpace(reason), 100), entry)
	if changed.Error == nil && changed.RowsAffected == 0 {
		return errs.NotFound("Lançamento não encontrado.")
	}
	return changed.Error
}

// Undo takes back all that a statement marked, with the reason, and forgets its entries, so that the file can enter again. It
// returns 400 VALIDATION_ERROR without a reason, 404 NOT_FOUND, and 409 CONFLICT if one of the orders went on.
func Undo(ctx context.Context, tx *db.DB, by auth.Caller, id int64, reason string) (undone int, err error) {
	if err := require(by); err != nil {
		return 0, err
	}
	reason = strings.TrimSpace(reason)
	var p errs.Problems
	p.Require(reason != "" && texts.Fits(reason, maxMemo), "reason", "escreva o motivo, com até 500 letras")
	if err := p.Err(); err != nil {
		return 0, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		overview, err := locked(ctx, tx, by, id)
		if err != nil {
			return err
		}
		for _, done := range overview.Done {
			for _, match := range done.Matches {
				if err := takeBack(ctx, tx, by, match, reason); err != nil {
					return err
				}
				undone++
			}
		}
		if err := tx.Exec("delete from bank_entries where statement_id = ?", id).Error; err != nil {
			return err
		}
		return tx.Exec("update bank_statements set undone_at = ?, undone_name = ?, undo_reason = ? where id = ?", by.Now, by.FullName(), reason,
			id).Error
	})
	return undone, err
}

func takeBack(ctx context.Context, tx *db.DB, by auth.Caller, match Match, reason string) error {
	if match.ServiceID != nil {
		_, err := payments.Revert(ctx, tx, by, payments.RevertInput{ServiceID: *match.ServiceID, Reason: reason})
		return err
	}
	order, err := orders.FindFor(ctx, tx, by, *match.OrderID)
	if err != nil {
		return err
	}
	if order.Status == orders.AwaitingPayment {
		return nil // somebody took it back by hand
	}
	if order.Status != orders.Paid {
		return errs.Conflict(errs.CodeConflict,
			"O pedido nº "+strconv.FormatInt(order.ID, 10)+" já está em “"+string(order.Status)+"”. Volte-o antes, ou desfaça só ele à mão.")
	}
	_, err = orders.MoveBack(ctx, tx, by, orders.ReasonInput{ID: order.ID, Reason: reason})
	return err
}
