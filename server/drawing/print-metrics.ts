import { type Code128Modules, code128, type QrModules, qr } from './barcodes.ts';
import { inter, type Typeface } from './inter.ts';

/** What a layout has to know of whoever draws it: its letters, and how large its codes come out. */
export interface PrintMetrics extends Typeface {
  /** The widest Code 128 for `width` mm, quiet zones included; null when there is none. */
  code128(text: string, width: number): Code128Modules | null;
  /** A QR for a square of `side` mm, quiet zone included; null when there is none. */
  qr(text: string, side: number): QrModules | null;
}

/**
 * The pen of painters that bring their own letters and draw codes module by module.
 *
 * @param dotsPerMm of the head that prints it in the end: modules are whole dots there, so that no bar is rounded
 */
export function embeddedFontMetrics(dotsPerMm: number): PrintMetrics {
  return {
    ...inter,
    code128: (text, width) => code128(text, width, dotsPerMm),
    qr: (text, side) => qr(text, side, dotsPerMm),
  };
}
