package signing

import (
	"testing"
	"time"
)

// The proof names the server for the letter with the link, and the device of the signer for what a person did.
func TestEvent_OnPaper(t *testing.T) {
	t.Parallel()
	ip, agent := "203.0.113.7", "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"
	for kind, want := range map[EventKind]string{EmailSent: "Servidor da associação", FormViewed: "Firefox no Linux"} {
		shown := Event{Kind: kind, IP: &ip, UserAgent: &agent}.onPaper(time.UTC)
		if isServer := kind == EmailSent; shown.Device != want || (shown.IP == "") != isServer || (shown.UserAgent == "") != isServer {
			t.Errorf("%s: %+v", kind, shown)
		}
	}
}
