import { code128Module, isCode128Text, isQrText, qrModule } from './barcodes.ts';
import { inter } from './inter.ts';
import type { PrintMetrics } from './print-metrics.ts';
import { MM_PER_POINT } from './scene.ts';

/**
 * Widths of the printer's scalable font (`^A0`, CG Triumvirate Bold Condensed) in thousandths of its height. Emulators draw it
 * with condensed variants of Helvetica, whose widths differ by a few per cent: each value is the maximum.
 */
const WIDTHS: readonly [width: number, characters: string][] = [
  [250, " '|\\\u00a0"],
  [280, 'Iijl/¦'],
  [280, 'ft:;¹²³'],
  [335, '!()[],.`´¨¯¸·¡-rªº°'],
  [345, '{}'],
  [400, '"z'],
  [460, 'Jcksvxy«»¶'],
  [505, '0123456789#$*+<=>?^_~EFLTZabdeghnopqu¢£¤¥§¬±µ¿ßðø×÷'],
  [595, 'ABCKPRSVXY&Þþ'],
  [640, 'DGHNOQUÐØ©®'],
  [690, 'w¼½¾'],
  [780, 'Mmæ'],
  [835, 'W%@Æ'],
];

/** Widths by character code. Accented letters are as wide as the plain ones. */
const widths = new Float64Array(256).fill(Number.NaN);
for (const [width, characters] of WIDTHS) for (const each of characters) widths[each.charCodeAt(0)] = width / 1000;
for (let code = 0xc0; code <= 0xff; code++) {
  const plain = String.fromCharCode(code).normalize('NFD').charCodeAt(0);
  if (Number.isNaN(widths[code])) widths[code] = widths[plain] ?? Number.NaN;
}

/** Converts a text size in pt to whole dots. */
export const dotsOf = (size: number, dotsPerMm: number) => Math.round(size * MM_PER_POINT * dotsPerMm);

/** Returns the width relative to the font's height; NaN if the printer lacks a character. */
function printerWidth(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at++) width += widths[text.charCodeAt(at)] as number;
  return width;
}

/** Whether the printer has all characters of a text. Other texts are sent as pictures. */
export const hasPrinterLetters = (text: string) => !Number.isNaN(printerWidth(text));

/** Capacity in bytes of a QR (error correction M) of version 1, 2, 3 … */
const QR_BYTES = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412];

/** Returns the modules of a Code 128 that only uses subset B: start, characters, check, stop. */
const code128Total = (text: string) => 11 * (text.length + 2) + 13;

/**
 * Returns the metrics of a label printer with its built-in font and codes. Texts with characters that the font lacks are
 * measured and later drawn in Inter.
 */
export function printerFontMetrics(dotsPerMm: number): PrintMetrics {
  return {
    measure(text, size, weight) {
      const width = printerWidth(text);
      return Number.isNaN(width) ? inter.measure(text, size, weight) : (width * dotsOf(size, dotsPerMm)) / dotsPerMm;
    },
    covers: (character) => hasPrinterLetters(character) || inter.covers(character),
    ellipsis: '...',
    code128(text, width) {
      const module = isCode128Text(text) ? code128Module(code128Total(text), width, dotsPerMm) : null;
      return module === null ? null : { widths: [], total: code128Total(text), module };
    },
    qr(text, side) {
      const version = QR_BYTES.findIndex((bytes) => Buffer.byteLength(text) <= bytes) + 1;
      // The printer only encodes ASCII.
      if (!isQrText(text) || !/^[ -~]*$/.test(text) || version === 0) return null;
      const count = 17 + 4 * version;
      const module = qrModule(count, side, dotsPerMm);
      return module === null ? null : { modules: [], count, module };
    },
  };
}
