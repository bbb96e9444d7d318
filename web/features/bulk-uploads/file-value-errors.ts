import * as z from 'zod/mini';
import { addressFields } from '#shared/address.ts';
import { normalizeMeasure, normalizePesos } from '#shared/bulk/normalize-numbers.ts';
import type { FileValueColumn, FileValues } from '#shared/bulk/shops/file-values.ts';
import { documentField, shipmentFields } from '#shared/orders.ts';
import { strictDocumentError } from '#shared/rules/document.ts';
import { currentSettings } from '#web/lib/settings.ts';

/** Contract of each value, and how a cell of it is normalised. */
const CHECKS: Readonly<Partial<Record<FileValueColumn, readonly [z.ZodMiniType, (text: string) => string]>>> = {
  largo_cm: [shipmentFields.length, normalizeMeasure],
  ancho_cm: [shipmentFields.width, normalizeMeasure],
  alto_cm: [shipmentFields.height, normalizeMeasure],
  peso_g: [shipmentFields.weight, normalizeMeasure],
  valor: [shipmentFields.items_value, normalizePesos],
  documento: [documentField, (text) => text],
  entre_calle_1: [addressFields.between_1, (text) => text],
};

/** Returns the errors of a file's values, for those that its orders need. */
export function valueErrors(
  values: FileValues,
  missing: Partial<Record<FileValueColumn, number>>,
): Partial<FileValues> {
  const errors: Partial<FileValues> = {};
  for (const [column, [schema, normalize]] of Object.entries(CHECKS) as [
    FileValueColumn,
    [z.ZodMiniType, (text: string) => string],
  ][]) {
    if (missing[column] === undefined) continue;
    const parsed = z.safeParse(schema, normalize(values[column]));
    const strict = column === 'documento' && currentSettings().strict ? strictDocumentError(values.documento) : null;
    const message = parsed.error?.issues[0]?.message ?? strict;
    if (message) errors[column] = message;
  }
  return errors;
}
