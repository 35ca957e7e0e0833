// The script of the pages before sign-in: as little as they need.
import "./forms.js";
import "./x-senha.js";
import "./x-codigo.js";
import "./x-chave.js";
import "./x-desfazer.js";
import "./x-espera.js";
import "./x-retorno.js";
import "./x-sem-internet.js";
