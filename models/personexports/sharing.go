package personexports

import (
	"context"
	"fmt"
	"time"

	"acolhe/models/erasure/subject"
	"acolhe/models/platform/db"
	"acolhe/models/reads"
	"acolhe/models/reads/words"
	"acolhe/models/types/auth"
	"acolhe/models/types/fmtbr"
)

// share is a program or company that got data of the person.
type share struct {
	Way   string    `json:"como"`
	Name  string    `json:"quem"`
	Count int64     `json:"vezes"`
	Last  time.Time `json:"ultima_vez"`
}

// shares are the ways in which data of a person leave, each with the query of who got them, how often and when last. Events of webhooks
// are kept for 30 days.
var shares = []struct{ way, query string }{
	{"Webhook, nos últimos 30 dias", `select p.name, count(*) as count, max(d.date_created) as last from webhook_deliveries d
		join webhook_events e on e.id = d.event_id join webhook_endpoints p on p.id = d.endpoint_id
		where d.status = 'delivered' and (e.table_name = 'users' and e.record_id in @idtexts or e.table_name = 'orders' and e.record_id in @ordertexts
			or e.table_name = 'services' and e.record_id in @servicetexts or e.table_name = 'reception' and e.record_id in @itemtexts
			or e.table_name in ('users_files', 'services_files') and e.record_id in @attachmenttexts)
		group by p.name order by p.name`},
	{"Programa com token", `select viewer_name as name, count(*) as count, max(seen_at) as last from reads
		where person_id in @ids and viewer_kind = 'api_key' group by viewer_name order by viewer_name`},
	{"Planilha baixada pela equipe", `select 'Listas em que a pessoa pode estar' as name, count(*) as count, max(date_created) as last
		from security_events where kind = 'list.exported' and date_created >= (select min(date_created) from users where id in @ids) having count(*) > 0`},
	{"Transportadora", `select provider as name, count(*) as count, max(date_created) as last from parcels where order_id in @orders
		group by provider order by provider`},
	{"Google Agenda", `select 'Agenda da associação' as name, count(*) as count, max(date_created) as last from services
		where id in @services and event_id is not null having count(*) > 0`},
	{"E-mail enviado", `select 'Caixa de e-mail da pessoa' as name, count(*) as count, max(date_created) as last from mails
		where lower(recipient) in @emails and status = 'sent' having count(*) > 0`},
}

// readShared reads with whom the data were shared.
func (c *content) readShared(ctx context.Context, tx *db.DB, person subject.Person) error {
	for _, of := range shares {
		var rows []share
		if err := tx.WithContext(ctx).Raw(of.query, person.Sets).Scan(&rows).Error; err != nil {
			return fmt.Errorf("%s: %w", of.way, err)
		}
		for _, row := range rows {
			row.Way = of.way
			c.Shared = append(c.Shared, row)
		}
	}
	return nil
}

// reading is who saw the data: the first name and the role of the staff, as on the person's own page.
type reading struct {
	At   string `json:"quando"`
	Who  string `json:"quem"`
	What string `json:"o_que"`
}

// mostReads is the number of the latest reads in a copy.
const mostReads = 5000

// readReads reads who saw the data, newest first.
func (c *content) readReads(ctx context.Context, tx *db.DB) error {
	own := auth.Caller{Kind: auth.Associate, ID: c.Code}
	found, err := reads.OfPerson(ctx, tx, own, c.Code, mostReads)
	for _, entry := range found {
		c.Reads = append(c.Reads, reading{fmtbr.DateTime(entry.SeenAt, c.zone), words.ForAssociate(entry),
			fmtbr.Capitalized(words.Sentence(entry, c.Code))})
	}
	return err
}
