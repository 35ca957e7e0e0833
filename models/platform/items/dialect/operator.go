package dialect

// Operator is the operator of a condition.
type Operator string

// The operators of decisions.md ("Generic items").
const (
	Eq             Operator = "_eq"
	Neq            Operator = "_neq"
	Lt             Operator = "_lt"
	Lte            Operator = "_lte"
	Gt             Operator = "_gt"
	Gte            Operator = "_gte"
	In             Operator = "_in"
	NotIn          Operator = "_nin"
	Null           Operator = "_null"
	NotNull        Operator = "_nnull"
	Empty          Operator = "_empty"
	NotEmpty       Operator = "_nempty"
	Contains       Operator = "_contains"
	NotContains    Operator = "_ncontains"
	IContains      Operator = "_icontains"
	NotIContains   Operator = "_nicontains"
	StartsWith     Operator = "_starts_with"
	NotStartsWith  Operator = "_nstarts_with"
	IStartsWith    Operator = "_istarts_with"
	NotIStartsWith Operator = "_nistarts_with"
	EndsWith       Operator = "_ends_with"
	NotEndsWith    Operator = "_nends_with"
	IEndsWith      Operator = "_iends_with"
	NotIEndsWith   Operator = "_niends_with"
	Between        Operator = "_between"
	NotBetween     Operator = "_nbetween"
)

// arity is the number and type of an operator's values.
type arity int

const (
	single arity = iota
	pair
	several
	boolean
)

var arities = map[Operator]arity{
	Eq: single, Neq: single, Lt: single, Lte: single, Gt: single, Gte: single,
	In: several, NotIn: several, Between: pair, NotBetween: pair,
	Null: boolean, NotNull: boolean, Empty: boolean, NotEmpty: boolean,
	Contains: single, NotContains: single, IContains: single, NotIContains: single,
	StartsWith: single, NotStartsWith: single, IStartsWith: single, NotIStartsWith: single,
	EndsWith: single, NotEndsWith: single, IEndsWith: single, NotIEndsWith: single,
}

// opposites are the operators for a boolean value of false.
var opposites = map[Operator]Operator{Null: NotNull, NotNull: Null, Empty: NotEmpty, NotEmpty: Empty}

// Operators lists all operators.
func Operators() []Operator { return sortedKeys(arities) }
