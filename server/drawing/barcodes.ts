import bwip from 'bwip-js/node';
import encodeQr from 'qr';

/** Modules of quiet zone that the symbologies ask for on each side. */
const CODE128_QUIET = 10;
export const QR_QUIET = 4;

/** Widths of a module in mm between which scanners are at ease. */
const CODE128_MM = { least: 0.25, most: 0.5 };
const QR_MM = { least: 0.375, side: 20 };

/** Widths of bars and gaps, and the module in mm. */
export interface Code128Modules {
  /** Empty where the printer draws the bars by itself. */
  widths: number[];
  total: number;
  module: number;
}

/** Square of modules, 1 is black, and the module in mm. */
export interface QrModules {
  /** Empty where the printer draws them by itself. */
  modules: number[];
  count: number;
  module: number;
}

/** Whether a text can be coded as Code 128. */
export const isCode128Text = (text: string) => /^[\x20-\x7e]{1,80}$/.test(text);

/** Whether a text can be coded as QR. */
export const isQrText = (text: string) => text !== '' && Buffer.byteLength(text) <= 400;

/**
 * Module in mm, a whole number of dots of the head, with which a Code 128 of `total` modules and both quiet zones fit into
 * `width` mm; null when none does.
 */
export function code128Module(total: number, width: number, dotsPerMm: number): number | null {
  const most = Math.floor(CODE128_MM.most * dotsPerMm);
  const dots = Math.min(most, Math.floor((width * dotsPerMm) / (total + 2 * CODE128_QUIET)));
  return dots < Math.ceil(CODE128_MM.least * dotsPerMm) ? null : dots / dotsPerMm;
}

/** The same for a QR of `count` modules a side that has 20 mm or little more, and fits with its quiet zone into `side` mm. */
export function qrModule(count: number, side: number, dotsPerMm: number): number | null {
  const least = Math.ceil(QR_MM.least * dotsPerMm);
  const wanted = Math.max(least, Math.ceil((QR_MM.side * dotsPerMm) / count));
  const dots = Math.min(wanted, Math.floor((side * dotsPerMm) / (count + 2 * QR_QUIET)));
  return dots < least || (dots * count) / dotsPerMm < QR_MM.side ? null : dots / dotsPerMm;
}

/** Code 128 with the widest module that leaves both quiet zones within `width` mm; null when the text can't be coded there. */
export function code128(text: string, width: number, dotsPerMm: number): Code128Modules | null {
  if (!isCode128Text(text)) return null;
  const [symbol] = bwip.raw('code128', text, '');
  if (!symbol || !('sbs' in symbol)) return null;
  const widths = symbol.sbs;
  const total = widths.reduce((sum, each) => sum + each, 0);
  const module = code128Module(total, width, dotsPerMm);
  return module === null ? null : { widths, total, module };
}

/** QR (error correction M) that fits with its quiet zone into `side` mm; null when it can't. */
export function qr(text: string, side: number, dotsPerMm: number): QrModules | null {
  if (!isQrText(text)) return null;
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 1 }).slice(1, -1);
  const modules = rows.flatMap((row) => row.slice(1, -1).map(Number));
  const count = rows.length;
  const module = qrModule(count, side, dotsPerMm);
  return module === null ? null : { modules, count, module };
}
