package reads

import (
	"context"
	"net/netip"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
)

// maxBatch is the number of rows of a block.
const maxBatch = 4_000

// Flush writes the waiting reads and chains the new security events. After an error the reads wait for the next call.
func (l *Log) Flush(ctx context.Context) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	for {
		batch := l.take()
		if err := l.write(ctx, batch); err != nil {
			l.giveBack(batch)
			return err
		}
		if len(batch) < maxBatch {
			return nil
		}
	}
}

func (l *Log) take() []row {
	l.mu.Lock()
	defer l.mu.Unlock()
	count := min(len(l.waiting), maxBatch)
	batch := l.waiting[:count:count]
	l.waiting = l.waiting[count:]
	if len(l.waiting) == 0 {
		l.waiting = nil
	}
	l.chained = time.Now()
	return batch
}

// giveBack puts a batch that was not written before the others.
func (l *Log) giveBack(batch []row) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(batch, l.waiting...)
	l.waiting = l.waiting[:min(len(l.waiting), maxWaiting)]
}

// write stores a batch as one block of the chain.
func (l *Log) write(ctx context.Context, batch []row) error {
	if err := l.register(ctx); err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, l.db.Pool, func(tx pgx.Tx) error {
		head, err := lockChain(ctx, tx)
		if err != nil {
			return err
		}
		batch, err := l.unwritten(ctx, tx, batch)
		if err != nil {
			return err
		}
		if err := l.preparePartitions(ctx, tx, batch); err != nil {
			return err
		}
		next := block{ID: head.ID + 1, Writer: l.writer, Created: time.Now().UTC().Truncate(time.Microsecond)}
		if err := next.insertReads(ctx, tx, batch); err != nil {
			return err
		}
		if err := next.chainEvents(ctx, tx); err != nil || next.Reads+next.Events == 0 {
			return err
		}
		return next.store(ctx, tx, head.Hash)
	})
}

// register stores this process among the writers.
func (l *Log) register(ctx context.Context) error {
	if l.writer != 0 {
		return nil
	}
	err := l.db.Pool.QueryRow(ctx, "insert into log_writers (started_at, last_at) values (now(), now()) returning id").Scan(&l.writer)
	return db.Translate(err)
}

// unwritten returns the rows of a batch that are not stored: the answer to an earlier commit may have been lost.
func (l *Log) unwritten(ctx context.Context, tx pgx.Tx, batch []row) ([]row, error) {
	var last int64
	if err := tx.QueryRow(ctx, "select last_number from log_writers where id = $1", l.writer).Scan(&last); err != nil {
		return nil, err
	}
	for len(batch) > 0 && batch[0].number <= last {
		batch = batch[1:]
	}
	if len(batch) > 0 {
		last = batch[len(batch)-1].number
	}
	_, err := tx.Exec(ctx, "update log_writers set last_at = now(), last_number = $2 where id = $1", l.writer, last)
	return batch, err
}

// listPrefixEnd is where the collection begins in the subject of a list.
const listPrefixEnd = "7"

// insertReads stores the rows, each with the person whom its record concerns at this time.
const insertReads = `
with sent as (
	select *, case when subject_key <> '' and starts_with(subject, '` + listPrefix + `') then substr(subject, ` + listPrefixEnd + `) else subject end as kind from unnest($2::bigint[], $3::timestamptz[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::text[], $11::text[],
		$12::integer[], $13::text[], $14::text[], $15::text[], $16::inet[], $17::bigint[], $18::uuid[], $19::boolean[])
		as t (number, seen_at, viewer_kind, viewer_id, viewer_code, viewer_name, viewer_role, session_id, subject, subject_key,
		people, part, channel, reason, ip, key_id, key_code, own)
), named as (
	select sent.*, case when kind = 'users' then key_id
			when kind = 'files' then (select user_id from users_files where file_id = key_id order by id limit 1)
			when kind = 'users_files' then (select user_id from users_files where id = key_id)
			when kind = 'documents' then (select person_id from document_checks where id = key_id)
			when kind = 'prescriptions' then (select user_id from prescriptions where id = key_id)
			when kind = 'releases' then (select user_id from prescription_releases where id = key_id)
			when kind = 'adverse_events' then (select user_id from adverse_events where id = key_id) end as named_id,
		case when kind in ('users', 'codes') then key_code
			when kind = 'orders' then (select user_code from orders where id = key_id)
			when kind = 'services' then (select coalesce(patient_user_code, associate_user_code) from services where id = key_id)
			when kind = 'reception' then (select associate_code from reception where id = key_id)
			when kind = 'contracts' then (select user_code from contracts where id = key_code)
			when kind in ('files', 'orders_files', 'services_files') then coalesce(
				(select o.user_code from orders_files f join orders o on o.id = f.order_id where case kind when 'files' then f.file_id when 'orders_files' then f.id end = key_id limit 1),
				(select v.associate_user_code from services_files f join services v on v.id = f.service_id where case kind when 'files' then f.file_id when 'services_files' then f.id end = key_id limit 1))
		end as named_code
	from sent
), found as (
	select named.*, person.id as person_id, person.user_code as person_code
	from named left join users person on person.id = case
		when named_id is not null then named_id
		when named_code is not null then (select id from users where user_code = named_code)
		when own then viewer_id end
), written as (
	insert into reads (block, number, seen_at, viewer_kind, viewer_id, viewer_code, viewer_name, viewer_role, session_id, subject, subject_key,
		people, part, channel, reason, ip, person_id, person_code)
	select $1, number, seen_at, viewer_kind, viewer_id, viewer_code, viewer_name, viewer_role, session_id, subject, subject_key,
		case when person_id is not null then 1 else people end, part, channel, reason, ip, person_id, person_code
	from found order by number
	returning *
)
select count(*), coalesce(min(number), 0), coalesce(max(number), 0), min(seen_at), max(seen_at), ` + readsDigest + ` from written`

func (b *block) insertReads(ctx context.Context, tx pgx.Tx, batch []row) error {
	if len(batch) == 0 {
		b.ReadsDigest = noRows
		return nil
	}
	c := columnsOf(batch)
	return tx.QueryRow(ctx, insertReads, b.ID, c.numbers, c.times, c.kinds, c.viewers, c.codes, c.names, c.roles, c.sessions, c.subjects,
		c.keys,
		c.people, c.parts, c.channels, c.reasons, c.ips, c.keyIDs, c.keyCodes, c.owns).
		Scan(&b.Reads, &b.First, &b.Last, &b.ReadsFrom, &b.ReadsTo, &b.ReadsDigest)
}

// columns are the rows of a batch by column.
type columns struct {
	numbers, viewers, sessions                                           []int64
	times                                                                []time.Time
	kinds, codes, names, roles, subjects, keys, parts, channels, reasons []string
	people                                                               []int32
	ips                                                                  []*netip.Addr
	keyIDs                                                               []*int64
	keyCodes                                                             []*uuid.UUID
	owns                                                                 []bool
}

func columnsOf(batch []row) columns {
	var c columns
	for _, r := range batch {
		read := r.read
		c.numbers, c.viewers, c.sessions = append(c.numbers, r.number), append(c.viewers, read.By.ID), append(c.sessions, read.By.Session)
		c.times = append(c.times, read.At)
		c.kinds, c.codes = append(c.kinds, string(read.By.Kind)), append(c.codes, shorten(read.By.Code, maxWord))
		c.names, c.roles = append(c.names, r.viewerName()), append(c.roles, r.viewerRole())
		c.subjects, c.keys = append(c.subjects, read.Of), append(c.keys, read.Key)
		c.parts, c.channels, c.reasons = append(c.parts, read.Part), append(c.channels, read.Channel), append(c.reasons, read.Reason)
		c.people = append(c.people, int32(read.People))
		c.ips = append(c.ips, addressOf(read.By.Origin.IP))
		c.keyIDs, c.keyCodes, c.owns = append(c.keyIDs, r.keyID), append(c.keyCodes, r.keyCode), append(c.owns, read.Own)
	}
	return c
}

// addressOf returns an IP address without its zone; nil for any other text.
func addressOf(text string) *netip.Addr {
	ip, err := netip.ParseAddr(text)
	if err != nil {
		return nil
	}
	ip = ip.WithZone("")
	return &ip
}
