import bwip from 'bwip-js/node';
import encodeQr from 'qr';

/** Modules of the quiet zone that the symbology requires on each side. */
const CODE128_QUIET = 10;
export const QR_QUIET = 4;

/** Module widths in mm that scanners read reliably, and the minimum side of a QR in mm. */
const CODE128_MM = { min: 0.25, max: 0.5 };
const QR_MM = { min: 0.375, side: 20 };

/** A Code 128: widths of bars and gaps in modules, their total, and the module in mm. */
export interface Code128Modules {
  /** Empty if the printer encodes the bars. */
  widths: number[];
  total: number;
  module: number;
}

/** A QR: `count` × `count` modules, 1 is black, and the module in mm. */
export interface QrModules {
  /** Empty if the printer encodes the QR. */
  modules: number[];
  count: number;
  module: number;
}

/** Whether a text can be encoded as Code 128. */
export const isCode128Text = (text: string) => /^[\x20-\x7e]{1,80}$/.test(text);

/** Whether a text can be encoded as QR. */
export const isQrText = (text: string) => text !== '' && Buffer.byteLength(text) <= 400;

/**
 * Returns the widest module in mm, a whole number of printer dots, with which a Code 128 of `total` modules and both quiet zones
 * fit into `width` mm; null if it doesn't fit.
 */
export function code128Module(total: number, width: number, dotsPerMm: number): number | null {
  const max = Math.floor(CODE128_MM.max * dotsPerMm);
  const dots = Math.min(max, Math.floor((width * dotsPerMm) / (total + 2 * CODE128_QUIET)));
  return dots < Math.ceil(CODE128_MM.min * dotsPerMm) ? null : dots / dotsPerMm;
}

/**
 * Returns the module in mm, a whole number of printer dots, with which a QR of `count` modules has a side of 20 mm or slightly
 * more, and fits with its quiet zone into `side` mm; null if it doesn't fit.
 */
export function qrModule(count: number, side: number, dotsPerMm: number): number | null {
  const min = Math.ceil(QR_MM.min * dotsPerMm);
  const wanted = Math.max(min, Math.ceil((QR_MM.side * dotsPerMm) / count));
  const dots = Math.min(wanted, Math.floor((side * dotsPerMm) / (count + 2 * QR_QUIET)));
  return dots < min || (dots * count) / dotsPerMm < QR_MM.side ? null : dots / dotsPerMm;
}

/** Encodes a Code 128 that fits with both quiet zones into `width` mm; null if the text can't be encoded or doesn't fit. */
export function code128(text: string, width: number, dotsPerMm: number): Code128Modules | null {
  if (!isCode128Text(text)) return null;
  const [symbol] = bwip.raw('code128', text, '');
  if (!symbol || !('sbs' in symbol)) return null;
  const widths = symbol.sbs;
  const total = widths.reduce((sum, each) => sum + each, 0);
  const module = code128Module(total, width, dotsPerMm);
  return module === null ? null : { widths, total, module };
}

/** Encodes a QR (error correction M) that fits with its quiet zone into `side` mm; null if it can't. */
export function qr(text: string, side: number, dotsPerMm: number): QrModules | null {
  if (!isQrText(text)) return null;
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 1 }).slice(1, -1);
  const modules = rows.flatMap((row) => row.slice(1, -1).map(Number));
  const count = rows.length;
  const module = qrModule(count, side, dotsPerMm);
  return module === null ? null : { modules, count, module };
}
