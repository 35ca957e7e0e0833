package dial

import (
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// limitSilence limits the time for which sent bytes stay unacknowledged, for which the kernel's own limit is a quarter of an hour.
func limitSilence(network, _ string, conn syscall.RawConn) error {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	var failed error
	err := conn.Control(func(fd uintptr) {
		failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silence.Milliseconds()))
	})
	if err != nil {
		return err
	}
	return failed
}
