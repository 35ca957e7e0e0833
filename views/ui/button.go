package ui

import (
	"github.com/a-h/templ"

	"acolhe/views/ui/markup"
)

func (b Button) kind() string {
	if b.Submit {
		return "submit"
	}
	return "button"
}

func (b Button) size() string {
	switch {
	case b.IconOnly && b.Small:
		return "icon-sm"
	case b.IconOnly:
		return "icon"
	case b.Small:
		return "sm"
	}
	return ""
}

func (b Button) attributes() templ.Attributes {
	attrs := templ.Attributes{}
	set := func(name, value string) {
		if value != "" {
			attrs[name] = value
		}
	}
	set("data-variant", string(b.Variant))
	set("data-size", b.size())
	set("name", b.Name)
	set("value", b.Value)
	set("form", b.Form)
	set("data-key", markup.Key(b.Key))
	set("aria-keyshortcuts", b.Key)
	if b.IconOnly {
		attrs["aria-label"] = b.Label
	}
	if command, target := b.command(); target != "" {
		attrs["command"], attrs["commandfor"] = command, target
	}
	attrs["disabled"] = b.Disabled
	attrs["autofocus"] = b.Focus
	if b.Busy {
		attrs["aria-busy"] = "true"
	}
	for name, value := range b.Attrs {
		attrs[name] = value
	}
	return attrs
}

func (b Button) command() (command, target string) {
	if b.Opens != "" {
		return "show-modal", b.Opens
	}
	return "close", b.Closes
}

// RowKey returns the attributes of a Button in a row of a table that a key presses while the row has the focus.
func RowKey(key string) templ.Attributes {
	return templ.Attributes{"data-row-key": markup.Key(key), "aria-keyshortcuts": key}
}
