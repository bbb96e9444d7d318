import { printerFontMetrics } from '#server/drawing/printer-metrics.ts';
import { renderZpl } from '#server/drawing/zpl-renderer.ts';
import type { LabelData } from './label-data.ts';
import { labelScene } from './label-scene.ts';

/** Labels between which the drawing looks up. */
const AT_ONCE = 10;

/** Labels of size 1, which ZPL forces (D2 §4), one after the other in the printer's own commands; some at a time. */
export function* labelsZpl(labels: readonly LabelData[], dotsPerMm: number): Generator<Buffer> {
  const metrics = printerFontMetrics(dotsPerMm);
  for (let from = 0; from < labels.length; from += AT_ONCE) {
    let commands = '';
    for (const label of labels.slice(from, from + AT_ONCE))
      commands += renderZpl(labelScene(label, 1, metrics), dotsPerMm);
    yield Buffer.from(commands, 'latin1');
  }
}
