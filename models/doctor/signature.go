package doctor

import (
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"strconv"
	"strings"
)

// usualSelectors are the names that the mail servers of many providers give to their keys; the DNS does not list those of a domain.
var usualSelectors = []string{"default", "dkim", "mail", "google", "selector1", "selector2", "s1", "s2", "k1", "zoho"}

// mailSignature looks at the keys with which receivers check the signatures of the mails (DKIM, RFC 6376): those of
// MAIL_DKIM_SELECTOR, else those with usual names.
func (v visit) mailSignature(ctx context.Context) (Finding, error) {
	domain := v.domain()
	if domain == "" {
		return good("Nenhum e-mail sai"), nil
	}
	for _, selector := range v.Sender.Selectors {
		key, err := v.signatureKey(ctx, selector, domain)
		if err != nil {
			return Finding{}, err
		}
		if finding := judgeSignature(selector, domain, key); finding.Level != Good {
			return finding, nil
		}
	}
	if len(v.Sender.Selectors) > 0 {
		return good("Certo em " + domain + ": " + strings.Join(v.Sender.Selectors, ", ")), nil
	}
	for _, selector := range usualSelectors {
		key, err := v.signatureKey(ctx, selector, domain)
		if err != nil {
			return Finding{}, err
		}
		if finding := judgeSignature(selector, domain, key); finding.Level == Good {
			return finding, nil
		}
	}
	return watch("Nenhuma chave com um nome usual em "+domain,
		"Peça ao provedor do e-mail o nome (selector) da chave DKIM e ponha-o em MAIL_DKIM_SELECTOR. Se ainda não há chave, crie no DNS a que ele indicar."), nil
}

// signatureKey returns the record of a key, "" if there is none.
func (v visit) signatureKey(ctx context.Context, selector, domain string) (string, error) {
	texts, err := v.texts(ctx, selector+"._domainkey."+domain)
	for _, text := range texts {
		if _, hasKey := keyTag(text); hasKey {
			return text, nil
		}
	}
	return "", err
}

// keyTag returns the tag p of a record of a key, without spaces.
func keyTag(record string) (key string, found bool) {
	for tag := range strings.SplitSeq(record, ";") {
		name, value, hasValue := strings.Cut(tag, "=")
		if hasValue && strings.TrimSpace(name) == "p" {
			return strings.Join(strings.Fields(value), ""), true
		}
	}
	return "", false
}

// leastBits is the size of the smallest RSA key that receivers accept (RFC 8301), in bits.
const leastBits = 1024

func judgeSignature(selector, domain, record string) Finding {
	const do = "Copie do provedor do e-mail o registro TXT de "
	name := selector + "._domainkey." + domain
	key, found := keyTag(record)
	switch {
	case !found:
		return bad("Falta a chave "+selector+" de "+domain, do+name+" e crie-o no DNS. Sem ele, parte dos e-mails cai no spam.")
	case key == "":
		return bad("A chave "+selector+" de "+domain+" foi revogada", do+name+" com a chave nova, ou troque o nome em MAIL_DKIM_SELECTOR.")
	}
	der, err := base64.StdEncoding.DecodeString(key)
	if err != nil {
		return bad("A chave "+selector+" de "+domain+" está incompleta", do+name+" de novo: falta uma parte ou sobrou um sinal.")
	}
	if public, err := x509.ParsePKIXPublicKey(der); err == nil {
		if weak, isRSA := public.(*rsa.PublicKey); isRSA && weak.N.BitLen() < leastBits {
			return bad("A chave "+selector+" de "+domain+" tem só "+strconv.Itoa(weak.N.BitLen())+" bits",
				"Crie no provedor do e-mail uma chave de 2048 bits. Uma menor do que "+strconv.Itoa(leastBits)+" não é aceita.")
		}
	}
	return good("Certo em " + domain + ": " + selector)
}
