package brdoc

// StateOfCEP returns the federative unit of a postal code of eight digits; empty if it is unknown.
func StateOfCEP(cep string) string {
	if _, valid := CEP(cep); !valid {
		return ""
	}
	for _, area := range []struct{ last, state string }{
		{"00999", ""}, {"19999", "SP"}, {"28999", "RJ"}, {"29999", "ES"}, {"39999", "MG"}, {"48999", "BA"}, {"49999", "SE"}, {"56999", "PE"},
		{"57999", "AL"}, {"58999", "PB"}, {"59999", "RN"}, {"63999", "CE"}, {"64999", "PI"}, {"65999", "MA"}, {"68899", "PA"}, {"68999", "AP"},
		{"69299", "AM"}, {"69399", "RR"}, {"69899", "AM"}, {"69999", "AC"}, {"72799", "DF"}, {"72999", "GO"}, {"73699", "DF"}, {"76799", "GO"},
		{"76999", "RO"}, {"77999", "TO"}, {"78899", "MT"}, {"78999", ""}, {"79999", "MS"}, {"87999", "PR"}, {"89999", "SC"}, {"99999", "RS"},
	} {
		if cep[:5] <= area.last {
			return area.state
		}
	}
	return ""
}
