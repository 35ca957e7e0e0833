package kind

const hexDigits = "0123456789abcdef"

// AppendJSON appends a value in PostgreSQL's text format as JSON; nil is null.
func (k Kind) AppendJSON(dst, value []byte) []byte {
	if value == nil {
		return append(dst, "null"...)
	}
	switch k {
	case Integer, Decimal, List, JSON:
		return append(dst, value...)
	case Boolean:
		if value[0] == 't' {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case Timestamp:
		return append(appendRFC3339(append(dst, '"'), value), '"')
	case Date, UUID:
		return append(append(append(dst, '"'), value...), '"')
	case Phase:
		if len(value) == 1 && value[0] >= '0' && value[0] <= '9' {
			return append(dst, value...)
		}
	}
	return AppendString(dst, value)
}

// appendRFC3339 writes `2026-11-20 12:30:00.5+00` as `2026-11-20T12:30:00.5Z`; database sessions
// are in UTC. Other forms (infinity, a year after 9999) are not changed.
func appendRFC3339(dst, value []byte) []byte {
	last := len(value) - len("+00")
	if last < len("2006-01-02 15:04:05") || value[10] != ' ' || string(value[last:]) != "+00" {
		return append(dst, value...)
	}
	dst = append(append(dst, value[:10]...), 'T')
	return append(append(dst, value[11:last]...), 'Z')
}

// AppendString appends a text as a JSON string. The text must be UTF-8, as all text from PostgreSQL
// is.
func AppendString(dst, value []byte) []byte {
	dst = append(dst, '"')
	clean := 0
	for i, b := range value {
		if b >= ' ' && b != '"' && b != '\\' {
			continue
		}
		dst = append(dst, value[clean:i]...)
		clean = i + 1
		switch b {
		case '"', '\\':
			dst = append(dst, '\\', b)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[b>>4], hexDigits[b&15])
		}
	}
	return append(append(dst, value[clean:]...), '"')
}
