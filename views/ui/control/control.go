// Package control holds the fields of forms: an input, a choice, a search, an upload, a password. Each takes its label, value,
// hint and error, and ties them together for screen readers; the server normalises and validates what is typed. The form
// around them, its foot and its error summary are in package ui.
package control
