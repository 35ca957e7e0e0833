package richtext

import "strings"

// wordsPerMinute is the speed of an unhurried adult.
const wordsPerMinute = 180

// ReadingMinutes returns the time to read the text, at least a minute.
func (c Content) ReadingMinutes() int {
	words := 0
	for _, node := range c.Nodes {
		words += node.words()
	}
	return max(1, (words+wordsPerMinute-1)/wordsPerMinute)
}

func (n Node) words() int {
	words := len(strings.Fields(n.Text))
	for _, child := range n.Children {
		words += child.words()
	}
	return words
}
