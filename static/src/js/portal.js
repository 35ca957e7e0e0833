// The script of the pages of professionals: forms, menus and copying, without the updates of the panel.
import "./dialogs.js";
import "./menus.js";
import "./forms.js";
import "./preferences.js";
import "./address.js";
import "./x-senha.js";
import "./x-espera.js";
import "./x-mascara.js";
import "./x-data.js";
import "./x-desfazer.js";
import "./x-copiar.js";
import "./x-uma-vez.js";
