package parcels_test

import (
	"slices"
	"testing"
	"time"

	"acolhe/models/parcels"
	"acolhe/simulators/control"
)

// outcome is the state of a parcel with the labels that were paid for.
type outcome struct {
	state     parcels.State
	purchases int
}

var (
	refused = outcome{parcels.Refused, 0}
	unknown = outcome{parcels.Unknown, 0}
	unready = outcome{parcels.Bought, 1}
	ready   = outcome{parcels.Ready, 1}
)

// The failures of a call by what the carrier has done then (integrations.md, 9).
var (
	// refusals are answers that nothing was done.
	refusals = []control.Mode{control.Unauthorized, control.Forbidden, control.TooMany, control.TooManyRetry, control.Redirect}
	// losses may have done what was asked for, and have not.
	losses = []control.Mode{control.Internal, control.BadGateway, control.Unavailable, control.Reset, control.Empty, control.HTML,
		control.Huge, control.Hang}
	// lostAnswers have done it.
	lostAnswers = []control.Mode{control.Malformed, control.WrongType, control.SlowThenDone}
	// repeated are those after which a call without effect is made again at once.
	repeated = []control.Mode{control.TooMany, control.TooManyRetry, control.BadGateway, control.Unavailable, control.Reset}
)

// Every failure of every call of a purchase has its outcome: refused before the payment, unknown at it and then asked about,
// repeated after it. Nothing is paid twice.
func TestAdvance_Failures(t *testing.T) {
	t.Parallel()
	all := slices.Concat(refusals, losses, lostAnswers)
	for _, c := range []struct {
		option, route string
		modes         []control.Mode
		// at is the outcome after the first run, then after the job ran again, six minutes later and without failures.
		at, then outcome
	}{
		{byPAC, "POST /api/v2/me/cart", all, refused, refused},
		{byPAC, "/checkout", refusals, refused, refused},
		{byPAC, "/checkout", losses, unknown, refused},
		{byPAC, "/checkout", lostAnswers, ready, ready},
		{byPAC, "/generate", all, unready, ready},
		{byPAC, "/print", all, unready, ready},
		{byPAC, "/tracking", repeated, ready, ready},
		{byPAC, "/tracking", without(all, repeated...), unready, ready},
		{byLoggi, "/async-shipments", []control.Mode{control.Unauthorized}, ready, ready},
		{byLoggi, "/async-shipments", without(refusals, control.Unauthorized), refused, refused},
		{byLoggi, "/async-shipments", losses, unknown, refused},
		{byLoggi, "/async-shipments", lostAnswers, ready, ready},
		{byLoggi, "/labels", append(repeated, control.Unauthorized), ready, ready},
		{byLoggi, "/labels", without(all, append(repeated, control.Unauthorized)...), unready, ready},
	} {
		t.Run(c.route+" "+string(c.modes[0]), func(t *testing.T) {
			t.Parallel()
			b := start(t, c.option)
			for _, mode := range c.modes {
				at, then := b.buyWith(t, c.route, mode)
				if at != c.at || then != c.then {
					t.Errorf("%s: %v, later %v; want %v, later %v", mode, at, then, c.at, c.then)
				}
			}
		})
	}
}

func without(modes []control.Mode, others ...control.Mode) []control.Mode {
	return slices.DeleteFunc(slices.Clone(modes), func(mode control.Mode) bool { return slices.Contains(others, mode) })
}

// buyWith buys a label for Ana's order while a call fails once, and returns the outcome then and six minutes later. The order has
// no parcel before and after.
func (b *bench) buyWith(t *testing.T, route string, mode control.Mode) (at, then outcome) {
	t.Helper()
	before := b.purchases()
	for _, simulator := range []*control.Plane{b.loggi.Plane, b.me.Plane} {
		simulator.Fail(route, mode, 1)
	}
	parcel := b.request(t)
	_ = b.Advance(t.Context(), parcel.ID)
	at = outcome{b.find(t).State, b.purchases() - before}
	b.advance(6 * time.Minute)
	_ = b.Advance(t.Context(), parcel.ID)
	then = outcome{b.find(t).State, b.purchases() - before}
	b.exec(t, "delete from parcels")
	return at, then
}

// A cancellation that fails leaves the label as it was; one whose answer is lost is found by asking.
func TestCancel_Failures(t *testing.T) {
	t.Parallel()
	for option, c := range map[string]struct {
		route   string
		done    []control.Mode
		without []control.Mode
	}{
		byPAC:   {"/shipment/cancel", lostAnswers, slices.Concat(refusals, losses)},
		byLoggi: {"/packages/cancel", append(lostAnswers, control.Unauthorized), slices.Concat(without(refusals, control.Unauthorized), losses)},
	} {
		t.Run(c.route, func(t *testing.T) {
			t.Parallel()
			b := start(t, option)
			for _, mode := range slices.Concat(c.done, c.without) {
				parcel := b.request(t)
				if err := b.Advance(t.Context(), parcel.ID); err != nil {
					t.Fatal(err)
				}
				for _, simulator := range []*control.Plane{b.loggi.Plane, b.me.Plane} {
					simulator.Fail(c.route, mode, 1)
				}
				_, err := b.Cancel(t.Context(), b.camila(), parcel.ID)
				is := b.find(t)
				if isDone := slices.Contains(c.done, mode); isDone && (err != nil || is.State != parcels.Cancelled) || !isDone &&
					(err == nil || is.State != parcels.Ready || is.Failure == nil) {
					t.Errorf("%s: %s (%v), %v", mode, is.State, is.Failure, err)
				}
				b.exec(t, "delete from parcels")
			}
		})
	}
}

// The tracking of a parcel that cannot be read changes nothing and is read the next time; a call that was not answered is made
// again at once.
func TestTrack_Failures(t *testing.T) {
	t.Parallel()
	for option, route := range map[string]string{byPAC: "/shipment/tracking", byLoggi: "/tracking"} {
		t.Run(route, func(t *testing.T) {
			t.Parallel()
			b := start(t, option)
			parcel := b.request(t)
			if err := b.Advance(t.Context(), parcel.ID); err != nil {
				t.Fatal(err)
			}
			for _, mode := range slices.Concat(refusals, losses, lostAnswers) {
				b.exec(t, "update parcels set tracked_at = null")
				for _, simulator := range []*control.Plane{b.loggi.Plane, b.me.Plane} {
					simulator.Fail(route, mode, 1)
				}
				isRepeated := slices.Contains(repeated, mode) || option == byLoggi && mode == control.Unauthorized
				if err := b.Track(t.Context()); (err == nil) != isRepeated {
					t.Errorf("%s: %v", mode, err)
				}
				if is := b.find(t); (is.TrackedAt != nil) != isRepeated || is.State != parcels.Ready {
					t.Errorf("%s: %+v", mode, is)
				}
				if err := b.Track(t.Context()); err != nil || b.find(t).TrackedAt == nil {
					t.Errorf("after %s: %v", mode, err)
				}
			}
		})
	}
}
