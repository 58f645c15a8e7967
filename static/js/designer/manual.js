// The manual: the choice of its language. Everything else on that page works without a script.

import { render } from "../../vendor/lit-html/lit-html.js";
import { markScriptRunning } from "../shared/script_state.js";
import { languageView } from "../shared/views/language_view.js";

markScriptRunning();
render(languageView(), /** @type {HTMLElement} */ (document.getElementById("language")));
