package signing

import (
	"time"

	"acolhe/models/platform/ratelimit"
)

// MaxCompleteBytes is the maximum size of the body of a signature: a picture of 2 MB in base64, and the other fields.
const MaxCompleteBytes = 3 << 20

// LinkLimit is the rate limit of reading by a link. Several people of a family or a clinic share an address.
func LinkLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "signing.link", Limit: 300, Per: 15 * time.Minute}
}

// CompleteLimit is the rate limit of signatures, which are expensive to make.
func CompleteLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "signing.complete", Limit: 30, Per: 15 * time.Minute}
}

// PublicLimit is the rate limit of the page that verifies a code.
func PublicLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "signing.public", Limit: 60, Per: 15 * time.Minute}
}

// SignerQuota is what an associate, or an address without a session, stores in a day by contracts and their signing.
func SignerQuota() ratelimit.Quota { return ratelimit.Quota{Name: "signing", Count: 5000} }
