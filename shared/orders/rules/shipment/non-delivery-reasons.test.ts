import { expect, test } from 'vitest';
import { NON_DELIVERY_REASONS, nonDeliveryReason } from './non-delivery-reasons.ts';

test.each(NON_DELIVERY_REASONS)('%s is recognised in any spelling', (reason) => {
  expect(nonDeliveryReason(reason)).toBe(reason);
  expect(nonDeliveryReason(` ${reason.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '')} `)).toBe(reason);
});

test('free text is not a known reason, even if it begins with one', () => {
  for (const text of [null, '', 'Destinatario ausente: Juan Pérez no estaba', 'Otro', 'Ana Gómez']) {
    expect(nonDeliveryReason(text)).toBeNull();
  }
});
