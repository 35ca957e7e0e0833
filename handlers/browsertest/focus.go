package browsertest

// WaitForSummary waits until the error summary of a form has the focus, and checks that it keeps it once the
// answer is processed.
func (p *Page) WaitForSummary() {
	p.t.Helper()
	p.WaitUntil("the summary has and keeps the focus", `async () => {
		for (let frame = 0; frame < 3; frame++) {
			if (!document.activeElement.matches("[role=alert]")) return false;
			await new Promise(requestAnimationFrame);
		}
		return true;
	}`)
}

// CheckFocusIsSeen checks WCAG 2.2, 2.4.11: the focused element is not hidden behind the header.
func (p *Page) CheckFocusIsSeen() {
	p.t.Helper()
	p.WaitUntil("what has the focus can be seen", `() => {
		const box = document.activeElement.getBoundingClientRect();
		const middle = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
		return [box.top + 2, middle].every((y) => document.activeElement.contains(document.elementFromPoint(box.left + box.width / 2, y)));
	}`)
}
