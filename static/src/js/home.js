// The day page and the page that arranges it.
import "./x-dobras.js";
import "./x-organizar.js";
