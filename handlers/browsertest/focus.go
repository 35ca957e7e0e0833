package browsertest

// WaitForSummary waits until the error summary of a form has the focus and still has it after htmx has settled.
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

// CheckFocusIsSeen checks WCAG 2.2, 2.4.11: the header does not hide the focused element.
func (p *Page) CheckFocusIsSeen() {
	p.t.Helper()
	p.WaitUntil("what has the focus can be seen", `() => {
		const box = document.activeElement.getBoundingClientRect();
		const middle = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
		return [box.top + 2, middle].every((y) => document.activeElement.contains(document.elementFromPoint(box.left + box.width / 2, y)));
	}`)
}
