// The queue of documents to check, beside app.js.
import "./x-documento.js";
