//go:build !linux

package doctor

// isClockSet reports true: the system does not say.
func isClockSet() bool { return true }
