package doctor

import "golang.org/x/sys/unix"

// isClockSet reports whether the kernel says that the clock is set by the network; true if it does not say.
func isClockSet() bool {
	state, err := unix.Adjtimex(&unix.Timex{})
	return err != nil || state != unix.TIME_ERROR
}
