import { expect, test } from 'vitest';
import type { BulkRow } from '#shared/bulk/file/csv-reader.ts';
import { platformFiles } from '#test/services/platform-files.ts';
import { readBulkFile } from '#test/texts/read-bulk-file.ts';
import { realFiles } from '#test/texts/real-files.ts';
import { VALUES } from '#test/texts/shop-orders.ts';
import type { RealFile } from '#test/texts/written-files.ts';
import { checkOrder } from './check-order.ts';
import { orderKey } from './group-rows.ts';

const RULES = { reverseLogistics: false, fulfillment: false, zips: new Map() };
const CHOICES = { values: VALUES, takenIn: new Set<never>() };

/** Writes what an order's rows come to as the corpus does, with the first cell that is refused or doubtful and its whole reason. */
function readingOf(rows: readonly BulkRow[]): string {
  const { order, problems, doubts } = checkOrder(rows, RULES);
  if (!order) return `! ${problems[0]?.column}: ${problems[0]?.reason}`;
  const { receiver, shipments } = order;
  const { street_name, street_number, floor, apartment, zip_code, city } = receiver.address;
  const place = [street_name, street_number, floor, apartment].filter((part) => part !== '').join(' ');
  const [shipment] = shipments;
  const [doubt] = doubts;
  const read = [
    `${receiver.first_name}/${receiver.last_name}`,
    place,
    `${zip_code} ${city}`,
    `${shipment?.weight} g`,
    `$ ${shipment?.items_value}`,
  ];
  return read.join(', ') + (doubt ? ` ? ${doubt.column}: ${doubt.reason}` : '');
}

async function readingsOf({ bytes, mapping }: RealFile): Promise<string[]> {
  const { rows } = await readBulkFile(bytes, {
    ...(mapping && { mappings: [mapping] }),
    given: { products: new Map(), choices: CHOICES },
  });
  return [...Map.groupBy(rows, orderKey).values()].map(readingOf);
}

test.each([...realFiles(), ...platformFiles()].map((file) => [file.program, file] as const))(
  'the file of %s is read as a person reads it',
  async (_program, file) => {
    const readings = await readingsOf(file);
    expect(readings).toHaveLength(file.orders.length);
    for (const [index, wanted] of file.orders.entries()) {
      const [, read = '', mark, word = ''] = /^(.*?)(?: ?([?!] \w+: )(.*))?$/.exec(wanted) ?? [];
      if (mark === undefined) expect(readings[index]).toBe(wanted);
      else
        expect([readings[index]?.startsWith(`${read}${read ? ' ' : ''}${mark}`), readings[index]]).toEqual([
          true,
          expect.stringContaining(word),
        ]);
    }
  },
);
