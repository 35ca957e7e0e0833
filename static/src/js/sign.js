// The script of the pages for signing a term.
import "./forms.js";
import "./x-desfazer.js";
import "./x-assinatura.js";
import "./x-conferir.js";
