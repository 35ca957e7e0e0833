package api

import (
	"acolhe/models/analytics"
	"acolhe/models/types/access"
	"acolhe/web"
)

// Rules that the types of analytics cannot express.
const (
	analyticsRules = " start and end are days (2026-11-20) of the association's time zone, both included, at most 20 years; without them it is the last 12 civil " +
		"months until today. The date of a bucket is its first day, weeks begin on Monday; empty buckets are present with 0."
	associateRules = "Associates by the day of their registration, without patients; the age is that on this day." + analyticsRules
	orderRules     = "Orders by the day they were placed, cancelled ones included. The sum of top_associates are totals, count and sum of top_products " +
		"pieces and amounts." + analyticsRules
	serviceRules = "Services by their consultation date, else by the day they were created; without status only paid ones. payable_sum and " +
		"association_fee_sum follow the rule of /services/reports: the fee is what is really kept of the price. The key of by_professional is the row " +
		"id, professional_id takes it or the professional_code. The sum of top_associates are resolved prices." + analyticsRules
	receptionRules = "Contacts by the day they were created. to_orders and to_services are those completed with the reason Pedido and Serviço. attendant " +
		"is a user_code, or none." + analyticsRules
)

func (a API) analyticsRoutes() []web.Route {
	const root = "/api/v1/analytics"
	reads := web.CanAsStaff("reports", access.Read)
	return []web.Route{
		web.GET(root+"/associates", reads, a.analyseAssociates).FromReplica().Expensive().Doc(associateRules),
		web.GET(root+"/services", reads, a.analyseServices).FromReplica().Expensive().Doc(serviceRules),
		web.GET(root+"/orders", reads, a.analyseOrders).FromReplica().Expensive().Doc(orderRules),
		web.GET(root+"/reception", reads, a.analyseReception).FromReplica().Expensive().Doc(receptionRules),
	}
}

func (a API) analyseAssociates(r *web.Request, input analytics.AssociatesInput) (analytics.Associates, error) {
	return analytics.FindAssociates(r.Context(), a.DB, r.By, input)
}

func (a API) analyseServices(r *web.Request, input analytics.ServicesInput) (analytics.Services, error) {
	return analytics.FindServices(r.Context(), a.DB, r.By, input)
}

func (a API) analyseOrders(r *web.Request, input analytics.OrdersInput) (analytics.Orders, error) {
	return analytics.FindOrders(r.Context(), a.DB, r.By, input)
}

func (a API) analyseReception(r *web.Request, input analytics.ReceptionInput) (analytics.Reception, error) {
	return analytics.FindReception(r.Context(), a.DB, r.By, input)
}
