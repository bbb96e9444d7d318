import { type TableDocument, tablePdf } from '#server/drawing/table-pdf.ts';
import type { LabelData } from '#server/orders/label/label-data.ts';
import { handleTasks } from '#server/platform/concurrency/worker-thread-tasks.ts';
import { type LabelPdfOptions, type LabelSettings, labelsPdf } from './label-pdf.ts';
import { renderLabelPng } from './label-png.ts';
import { labelsZpl } from './label-zpl.ts';

/** Jobs of the worker thread that renders labels, by kind. */
export interface LabelJobs {
  pdf: { labels: LabelData[]; settings: LabelSettings; options: Omit<LabelPdfOptions, 'signal'> };
  zpl: { labels: LabelData[]; dotsPerMm: number };
  png: { label: LabelData; dotsPerMm: number };
  /** Lists about labels, on paper. */
  table: TableDocument;
}

handleTasks({
  pdf: ({ labels, settings, options }: LabelJobs['pdf'], signal) => labelsPdf(labels, settings, { ...options, signal }),
  zpl: ({ labels, dotsPerMm }: LabelJobs['zpl']) => labelsZpl(labels, dotsPerMm),
  png: ({ label, dotsPerMm }: LabelJobs['png']) => [renderLabelPng(label, dotsPerMm)],
  table: (table: TableDocument, signal) => tablePdf(table, signal),
});
