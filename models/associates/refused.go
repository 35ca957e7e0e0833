package associates

import (
	"slices"

	"acolhe/models/types/texts"
)

// The purposes of the consents (models/consents) on which what pages show depends.
const (
	purposeWhatsApp = "whatsapp"
	purposeImage    = "image"
)

// RefusesWhatsApp reports whether the associate does not allow messages by WhatsApp.
func (a Associate) RefusesWhatsApp() bool { return slices.Contains(a.Refused, purposeWhatsApp) }

// ChatPhone returns the number for messages by WhatsApp; empty without one, and for somebody who does not allow them.
func (a Associate) ChatPhone() string {
	if a.RefusesWhatsApp() {
		return ""
	}
	return texts.Of(a.Phone)
}

// Picture returns the address of the uploaded picture for the pages of others; empty without one, and if the associate has
// withdrawn the use of it. Pages show no pictures of other sites.
func (a Associate) Picture() string {
	if slices.Contains(a.Refused, purposeImage) {
		return ""
	}
	return a.OwnPicture()
}

// HidesPicture reports whether there is a picture that only its associate sees.
func (a Associate) HidesPicture() bool { return a.OwnPicture() != "" && a.Picture() == "" }
