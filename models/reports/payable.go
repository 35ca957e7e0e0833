package reports

import "acolhe/models/types/money"

// Prices are the amounts that resolve the price of a service, in reais; nil is not set.
type Prices struct{ Paid, Agreed, Professional, Type *money.Amount }

// Resolve returns the price of the service (decisions.md, "Orders, services, reports"): what was paid, if above 0, else
// the first amount that is set, which may be 0, else 0.
func (p Prices) Resolve() money.Amount {
	if p.Paid != nil && p.Paid.Cmp(money.Zero) > 0 {
		return *p.Paid
	}
	for _, price := range []*money.Amount{p.Agreed, p.Professional, p.Type} {
		if price != nil {
			return *price
		}
	}
	return money.Zero
}

// Share divides what was received for a service. Fee and Donation are what the association really keeps, never more than
// was received, so that Payable = Received − Fee − Donation.
type Share struct {
	Received money.Amount `json:"received"`
	Fee      money.Amount `json:"fee"`
	Donation money.Amount `json:"donation"`
	Payable  money.Amount `json:"payable"`
}

// Divide returns the share of the professional: max(0, received − fee − donation). The donation is 0 unless it is
// deducted. The amounts are exact decimals of two places, so that nothing is rounded.
func Divide(received, fee, donation money.Amount) Share {
	share := Share{Received: received, Fee: least(fee, received)}
	share.Donation = least(donation, received.Sub(share.Fee))
	share.Payable = received.Sub(share.Fee).Sub(share.Donation)
	return share
}

// Add returns the sum of two shares.
func (s Share) Add(other Share) Share {
	return Share{s.Received.Add(other.Received), s.Fee.Add(other.Fee), s.Donation.Add(other.Donation), s.Payable.Add(other.Payable)}
}

func least(a, b money.Amount) money.Amount {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}
