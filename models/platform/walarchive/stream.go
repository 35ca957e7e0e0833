package walarchive

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pglogrepl"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"acolhe/models/platform/backup"
)

// chunkBytes is the size at which a chunk is stored before its time, in bytes; lastTimeout is the time limit of the last one.
const (
	chunkBytes  = 16 << 20
	lastTimeout = 20 * time.Second
)

// Resumption is where the log goes on, at the places that have all of it until there; none if it begins with a new base.
type Resumption struct {
	Base   Base
	From   pglogrepl.LSN
	Places []backup.Place
}

// Resume returns where the log goes on: at the places that have most of it after their newest base. There is none at first, and
// after the cluster was restored or did not keep its log. A place that could not be reached for a while is not among them.
func (a Archiver) Resume(ctx context.Context) (furthest Resumption, err error) {
	for _, place := range a.Writer.Places {
		at, err := a.resumeAt(ctx, place)
		if err != nil {
			return furthest, err
		}
		isSame := at.Base.Name == furthest.Base.Name && at.From == furthest.From
		switch {
		case len(at.Places) == 0:
		case isSame:
			furthest.Places = append(furthest.Places, place)
		case at.Base.Name > furthest.Base.Name || at.Base.Name == furthest.Base.Name && at.From > furthest.From:
			furthest = at
		}
	}
	if len(furthest.Places) == 0 {
		return furthest, nil
	}
	goesOn, err := a.goesOn(ctx, furthest.Base, furthest.From)
	if err != nil || !goesOn {
		return Resumption{}, err
	}
	return furthest, nil
}

// resumeAt returns where the log of one place goes on.
func (a Archiver) resumeAt(ctx context.Context, place backup.Place) (r Resumption, err error) {
	names, err := Bases(ctx, place)
	if err != nil || len(names) == 0 {
		return r, err
	}
	r.Base, err = ReadBase(ctx, place, names[0], a.Writer.Key)
	if errors.Is(err, backup.ErrOtherKey) || errors.Is(err, backup.ErrDamaged) {
		return Resumption{}, nil
	}
	if err != nil {
		return r, err
	}
	from, isWhole, err := position(ctx, place, r.Base)
	if err == nil && isWhole {
		r.From, r.Places = from, []backup.Place{place}
	}
	return r, err
}

// goesOn reports whether the cluster is that of a base and still has its log from a position on.
func (a Archiver) goesOn(ctx context.Context, base Base, from pglogrepl.LSN) (goesOn bool, err error) {
	conn, err := pgx.Connect(ctx, a.URL)
	if err != nil {
		return false, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	const same = `
		select system_identifier::text = $1 and ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int = $2
			and exists (select from pg_replication_slots where slot_name = $3 and wal_status <> 'lost' and restart_lsn <= $4::text::pg_lsn)
		from pg_control_system()`
	return goesOn, conn.QueryRow(ctx, same, base.System, base.Timeline, Slot, from.String()).Scan(&goesOn)
}

// Stream stores the log from a position on until ctx is done or the connection ends. Stored is called after each chunk.
func (a Archiver) Stream(ctx context.Context, base Base, from pglogrepl.LSN, stored func(ctx context.Context) error) error {
	config, err := pgconn.ParseConfig(a.URL)
	if err != nil {
		return err
	}
	config.RuntimeParams["replication"] = "true"
	config.RuntimeParams["wal_sender_timeout"] = "0" // storing a chunk may take longer
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	system, err := pglogrepl.IdentifySystem(ctx, conn)
	if err != nil {
		return err
	}
	if system.SystemID != base.System || system.Timeline != base.Timeline {
		return fmt.Errorf("the base is of cluster %s on timeline %d, not of %s on %d", base.System, base.Timeline, system.SystemID, system.Timeline)
	}
	options := pglogrepl.StartReplicationOptions{Timeline: base.Timeline, Mode: pglogrepl.PhysicalReplication}
	if err := pglogrepl.StartReplication(ctx, conn, Slot, from, options); err != nil {
		return err
	}
	s := stream{Archiver: a, conn: conn, base: base, start: from, stored: stored}
	return s.run(ctx)
}

// stream is a connection that receives the log.
type stream struct {
	Archiver
	conn   *pgconn.PgConn
	base   Base
	start  pglogrepl.LSN
	stored func(ctx context.Context) error

	pending bytes.Buffer
	// since is when the first byte of pending came.
	since time.Time
	// hasCaughtUp is true once the cluster had nothing more. What came before the stream is stored then, and not after Every:
	// else a process that is killed again and again would never store anything.
	hasCaughtUp bool
}

// isDue reports whether what came is to be stored.
func (s *stream) isDue() bool {
	return s.pending.Len() >= chunkBytes || s.Now().Sub(s.since) >= s.Every
}

func (s *stream) run(ctx context.Context) error {
	for {
		err := s.receive(ctx)
		if err == nil && s.pending.Len() > 0 && s.isDue() {
			err = s.flush(ctx)
		}
		if ctx.Err() != nil {
			// What came is stored before the end.
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastTimeout)
			defer cancel()
			return errors.Join(ctx.Err(), s.flush(last))
		}
		if err != nil {
			return err
		}
	}
}

// receive takes one message, or none for a second.
func (s *stream) receive(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	message, err := s.conn.ReceiveMessage(limited)
	if pgconn.Timeout(err) || ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	switch message := message.(type) {
	case *pgproto3.ErrorResponse:
		return pgconn.ErrorResponseToPgError(message)
	case *pgproto3.CopyDone:
		return io.ErrUnexpectedEOF
	case *pgproto3.CopyData:
		return s.take(ctx, message.Data)
	}
	return nil
}

func (s *stream) take(ctx context.Context, data []byte) error {
	switch data[0] {
	case pglogrepl.PrimaryKeepaliveMessageByteID:
		alive, err := pglogrepl.ParsePrimaryKeepaliveMessage(data[1:])
		if err != nil || !alive.ReplyRequested {
			return err
		}
		return s.confirm(ctx)
	case pglogrepl.XLogDataByteID:
		part, err := pglogrepl.ParseXLogData(data[1:])
		if err != nil {
			return err
		}
		if want := s.start + pglogrepl.LSN(s.pending.Len()); part.WALStart != want {
			return fmt.Errorf("the log goes on at %s, not at %s", part.WALStart, want)
		}
		if s.pending.Len() == 0 {
			s.since = s.Now()
		}
		s.pending.Write(part.WALData)
		if end := part.WALStart + pglogrepl.LSN(len(part.WALData)); !s.hasCaughtUp && end >= part.ServerWALEnd {
			s.hasCaughtUp, s.since = true, time.Time{}
		}
	}
	return nil
}

// flush stores what came and lets the cluster forget it.
func (s *stream) flush(ctx context.Context) error {
	if s.pending.Len() > 0 {
		part := chunk{s.start, s.start + pglogrepl.LSN(s.pending.Len()), s.Now()}
		_, err := s.Writer.Save(ctx, part.object(s.base.Name), func(into io.Writer) error {
			packed, err := gzip.NewWriterLevel(into, gzip.BestSpeed)
			if err != nil {
				return err
			}
			_, err = packed.Write(s.pending.Bytes())
			return errors.Join(err, packed.Close())
		})
		if err != nil {
			return err
		}
		s.start = part.end
		s.pending.Reset()
	}
	if err := s.confirm(ctx); err != nil {
		return err
	}
	return s.stored(ctx)
}

// confirm reports what is stored.
func (s *stream) confirm(ctx context.Context) error {
	return pglogrepl.SendStandbyStatusUpdate(ctx, s.conn, pglogrepl.StandbyStatusUpdate{WALWritePosition: s.start, WALFlushPosition: s.start,
		WALApplyPosition: s.start})
}
