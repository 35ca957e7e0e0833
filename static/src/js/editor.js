// The script of the editor of terms, loaded on its page alone.
import "../css/editor.css";
import "./x-modelo.js";
