package queue_test

import (
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/reception/queue"
)

func TestReadBoard_Label(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, `update reception set labels = '["Urgente"]' where id = 1`)
	board, err := queue.ReadBoard(t.Context(), connection.DB, dbtest.Bruno.Caller(), queue.BoardInput{Label: "Urgente"})
	if err != nil || board.All != 1 || board.Lanes[0].Items[0].ID != 1 {
		t.Errorf("the board holds %+v (%v)", board, err)
	}
	next, err := queue.Next(t.Context(), connection.DB, dbtest.Bruno.Caller(), 1, queue.BoardInput{Label: "Urgente"})
	if err != nil || next != 0 {
		t.Errorf("the next one is %d (%v)", next, err)
	}
}
