import bwip from 'bwip-js/node';

/** One dot of a 203 dpi head. Modules are whole dots there, so that no bar is rounded. */
const DOT_MM = 0.125;

/** Modules of quiet zone that the symbologies ask for on each side. */
const CODE128_QUIET = 10;
export const QR_QUIET = 4;

const CODE128_LEAST_DOTS = 2;
const CODE128_MOST_DOTS = 4;
const QR_LEAST_MM = 20;
const QR_LEAST_DOTS = 3;

/** Widths of bars and gaps, and the module in mm. */
export interface Code128Modules {
  widths: number[];
  total: number;
  module: number;
}

/** Square of modules, 1 is black, and the module in mm. */
export interface QrModules {
  modules: number[];
  count: number;
  module: number;
}

/** Code 128 with the widest module that leaves both quiet zones within `width` mm; null when the text can't be coded there. */
export function code128(text: string, width: number): Code128Modules | null {
  if (!/^[\x20-\x7e]{1,80}$/.test(text)) return null;
  const [symbol] = bwip.raw('code128', text, '');
  if (!symbol || !('sbs' in symbol)) return null;
  const widths = symbol.sbs;
  const total = widths.reduce((sum, each) => sum + each, 0);
  const dots = Math.min(CODE128_MOST_DOTS, Math.floor(width / DOT_MM / (total + 2 * CODE128_QUIET)));
  return dots < CODE128_LEAST_DOTS ? null : { widths, total, module: dots * DOT_MM };
}

/** QR (error correction M) of 20 mm or little more that fits with its quiet zone into `side` mm; null when it can't. */
export function qr(text: string, side: number): QrModules | null {
  if (text === '' || Buffer.byteLength(text) > 400) return null;
  const [symbol] = bwip.raw('qrcode', text, 'eclevel=M');
  if (!symbol || !('pixs' in symbol)) return null;
  const { pixs: modules, pixx: count } = symbol;
  const wanted = Math.max(QR_LEAST_DOTS, Math.ceil(QR_LEAST_MM / DOT_MM / count));
  const dots = Math.min(wanted, Math.floor(side / DOT_MM / (count + 2 * QR_QUIET)));
  return dots < QR_LEAST_DOTS || dots * DOT_MM * count < QR_LEAST_MM ? null : { modules, count, module: dots * DOT_MM };
}
