// Views that the first screen of a game does not need. The page loads this script when it shows one of them.
// It gets the page's function that draws faces, because that is large, and knows the pictures of authors.

import { gameCover } from "../shared/views/game_cover.js";
import { goneView } from "./views/gone_view.js";
import { helpSheet } from "./views/help_sheet.js";
import { optionsForm } from "./views/options_form.js";

export { gameCover, goneView, helpSheet, optionsForm };
