import { expect, test } from 'vitest';
import { failedShipmentLines } from './run-sender-action.ts';

const failed = (reason: string, ...labels: string[]) => labels.map((label) => ({ label, reason }));

test('shipments with the same reason are listed together', () => {
  const gone = 'El envío ya salió a reparto';
  expect(failedShipmentLines([...failed(gone, 'X-1', 'X-2'), ...failed('', 'X-3'), ...failed(gone, 'X-4')])).toEqual([
    `Los envíos X-1, X-2 y X-4 no se pudieron: ${gone}`,
    'El envío X-3 no se pudo.',
  ]);
});

test('of many shipments five are named and the others counted', () => {
  const labels = Array.from({ length: 100 }, (_, n) => `X-${n + 1}`);
  expect(failedShipmentLines(failed('', ...labels))).toEqual([
    'Los envíos X-1, X-2, X-3, X-4, X-5 y 95 más no se pudieron.',
  ]);
});
