// The script of the pages of associates.
import "./forms.js";
import "./held.js";
import "./x-senha.js";
import "./x-desfazer.js";
import "./x-espera.js";
import "./x-mascara.js";
import "./x-copiar.js";
import { defineCEP } from "./cep.js";
import "./x-endereco.js";
import "./x-rascunho.js";
import "./x-foto.js";
import "./x-aguardo.js";

defineCEP(async (address, _, signal) => {
  const answer = await fetch(address, { signal, headers: { Accept: "text/html", "HX-Request": "true" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
});

// Only in a secure context, which is HTTPS or this machine itself.
navigator.serviceWorker?.register("/sw.js");
