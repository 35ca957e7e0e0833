package statements

// Parse reads a file, to try hostile ones.
func Parse(content []byte) {
	_, _ = parse(content)
}
