// Removes case and accents, so that "joao" finds "João".
export const fold = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase().trim();
