// Package live reports changes of tables to open pages: a trigger notifies the name of a table (migrations/derived/live.sql), a
// Hub of each process listens and wakes the pages that show it. A notification says nothing but the name, so that a
// page reads again what its person may see.
package live

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// channel is the channel of the notifications.
const channel = "acolhe_live"

// Wait before connecting again; it doubles up to the maximum.
const (
	firstWait = 100 * time.Millisecond
	maxWait   = 5 * time.Second
)

// clockSkew is how far the clock of the instance that wrote a page may be ahead of this one's.
const clockSkew = 2 * time.Second

// Hub wakes subscribers when a table changes.
type Hub struct {
	mu sync.Mutex
	// subscribers are the channels with the tables of each.
	subscribers map[chan struct{}][]string
	// changed has the time of the last change of a table, connected that since which no change was missed.
	changed   map[string]time.Time
	connected time.Time
}

// NewHub returns a hub without subscribers.
func NewHub() *Hub {
	return &Hub{subscribers: map[chan struct{}][]string{}, changed: map[string]time.Time{}}
}

// Subscribe returns a channel that receives after changes of the tables, until end is called, and at once if one of them
// may have changed since a time. Several changes may be one signal.
func (h *Hub) Subscribe(since time.Time, tables ...string) (changes <-chan struct{}, end func()) {
	signals := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.subscribers[signals] = tables
	if h.mayHaveChanged(since, tables) {
		signals <- struct{}{}
	}
	return signals, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.subscribers, signals)
	}
}

func (h *Hub) mayHaveChanged(since time.Time, tables []string) bool {
	since = since.Add(-clockSkew)
	isAfter := func(table string) bool { return h.changed[table].After(since) }
	return h.connected.IsZero() || h.connected.After(since) || slices.ContainsFunc(tables, isAfter)
}

// Subscribers returns the number of subscribers.
func (h *Hub) Subscribers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.subscribers)
}

// Close ends every subscription, so that the program can stop.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for signals := range h.subscribers {
		close(signals)
	}
	clear(h.subscribers)
}

func (h *Hub) publish(table string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.changed[table] = time.Now()
	for signals, tables := range h.subscribers {
		if slices.Contains(tables, table) {
			signal(signals)
		}
	}
}

// publishAll wakes every subscriber, since notifications may have been missed before a connection.
func (h *Hub) publishAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.connected = time.Now()
	for signals := range h.subscribers {
		signal(signals)
	}
}

func signal(signals chan struct{}) {
	select {
	case signals <- struct{}{}:
	default: // the subscriber has a signal that it has not read
	}
}

// Listen listens on a connection of its own until ctx is done, and connects again when it breaks; every subscriber is
// woken then, as notifications may have been missed.
func (h *Hub) Listen(ctx context.Context, config *pgx.ConnConfig, log *slog.Logger) {
	wait := firstWait
	for ctx.Err() == nil {
		err := h.listenOnce(ctx, config, func() { wait = firstWait })
		if ctx.Err() != nil {
			return
		}
		log.Warn("listening for changes broke off", "error", err.Error(), "again_in", wait)
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, maxWait)
	}
}

// listenOnce listens until the connection breaks; connected is called once it is established.
func (h *Hub) listenOnce(ctx context.Context, config *pgx.ConnConfig, connected func()) error {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the connection is given up
	if _, err := conn.Exec(ctx, "listen "+channel); err != nil {
		return err
	}
	connected()
	h.publishAll()
	for {
		notification, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		h.publish(notification.Payload)
	}
}
