import * as z from 'zod/mini';
import { type Measured, unusualMeasures } from './rules/unusual-measures.ts';

/** What is probably in another unit in an accepted body, by its fields (an addition). */
export const measureDoubts = z.array(z.object({ field: z.string(), message: z.string() }));

/**
 * Returns the doubts about a body's parcels.
 *
 * @param list name of the parcels' array
 * @param weight name of the weight in a parcel
 */
export const measureDoubtsOf = (
  parcels: readonly Measured[],
  list: string,
  weight = 'weight',
): z.output<typeof measureDoubts> =>
  parcels.flatMap((parcel, index) =>
    unusualMeasures(parcel).map(({ field, text }) => ({
      field: `${list}.${index}.${field === 'weight' ? weight : field}`,
      message: `¿Son correctas estas medidas? El paquete ${text}`,
    })),
  );
