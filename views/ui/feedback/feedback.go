// Package feedback reports what is going on: alerts, toasts, a countdown, a secret shown once, and the parts of a page that
// read themselves again while something changes.
package feedback
