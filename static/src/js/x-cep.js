import { ask } from "./ask.js";
import { defineCEP } from "./cep.js";

defineCEP(ask);
