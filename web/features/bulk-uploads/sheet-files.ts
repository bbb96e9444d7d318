import type { BulkLayout } from '#shared/bulk/layout.ts';
import type { BulkSheet, SheetPart } from '#shared/bulk/sheet.ts';
import { TEMPLATE, templateLine } from '#shared/bulk/write-file.ts';

/**
 * What is uploaded of a file: itself as long as nothing was changed in it and the gateway reads its layout, else its rows
 * below the headers of our template. A foreign gateway is only known to read the template (readings R4).
 */
export function contentOf(
  read: { file: File; layout: BulkLayout; sheet: BulkSheet },
  { corrected, part, strict }: { corrected: boolean; part: SheetPart; strict: boolean },
): File | string {
  const asItIs = !corrected && part === 'all' && (!strict || read.layout.kind === 'template');
  return asItIs ? read.file : read.sheet.csv(part);
}

/** The rows that are wrong, below the template's headers and with the reasons in a last column, to be corrected later. */
export function rowsToCorrect(sheet: BulkSheet): string {
  const reasons = new Map<number, string[]>();
  for (const { row, column, reason } of sheet.problems()) {
    reasons.set(row, [...(reasons.get(row) ?? []), column ? `${column}: ${reason}` : reason]);
  }
  return (
    TEMPLATE.replace(/\r\n$/, ';motivo\r\n') +
    sheet
      .rows('bad')
      .map(({ row, cells }) => templateLine(cells, (reasons.get(row) ?? []).join(' · ')))
      .join('')
  );
}
