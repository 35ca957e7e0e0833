// Folds case and accents away, so that "joao" finds "João".
export const fold = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase().trim();
