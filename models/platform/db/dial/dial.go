// Package dial connects to PostgreSQL so that a server behind a cut network is noticed within seconds: neither an idle connection,
// such as one that listens, nor one that waits for an answer stays with a primary that nobody reaches any more.
package dial

import (
	"context"
	"net"
	"time"
)

// silence is the time after which a server that acknowledges nothing counts as lost.
const silence = 10 * time.Second

// Dial is the pgconn.DialFunc of the program; the context has the time limit.
func Dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: silence / 2, Interval: silence / 5, Count: 3},
		Control:         limitSilence,
	}
	return dialer.DialContext(ctx, network, address)
}
