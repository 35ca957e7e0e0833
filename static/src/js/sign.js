// The script of the pages for signing and verifying a document.
import "./forms.js";
import "./x-desfazer.js";
import "./x-espera.js";
import "./x-leitura.js";
import "./x-assinatura.js";
import "./x-conferir.js";
import "./x-comparar.js";
