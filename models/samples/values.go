package samples

import (
	"time"

	"github.com/google/uuid"
)

// listJSON is the list as a JSON array, [] when it is empty.
func listJSON[T any](list []T) string {
	if len(list) == 0 {
		return "[]"
	}
	return asJSON(list)
}

func orNull(code *uuid.UUID) any {
	if code == nil {
		return nil
	}
	return *code
}

func dateOrNull(day time.Time) any {
	if day.IsZero() {
		return nil
	}
	return day
}
