import * as z from 'zod/mini';
import { addressFields } from '#shared/address.ts';
import { type NumberUnit, normalNumber } from '#shared/bulk/cells/read-number.ts';
import type { FileValueColumn, FileValues } from '#shared/bulk/shops/file-values.ts';
import { documentField, shipmentFields } from '#shared/new-order.ts';
import { strictDocumentError } from '#shared/rules/document.ts';
import { hasCapability } from '#web/lib/capabilities.ts';

/** Contract of each value, and the unit of a number. */
const CHECKS: Readonly<Partial<Record<FileValueColumn, readonly [z.ZodMiniType, NumberUnit?]>>> = {
  largo_cm: [shipmentFields.length, 'cm'],
  ancho_cm: [shipmentFields.width, 'cm'],
  alto_cm: [shipmentFields.height, 'cm'],
  peso_g: [shipmentFields.weight, 'grams'],
  valor: [shipmentFields.items_value, 'pesos'],
  documento: [documentField],
  entre_calle_1: [addressFields.between_1],
};

/** Returns the errors of a file's values, for those that its orders need. */
export function valueErrors(
  values: FileValues,
  missing: Partial<Record<FileValueColumn, number>>,
): Partial<FileValues> {
  const errors: Partial<FileValues> = {};
  for (const [column, [schema, unit]] of Object.entries(CHECKS) as [FileValueColumn, [z.ZodMiniType, NumberUnit?]][]) {
    if (missing[column] === undefined) continue;
    const number = unit && normalNumber(values[column], unit);
    const parsed = z.safeParse(schema, number ? number.text : values[column]);
    const tooLong =
      column === 'documento' && !hasCapability('cuitDocuments') ? strictDocumentError(values.documento) : null;
    // A value for all orders is written so that it can be read in one way.
    const message = number?.wrong ?? number?.doubt ?? parsed.error?.issues[0]?.message ?? tooLong;
    if (message) errors[column] = message;
  }
  return errors;
}
