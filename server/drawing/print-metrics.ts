import { type Code128Modules, code128, type QrModules, qr } from './barcodes.ts';
import { inter, type Typeface } from './inter.ts';

/** Metrics of a renderer for a layout: text widths and the size of codes. */
export interface PrintMetrics extends Typeface {
  /** Returns the widest Code 128 for `width` mm including quiet zones; null if it doesn't fit. */
  code128(text: string, width: number): Code128Modules | null;
  /** Returns a QR for a square of `side` mm including its quiet zone; null if it doesn't fit. */
  qr(text: string, side: number): QrModules | null;
}

/**
 * Returns the metrics of renderers that embed fonts and draw codes module by module.
 *
 * @param dotsPerMm resolution of the printer. Modules are whole dots, so that no bar is rounded
 */
export function embeddedFontMetrics(dotsPerMm: number): PrintMetrics {
  return {
    ...inter,
    code128: (text, width) => code128(text, width, dotsPerMm),
    qr: (text, side) => qr(text, side, dotsPerMm),
  };
}
