package erasure

import (
	"context"
	"time"

	"acolhe/models/erasure/subject"
	"acolhe/models/types/civil"
	"acolhe/models/types/publiccode"
)

// EraseAged erases a whole associate who is kept no longer, with what a law keeps and the certificate, as a confirmed proposal does.
// A person whom an administrator proposed to erase, or who was erased, is left.
func (d Desk) EraseAged(ctx context.Context, id int64, label string, since time.Time) error {
	of, err := subject.Find(ctx, d.DB, id, false)
	if err != nil {
		return err
	}
	now := d.Now()
	var created []int64
	err = d.DB.WithContext(ctx).Raw(`insert into erasures (user_id, user_code, state, preview, proposed_by, proposed_by_name, date_proposed, confirmed_by_name, date_confirmed,
			identity, received_on, public_code, encryption_key_id)
		values (?, ?, ?, '[]', 0, ?, ?, ?, ?, 'sem pedido: fim do prazo', ?, ?, ?)
		on conflict (user_id) where state <> 'cancelled' do nothing returning id`,
		of.ID, of.UserCode, Confirmed, "Prazo: "+label, now, "prazo de guarda", now, civil.Of(since), publiccode.New(), d.Key.ID()).
		Scan(&created).Error
	if err != nil {
		return err
	}
	found, err := d.latest(ctx, id)
	if err != nil || len(created) == 0 && found.ProposedByName != "Prazo: "+label {
		return err
	}
	return d.Work(ctx, found.ID)
}
