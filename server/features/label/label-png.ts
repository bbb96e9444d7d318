import { encodePng, rasterizeSvg } from '#server/drawing/bitmap.ts';
import { embeddedFontMetrics } from '#server/drawing/print-metrics.ts';
import { renderSvg } from '#server/drawing/svg-renderer.ts';
import type { LabelData } from './label-data.ts';
import { labelScene } from './label-scene.ts';

/**
 * Dots that the picture leaves out on each side of the label's white margin: printers set it 10 dots from the corner (D1
 * §9), where it then lies to the dot as the label itself, and nothing of it is cut off.
 */
const CROP_DOTS = 10;

/** A label of size 1, which is what printers get (D2 §4), as a picture of one bit a dot. */
export function renderLabelPng(label: LabelData, dotsPerMm: number): Buffer {
  const scene = labelScene(label, 1, embeddedFontMetrics(dotsPerMm));
  return encodePng(rasterizeSvg(renderSvg(scene, dotsPerMm, CROP_DOTS)), dotsPerMm);
}
