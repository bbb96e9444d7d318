import type { BulkLayout } from '#shared/bulk/layout.ts';
import type { BulkSheet, SheetPart } from '#shared/bulk/sheet.ts';

/**
 * What is uploaded of a file: itself as long as nothing was changed in it and the gateway reads its layout, else its rows
 * below the headers of our template, with their numbers in that file. A foreign gateway is only known to read the template
 * (readings R4).
 */
export function contentOf(
  read: { file: File; layout: BulkLayout; sheet: BulkSheet },
  { corrected, part, strict }: { corrected: boolean; part: SheetPart; strict: boolean },
): File | string {
  const asItIs = !corrected && part === 'all' && (!strict || read.layout.kind === 'template');
  return asItIs ? read.file : read.sheet.csv(part, { numbered: !strict });
}
