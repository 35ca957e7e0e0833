package web

import "reflect"

// requiring is an input that names the members that must be sent; the others are optional.
type requiring interface{ Required() []string }

// partial is an input of optional members of which at least one must be sent.
type partial interface{ AtLeastOne() }

// requiredOf returns the members that an input of the type requires.
func requiredOf(t reflect.Type) []string {
	if input, ok := reflect.Zero(t).Interface().(requiring); ok {
		return input.Required()
	}
	return nil
}
