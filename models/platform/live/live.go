// Package live reports changes of tables to open pages: a trigger notifies the name of a table (migration 00050), a
// Hub of each process listens and wakes the pages that show it. A notification says nothing but the name, so that a
// page reads again what its person may see.
package live

import (
	"context"
	"log/slog"
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

// Hub wakes subscribers when a table changes.
type Hub struct {
	mu          sync.Mutex
	subscribers map[string]map[chan struct{}]bool
}

// NewHub returns a hub without subscribers.
func NewHub() *Hub { return &Hub{subscribers: map[string]map[chan struct{}]bool{}} }

// Subscribe returns a channel that receives after changes of a table, until end is called. Several changes may be one
// signal.
func (h *Hub) Subscribe(table string) (changes <-chan struct{}, end func()) {
	signals := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subscribers[table] == nil {
		h.subscribers[table] = map[chan struct{}]bool{}
	}
	h.subscribers[table][signals] = true
	return signals, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.subscribers[table], signals)
	}
}

// Subscribers returns the number of subscribers.
func (h *Hub) Subscribers() (count int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, signals := range h.subscribers {
		count += len(signals)
	}
	return count
}

// Close ends every subscription, so that the program can stop.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for table, subscribers := range h.subscribers {
		for signals := range subscribers {
			close(signals)
		}
		delete(h.subscribers, table)
	}
}

func (h *Hub) publish(table string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for signals := range h.subscribers[table] {
		select {
		case signals <- struct{}{}:
		default: // the subscriber has a signal that it has not read
		}
	}
}

func (h *Hub) publishAll() {
	h.mu.Lock()
	tables := make([]string, 0, len(h.subscribers))
	for table := range h.subscribers {
		tables = append(tables, table)
	}
	h.mu.Unlock()
	for _, table := range tables {
		h.publish(table)
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
