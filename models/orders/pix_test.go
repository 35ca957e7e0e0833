package orders_test

import (
	"strings"
	"testing"

	"acolhe/models/orders"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/money"
)

func TestPayByPix_ByStatus(t *testing.T) {
	connection := dbtest.New(t)
	awaiting := orders.Order{ID: 12, Status: orders.AwaitingPayment, Total: money.MustParse("280")}
	paid, free := awaiting, awaiting
	paid.Status, free.Total = orders.Paid, money.Zero
	codeOf := func(order orders.Order) orders.PixPayment {
		t.Helper()
		payment, err := orders.PayByPix(t.Context(), connection.DB, order)
		if err != nil {
			t.Fatal(err)
		}
		return payment
	}
	if payment := codeOf(awaiting); payment.Code+payment.Problem != "" {
		t.Errorf("without a key there is %+v", payment)
	}
	t.Setenv("SYSTEM_ASSOCIATION_NAME", "Associação Flor da Ilha")
	t.Setenv("STORE_PIX_KEY", "pix@flor.org.br")
	payment := codeOf(awaiting)
	for _, part := range []string{"0115pix@flor.org.br", "5406280.00", "5923Associacao Flor da Ilha", "6006Brasil", "0508PEDIDO12"} {
		if !strings.Contains(payment.Code, part) {
			t.Errorf("%q is not in %s", part, payment.Code)
		}
	}
	if !payment.Amount.Equal(awaiting.Total) || len(payment.QR) == 0 {
		t.Errorf("it charges %s, in %d squares", payment.Amount, len(payment.QR))
	}
	t.Setenv("STORE_PIX_NAME", "Flor Ltda")
	t.Setenv("STORE_PIX_CITY", "Ilhéus")
	if code := codeOf(awaiting).Code; !strings.Contains(code, "5909Flor Ltda6006Ilheus") {
		t.Errorf("the receiver is another in %s", code)
	}
	for name, order := range map[string]orders.Order{"paid": paid, "free": free} {
		if payment := codeOf(order); payment.Code+payment.Problem != "" {
			t.Errorf("a %s order charges %+v", name, payment)
		}
	}
	t.Setenv("STORE_PIX_NAME", "花")
	if payment := codeOf(awaiting); payment.Code != "" || !strings.Contains(payment.Problem, "nome") {
		t.Errorf("a name that no code can hold gives %+v", payment)
	}
	// An invalid key counts as absent.
	t.Setenv("STORE_PIX_KEY", "flor")
	if payment := codeOf(awaiting); payment.Code+payment.Problem != "" {
		t.Errorf("a wrong key gives %+v", payment)
	}
}
