package cep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"acolhe/models/platform/outbound"
	"acolhe/models/types/brdoc"
	"acolhe/models/types/texts"
)

// DefaultURL is the address of ViaCEP.
const DefaultURL = "https://viacep.com.br"

const (
	// defaultTimeout is short enough for a person who continues to type.
	defaultTimeout = 2 * time.Second
	// maxResponse is the maximum number of bytes read of a response, far more than an address
	// needs.
	maxResponse = 64 << 10
)

// Directory is ViaCEP at a base URL, which the environment names. The zero value has no URL and always fails.
type Directory struct {
	URL string
	// Timeout is the maximum time of an answer; zero means two seconds.
	Timeout time.Duration
}

// wire is ViaCEP's response. Erro is a boolean in old responses and a text in newer ones.
type wire struct {
	Erro       any    `json:"erro"`
	CEP        string `json:"cep"`
	Logradouro string `json:"logradouro"`
	Bairro     string `json:"bairro"`
	Localidade string `json:"localidade"`
	UF         string `json:"uf"`
}

// fetch returns the directory's answer. Its errors contain neither the code nor the URL, because they
// are logged.
func (d Directory) fetch(ctx context.Context, code string) (entry, error) {
	if d.URL == "" {
		return entry{}, errors.New("no directory of postal codes is configured")
	}
	ctx, cancel := context.WithTimeout(ctx, d.timeLimit())
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(d.URL, "/")+"/ws/"+code+"/json/", nil)
	if err != nil {
		return entry{}, withoutURL(err)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "Acolhe")
	guard := outbound.Guard{}.Naming(request.URL.Hostname())
	transport := guard.ViaProxy(d.timeLimit())
	transport.DisableKeepAlives = true // a code is asked for once, so that a connection would only wait
	// A redirect comes from a captive portal or a moved directory and is no answer.
	response, err := outbound.ClientOf(transport).Do(request)
	if err != nil {
		return entry{}, withoutURL(err)
	}
	defer response.Body.Close()
	return read(response, code)
}

func (d Directory) timeLimit() time.Duration {
	if d.Timeout == 0 {
		return defaultTimeout
	}
	return d.Timeout
}

// read decodes a response into an address or an unknown code; anything else is an error.
func read(response *http.Response, code string) (entry, error) {
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if response.StatusCode != http.StatusOK || media != "application/json" {
		return entry{}, fmt.Errorf("ViaCEP answered %d %s", response.StatusCode, media)
	}
	raw, err := io.ReadAll(io.LimitReader(response.Body, maxResponse))
	if err != nil {
		return entry{}, withoutURL(err)
	}
	var body wire
	if err := json.Unmarshal(raw, &body); err != nil {
		return entry{}, errors.New("ViaCEP answered no JSON object")
	}
	if body.Erro == true || body.Erro == "true" {
		return entry{Address: Address{CEP: code}}, nil
	}
	found := entry{Known: true, Address: Address{CEP: code, Street: cleanName(body.Logradouro), Neighborhood: cleanName(body.Bairro),
		City: cleanName(body.Localidade), State: body.UF}}
	if brdoc.Digits(body.CEP) != code || found.City == "" || !brdoc.IsState(found.State) {
		return entry{}, errors.New("ViaCEP answered no address of the code")
	}
	return found, nil
}

// cleanName collapses spaces and bounds the length, as the columns of an address require.
func cleanName(name string) string {
	const longest = 120
	return texts.Truncate(strings.Join(strings.Fields(strings.ReplaceAll(name, "\x00", "")), " "), longest)
}

// withoutURL unwraps an error of net/http that contains the URL, and with it the postal code.
func withoutURL(err error) error {
	if of := new(url.Error); errors.As(err, &of) {
		return of.Err
	}
	return err
}
