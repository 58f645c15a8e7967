// Steps of the buttons beside a number.

/** @import {OptionSpec} from "../shared/types.js" */

/** Options with a wider range than this have large steps. */
const MOST_SMALL_STEPS = 60;
const LARGE_STEP = 5;

/**
 * Returns the number at which a press on plus or minus arrives. Large steps go to their multiples.
 * @param {OptionSpec} option
 * @param {number} value
 * @param {-1|1} direction
 */
export function steppedNumber({ min = -Infinity, max = Infinity }, value, direction) {
  const step = max - min > MOST_SMALL_STEPS ? LARGE_STEP : 1;
  const next = direction > 0 ? Math.floor(value / step + 1) * step : Math.ceil(value / step - 1) * step;
  return Math.min(max, Math.max(min, next));
}
