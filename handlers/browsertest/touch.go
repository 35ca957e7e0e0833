package browsertest

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// PhoneOnSide sets the touch screen of Phone turned by a quarter.
func (p *Page) PhoneOnSide() {
	p.t.Helper()
	p.width = 844
	p.do("turn the phone", chromedp.EmulateViewport(p.width, 390, chromedp.EmulateMobile, chromedp.EmulateTouch))
}

// Spot is a point of an element, as parts of its width and height.
type Spot struct{ X, Y float64 }

// Stroke puts a finger on the element at the first spot, moves it to the others, and lifts it.
func (p *Page) Stroke(on string, spots ...Spot) {
	p.t.Helper()
	p.BeginStroke(on, spots...)
	p.EndStroke()
}

// BeginStroke is Stroke with the finger still down.
func (p *Page) BeginStroke(on string, spots ...Spot) {
	p.t.Helper()
	p.WaitFor(on)
	kind := input.DispatchTouchEventTypeTouchStart
	for _, spot := range spots {
		at := Read[input.TouchPoint](p, `(selector, spot) => {
			const box = document.querySelector(selector).getBoundingClientRect();
			return { x: box.x + box.width * spot.X, y: box.y + box.height * spot.Y };
		}`, on, spot)
		p.touch(kind, &at)
		kind = input.DispatchTouchEventTypeTouchMove
	}
}

// EndStroke lifts the finger.
func (p *Page) EndStroke() {
	p.t.Helper()
	p.touch(input.DispatchTouchEventTypeTouchEnd)
}

func (p *Page) touch(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
	p.t.Helper()
	points := append([]*input.TouchPoint{}, at...)
	p.do(string(kind), func(ctx context.Context, tab *chromedp.Target) (nothing chromedp.Void, err error) {
		_, err = cdp.Call(ctx, tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		return nothing, err
	})
}
