package orders

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/items"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
)

// Area declares what orders bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"orders", "order_changes"},
		Personal: personalData(),
		Terms:    []personal.Term{ordersTerm()},
		Items:    []*items.Collection{Collection()},
		Keys:     []settings.Definition{overdueDays.Definition()},
		Undo: []undo.Action{
			{Kind: MoveUndo, Collection: "orders", Action: access.Update, Undo: undo.With(UndoMove), Done: "Situação anterior restaurada."},
			{Kind: MovedMany, Collection: "orders", Action: access.Update, Undo: undo.With(UndoMoveMany),
				Done: "Os pedidos voltaram à situação anterior."},
			{Kind: TagAdded, Collection: "orders", Action: access.Update, Undo: undo.With(UndoAddTag), Done: "Etiqueta retirada."},
			{Kind: TagRemoved, Collection: "orders", Action: access.Update, Undo: undo.With(UndoRemoveTag), Done: "Etiqueta de volta."},
		},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		{
			Name: "orders", Label: "Pedidos", Of: "id in @orders",
			Data: []personal.Data{
				{
					Columns: "name_associate", Label: "Nome no pedido", Use: personal.Delivery,
					End: personal.Pseudonym("(select " + personal.NameOfID("erased.id") + " from users erased where erased.id = orders.user_id)"),
				},
				{Columns: "email", Label: "E-mail do pedido", Use: personal.Delivery, End: personal.Null},
				{
					Columns: "address", Label: "Endereço de entrega (fica a UF)", Use: personal.Delivery,
					End: personal.Only("jsonb_strip_nulls(jsonb_build_object('state', address -> 'state'))"),
				},
				{
					Columns: "prescriber prescriber_code tracking_code",
					Label:   "Receita e rastreio",
					Use:     personal.Delivery,
					End:     personal.Null,
				},
				{Columns: "info", Label: "Observações do pedido", Use: personal.Delivery, End: personal.Null, Mentions: true},
				{Columns: "freight_option", Use: personal.Delivery, End: personal.Null},
				{Columns: "tags", Use: personal.Delivery, End: personal.EmptyList},
				{
					Columns: "items custom_payment payment_method status service_user freight_carrier",
					Label:   "Produtos, valores e pagamento",
					Use:     personal.Delivery,
					End:     personal.Stays,
				},
			},
		},
		{
			Name: "order_changes", Label: "Histórico de pedidos", Of: personal.ByOrder,
			Data: []personal.Data{
				{
					Columns: "changes", Label: "Mudanças de um pedido", Use: personal.Delivery,
					End: personal.Only("changes - array['name_associate', 'email', 'address', 'info', 'prescriber', 'prescriber_code', 'tracking_code', 'freight_option', 'tags', 'custom_payment']"),
				},
				{Columns: "reason", Label: "Motivo da mudança", Use: personal.Delivery, End: personal.Null, Mentions: true},
				{
					Columns: "actor_name", Use: personal.Delivery, Withheld: true,
					End: personal.Pseudonym("case when actor_kind = 'associate' then @name else actor_name end"),
				},
			},
			Plain: "action actor_kind actor_code",
		},
	}
}

// ordersTerm declares how long names and addresses of ended orders are kept; what was sold and paid stays.
func ordersTerm() personal.Term {
	return personal.Term{
		Name: "orders", Label: "Pedidos", One: "pedido", Many: "pedidos",
		Table: "orders", When: "status in ('Entregue', 'Cancelado')", Since: "coalesce(paid_at, date_created)", Event: "ficam os valores depois de",
		Who: "name_associate", Href: "/painel/pedidos/%d",
		Person: "orders.user_id", Set: "orders", Files: map[string]string{"orders_files": "order_id"},
		End: "Fica sem nome", Reason: "mínimo da lei fiscal", YearEnd: true,
		Period: personal.Period{Count: 5, Unit: personal.Years},
		Options: []personal.Period{
			{Count: 1, Unit: personal.Years}, {Count: 5, Unit: personal.Years}, {Count: 6, Unit: personal.Years}, {Count: 10, Unit: personal.Years},
		},
		Least: personal.TaxLaw.Least(),
	}
}
