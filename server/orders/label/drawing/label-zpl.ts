import { printerFontMetrics } from '#server/drawing/printer-metrics.ts';
import { renderZpl } from '#server/drawing/zpl-renderer.ts';
import type { LabelData } from '#server/orders/label/label-data.ts';
import { labelScene } from './label-scene.ts';

/** Labels per yielded chunk. */
const LABELS_PER_CHUNK = 10;

/** Renders labels as ZPL, in chunks. ZPL always uses size 1 (D2 §4). */
export function* labelsZpl(labels: readonly LabelData[], dotsPerMm: number): Generator<Buffer> {
  const metrics = printerFontMetrics(dotsPerMm);
  for (let from = 0; from < labels.length; from += LABELS_PER_CHUNK) {
    let commands = '';
    for (const label of labels.slice(from, from + LABELS_PER_CHUNK))
      commands += renderZpl(labelScene(label, 1, metrics), dotsPerMm);
    yield Buffer.from(commands, 'latin1');
  }
}
