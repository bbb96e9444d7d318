import { encodePng, rasterizeSvg } from '#server/drawing/bitmap.ts';
import { embeddedFontMetrics } from '#server/drawing/print-metrics.ts';
import { renderSvg } from '#server/drawing/svg-renderer.ts';
import type { LabelData } from '#server/orders/label/label-data.ts';
import { labelScene } from './label-scene.ts';

/**
 * Dots that the picture omits on each side of the label's white margin. Printers place the picture 10 dots from the
 * corner (D1 §9), so the result equals the label to the dot and nothing is cut off.
 */
const CROP_DOTS = 10;

/** Renders a label of size 1, the size of label printers (D2 §4), as a picture of one bit per dot. */
export function renderLabelPng(label: LabelData, dotsPerMm: number): Buffer {
  const scene = labelScene(label, 1, embeddedFontMetrics(dotsPerMm));
  return encodePng(rasterizeSvg(renderSvg(scene, dotsPerMm, CROP_DOTS)), dotsPerMm);
}
