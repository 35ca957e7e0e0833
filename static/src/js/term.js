// The script of the pages of a term besides signing: as little as they need.
import "./x-desfazer.js";
import "./x-leitura.js";
import "./x-assinado.js";
import "./x-comparar.js";
