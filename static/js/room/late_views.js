// Views that the first screen of a game does not need. The page loads this script when it shows one of them.
// It gets the page's functions that draw faces and players, because they are large, and know the pictures of authors.

import { gameCover } from "../shared/views/game_cover.js";
import { goneView } from "./views/gone_view.js";
import { helpSheet } from "./views/help_sheet.js";
import { optionsForm } from "./views/options_form.js";
import { personSheet } from "./views/person_view.js";

export { gameCover, goneView, helpSheet, optionsForm, personSheet };
