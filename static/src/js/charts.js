// The script of the pages with a chart beside its table, beside app.js.
import "./x-grafico.js";
