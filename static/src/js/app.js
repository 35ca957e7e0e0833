// The script of the signed-in pages: everything that several pages need. A page with a large script
// of its own (editor, signature) gets an entry of its own.
import htmx from "htmx.org";
import "./swaps.js";
import "./dialogs.js";
import "./menus.js";
import "./forms.js";
import "./session.js";
import "./lists.js";
import "./tabs.js";
import "./preferences.js";
import "./paper.js";
import "./address.js";
import "./saves.js";
import "./records.js";
import "./x-senha.js";
import "./x-codigo.js";
import "./x-chave.js";
import "./x-espera.js";
import "./x-mascara.js";
import "./x-data.js";
import "./x-arquivo.js";
import "./x-busca.js";
import "./x-sozinho.js";
import "./x-cep.js";
import "./x-tabela.js";
import "./x-fila.js";
import "./x-vivo.js";
import "./x-selecao.js";
import "./x-desfazer.js";
import "./x-copiar.js";
import "./x-cruz.js";
import "./x-gaveta.js";
import "./x-pergunta.js";
import "./x-editar.js";
import "./x-oculta.js";
import "./x-celulas.js";
import "./x-uma-vez.js";
import "./x-janela.js";
import "./x-envio.js";
import "./x-ordem.js";
import "./x-mudancas.js";
import "./x-peneira.js";
import "./x-planilha.js";
import "./x-paleta.js";
import "./x-atalhos.js";
import "./x-avisos.js";
import "./x-variaveis.js";

// htmx would process the page in a later task than the one that defines the elements above: whoever types at once would
// be missed.
htmx.process(document.body);

// Only over HTTPS, as on the pages of associates: a page that cannot be loaded ends in a page of ours.
if (location.protocol === "https:") navigator.serviceWorker?.register("/sw.js");
