// Synthesised sounds, without files. The page loads them at the first touch or key.

/** @import {Cue} from "./cues.js" */

/**
 * @typedef {object} Tone  a note or a noise
 * @property {number} [hz]  missing: noise
 * @property {number} [to]  frequency at the end
 * @property {number} [at]  seconds after the cue
 * @property {number} s  duration in seconds
 * @property {number} [loud]  loudness; 1 is normal
 * @property {OscillatorType} [wave]
 * @property {number} [cut]  centre frequency of noise, in hertz
 */

/** @param {number} count @param {number} gap @param {Tone} tone @returns {Tone[]} */
const repeat = (count, gap, tone) => Array.from({ length: count }, (_, nth) => ({ ...tone, at: (tone.at ?? 0) + nth * gap }));
/** @param {number[]} notes @param {number} gap @param {Partial<Tone>} tone @returns {Tone[]} */
const melody = (notes, gap, tone) => notes.map((hz, nth) => ({ s: 0.3, ...tone, hz, at: nth * gap }));

const CARD = { s: 0.07, cut: 2_600, loud: 0.7 };
const SCORE = /** @type {Record<Cue, Tone[]>} */ ({
  deal: repeat(9, 0.09, { ...CARD, loud: 0.45 }),
  place: [{ ...CARD }, { hz: 170, to: 90, s: 0.08, loud: 0.5 }],
  take: repeat(6, 0.06, { ...CARD, loud: 0.6 }),
  turn: melody([659, 880], 0.11, { s: 0.35, loud: 0.55 }),
  asked: melody([880, 659, 880], 0.09, { s: 0.26, loud: 0.55 }),
  call: [{ hz: 196, to: 392, s: 0.22, wave: "sawtooth", loud: 0.4 }],
  truth: melody([523, 659, 784], 0.1, { s: 0.4, loud: 0.55 }),
  lie: melody([311, 233, 155], 0.13, { s: 0.42, wave: "sawtooth", loud: 0.35 }),
  nope: [{ hz: 150, to: 60, s: 0.3, wave: "square", loud: 0.4 }, { s: 0.1, cut: 700, loud: 1 }],
  danger: repeat(4, 0.17, { hz: 932, s: 0.1, wave: "square", loud: 0.4 }),
  defused: melody([392, 523, 659, 1047], 0.08, { s: 0.3, loud: 0.5 }),
  boom: [{ s: 1.1, cut: 260, loud: 2.2 }, { hz: 110, to: 28, s: 0.9, loud: 1.3 }, { s: 0.3, cut: 1_800, loud: 0.8 }],
  uno: melody([784, 1175], 0.09, { s: 0.22, wave: "triangle", loud: 0.7 }),
  round: melody([523, 659, 784, 659, 784], 0.1, { s: 0.3, loud: 0.5 }),
  win: melody([523, 659, 784, 1047, 784, 1047, 1319], 0.12, { s: 0.5, wave: "triangle", loud: 0.7 }),
  over: melody([523, 440, 349], 0.18, { s: 0.6, loud: 0.5 }),
  said: [{ hz: 620, to: 880, s: 0.08, loud: 0.45 }],
  tick: [{ hz: 1_320, s: 0.05, wave: "square", loud: 0.36 }],
});
/** Gain of a normal note at full volume. */
const GAIN = 0.4;

/** Returns all cues. */
export const cues = () => /** @type {Cue[]} */ (Object.keys(SCORE));

/**
 * @param {BaseAudioContext} audio  audio context to play in
 * @param {Cue} cue
 * @param {number} volume  0 to 1
 */
export function perform(audio, cue, volume) {
  for (const tone of SCORE[cue]) sound(audio, tone, volume);
}

/**
 * @param {BaseAudioContext} audio
 * @param {Tone} tone
 * @param {number} volume
 */
function sound(audio, tone, volume) {
  const start = audio.currentTime + (tone.at ?? 0);
  const gain = audio.createGain();
  gain.gain.setValueAtTime(GAIN * volume * (tone.loud ?? 1), start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + tone.s);
  const source = tone.hz ? note(audio, tone, start) : hiss(audio, tone, gain);
  if (tone.hz) source.connect(gain);
  gain.connect(audio.destination);
  source.start(start);
  source.stop(start + tone.s);
}

/**
 * @param {BaseAudioContext} audio
 * @param {Tone} tone
 * @param {number} start
 */
function note(audio, { hz = 440, to = hz, s, wave = "sine" }, start) {
  const oscillator = audio.createOscillator();
  oscillator.type = wave;
  oscillator.frequency.setValueAtTime(hz, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + s);
  return oscillator;
}

/**
 * @param {BaseAudioContext} audio
 * @param {Tone} tone
 * @param {GainNode} gain
 */
function hiss(audio, { s, cut = 1_000 }, gain) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * s), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let nth = 0; nth < samples.length; nth++) samples[nth] = 2 * Math.random() - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  Object.assign(filter, { type: "bandpass" });
  filter.frequency.value = cut;
  source.connect(filter);
  filter.connect(gain);
  return source;
}
