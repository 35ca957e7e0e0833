package pix_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"acolhe/models/types/money"
	"acolhe/models/types/pix"
)

const randomKey = "123e4567-e12b-12d1-a456-426655440000"

// The first case is the example of the Banco Central's manual, including the checksum.
func TestCode(t *testing.T) {
	for want, charge := range map[string]pix.Charge{
		"00020126580014br.gov.bcb.pix0136" + randomKey + "5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D": {
			Key: randomKey, Name: "Fulano de Tal", City: "BRASILIA",
		},
		"00020126360014br.gov.bcb.pix0114+55489999912345204000053039865406430.905802BR5920Associacao Flor & Co6013Florianopolis62120508PEDIDO126304": {
			Key: "+55 48 99999-1234", Name: " Associação  Flor & Cº ", City: "Florianópolis", Amount: money.MustParse("430.9"), ID: "PEDIDO12",
		},
		"00020126330014br.gov.bcb.pix0111529982247255204000053039865406430.905802BR5924Associacao Brasileira de6015Sao Jose do Val62070503***6304": {
			Key: "529.982.247-25", Name: "Associação Brasileira de\tApoio", City: "São José do Vale do Rio Preto", Amount: money.MustParse("430.90"),
		},
	} {
		code, err := charge.Code()
		if err != nil || !strings.HasPrefix(code, want) {
			t.Errorf("got  %s (%v)\nwant %s", code, err, want)
		}
		if err == nil {
			checkCode(t, code)
		}
	}
}

func TestCode_Invalid(t *testing.T) {
	good := pix.Charge{Key: randomKey, Name: "Flor", City: "Ilhéus", ID: "PEDIDO1"}
	for name, spoil := range map[string]func(*pix.Charge){
		"no key": func(c *pix.Charge) { c.Key = "" }, "wrong key": func(c *pix.Charge) { c.Key = "11999" },
		"no name": func(c *pix.Charge) { c.Name = " " }, "a name beyond ASCII": func(c *pix.Charge) { c.Name = "花" },
		"no city":                func(c *pix.Charge) { c.City = "" },
		"sign in the identifier": func(c *pix.Charge) { c.ID = "PEDIDO-1" },
		"long identifier":        func(c *pix.Charge) { c.ID = strings.Repeat("A", 26) },
		"negative amount":        func(c *pix.Charge) { c.Amount = money.MustParse("-1") },
		"long amount":            func(c *pix.Charge) { c.Amount = money.MustParse("12345678901.00") },
	} {
		charge := good
		spoil(&charge)
		if code, err := charge.Code(); err == nil {
			t.Errorf("%s: %s", name, code)
		}
	}
}

// An independent parser reads every amount, name and city back.
func TestCode_RoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		charge := pix.Charge{
			Key: randomKey, Name: rapid.StringN(1, 40, 80).Draw(t, "name"), City: rapid.StringN(1, 30, 60).Draw(t, "city"),
			Amount: money.FromCents(rapid.Int64Range(0, 999_999_999).Draw(t, "cents")), ID: rapid.StringMatching(`[A-Z0-9]{0,25}`).Draw(t, "id"),
		}
		code, err := charge.Code()
		if err != nil {
			return
		}
		read := checkCode(t, code)
		if read["26.01"] != randomKey || read["62.05"] != charge.ID && charge.ID != "" {
			t.Fatalf("%s says %v", code, read)
		}
		if read["54"] != "" && read["54"] != charge.Amount.String() || read["54"] == "" != charge.Amount.IsZero() {
			t.Fatalf("%s asks for %q, not %s", code, read["54"], charge.Amount)
		}
	})
}

func FuzzCode(f *testing.F) {
	f.Add(randomKey, "Flor", "Ilhéus", "PEDIDO1", int64(43090))
	f.Add("pix@flor.org.br", "ﬁ№ ß", "São\x00Luís", "", int64(0))
	f.Fuzz(func(t *testing.T, key, name, city, id string, cents int64) {
		charge := pix.Charge{Key: key, Name: name, City: city, ID: id, Amount: money.FromCents(cents)}
		if code, err := charge.Code(); err == nil {
			checkCode(t, code)
		}
	})
}

func TestQR(t *testing.T) {
	code, err := pix.Charge{Key: randomKey, Name: "Flor", City: "Ilhéus", Amount: money.MustParse("280")}.Code()
	if err != nil {
		t.Fatal(err)
	}
	squares, err := pix.QR(code)
	if err != nil || len(squares) < 21 || (len(squares)-17)%4 != 0 {
		t.Fatalf("%d squares (%v)", len(squares), err)
	}
	last := len(squares) - 7
	for _, corner := range [][2]int{{0, 0}, {0, last}, {last, 0}} {
		if !squares[corner[0]][corner[1]] || !squares[corner[0]+3][corner[1]+3] || squares[corner[0]+1][corner[1]+1] {
			t.Errorf("no finder at %v", corner)
		}
	}
	drawn := map[[2]int]bool{}
	for _, run := range squares.Runs() {
		for x := range run.Length {
			drawn[[2]int{run.Y, run.X + x}] = true
		}
	}
	for y, row := range squares {
		for x, dark := range row {
			if drawn[[2]int{y, x}] != dark {
				t.Fatalf("the runs are wrong at row %d, column %d", y, x)
			}
		}
	}
}

// fataler is a *testing.T or a *rapid.T.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// checkCode parses a code as a bank does and checks it against the standard. It returns the fields
// by id; nested fields have both ids.
func checkCode(t fataler, code string) map[string]string {
	t.Helper()
	read := map[string]string{}
	readFields(t, code, "", read)
	if want := fmt.Sprintf("%04X", crc(code[:len(code)-4])); read["63"] != want {
		t.Fatalf("the checksum of %s is %s, want %s", code, read["63"], want)
	}
	for id, want := range map[string]string{"00": "01", "26.00": "br.gov.bcb.pix", "52": "0000", "53": "986", "58": "BR"} {
		if read[id] != want {
			t.Fatalf("%s has %q in %s", code, read[id], id)
		}
	}
	for id, maxLength := range map[string]int{"26": 99, "26.01": 77, "54": 13, "59": 25, "60": 15, "62.05": 25} {
		if len(read[id]) > maxLength || read[id] == "" && id != "54" {
			t.Fatalf("%s has %d characters in %s", code, len(read[id]), id)
		}
	}
	for i := range len(code) {
		if code[i] < ' ' || code[i] > '~' {
			t.Fatalf("%q holds a byte beyond ASCII", code)
		}
	}
	return read
}

func readFields(t fataler, code, under string, into map[string]string) {
	t.Helper()
	last := ""
	for len(code) > 0 {
		if len(code) < 4 {
			t.Fatalf("%q is no field", code)
		}
		id := code[:2]
		length, err := strconv.Atoi(code[2:4])
		if err != nil || len(code) < 4+length || length == 0 || id <= last {
			t.Fatalf("%q is no field after %s", code, last)
		}
		value := code[4 : 4+length]
		into[under+id] = value
		if under == "" && (id == "26" || id == "62") {
			readFields(t, value, id+".", into)
		}
		code, last = code[4+length:], id
	}
}

// crc divides bit by bit, as the standard describes it; the CRC of 123456789 is 29B1.
func crc(text string) uint32 {
	rest := uint32(0xFFFF)
	for _, octet := range []byte(text) {
		for bit := 7; bit >= 0; bit-- {
			in := uint32(octet>>bit) & 1
			out := rest >> 15 & 1
			rest = rest << 1 & 0xFFFF
			if in != out {
				rest ^= 0x1021
			}
		}
	}
	return rest
}

func TestCRC(t *testing.T) {
	if got := crc("123456789"); got != 0x29B1 {
		t.Errorf("%X", got)
	}
}
