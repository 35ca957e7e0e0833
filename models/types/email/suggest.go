package email

import "strings"

// domains are the hosts that most Brazilian addresses have.
var domains = []string{"gmail.com", "hotmail.com", "outlook.com", "yahoo.com.br", "yahoo.com", "icloud.com", "uol.com.br", "bol.com.br",
	"terra.com.br", "live.com", "msn.com", "hotmail.com.br", "outlook.com.br", "ig.com.br", "globo.com"}

// endings are mistyped ends of hosts with what they stand for.
var endings = map[string]string{
	".con": ".com", ".cmo": ".com", ".comm": ".com", ".ocm": ".com", ".vom": ".com", ".xom": ".com", ".com.bt": ".com.br", ".com.b": ".com.br",
	".ogr": ".org", ".ogr.br": ".org.br", ".ogr.bt": ".org.br", ".org.bt": ".org.br", ".gov.bt": ".gov.br",
}

// Suggest returns the address that was probably meant by an address with a mistyped host; empty if the host looks right.
func Suggest(address string) string {
	address, valid := Normalize(address)
	name, host, _ := strings.Cut(address, "@")
	if !valid {
		return ""
	}
	for _, domain := range domains {
		if host == domain {
			return ""
		}
	}
	for _, domain := range domains {
		if isTypo(host, domain) {
			return name + "@" + domain
		}
	}
	for wrong, right := range endings {
		if meant, found := strings.CutSuffix(host, wrong); found && meant != "" {
			return name + "@" + meant + right
		}
	}
	return ""
}

// isTypo reports whether one letter is wrong, missing, doubled or swapped with the next.
func isTypo(typed, domain string) bool {
	switch len(typed) - len(domain) {
	case 0:
		return isSwapped(typed, domain)
	case 1:
		return isWithoutOne(domain, typed)
	case -1:
		return isWithoutOne(typed, domain)
	}
	return false
}

// isSwapped reports whether two texts of one length differ in one letter, or in the order of two neighbours.
func isSwapped(a, b string) bool {
	first, last := 0, len(a)
	for first < last && a[first] == b[first] {
		first++
	}
	for last > first && a[last-1] == b[last-1] {
		last--
	}
	switch last - first {
	case 1:
		return true
	case 2:
		return a[first] == b[first+1] && a[first+1] == b[first]
	}
	return false
}

// isWithoutOne reports whether the shorter text is the longer one without one letter.
func isWithoutOne(shorter, longer string) bool {
	for i := range shorter {
		if shorter[i] != longer[i] {
			return shorter[i:] == longer[i+1:]
		}
	}
	return true
}
