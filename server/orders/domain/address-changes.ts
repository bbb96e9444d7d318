import type { AddressChange } from '#shared/money/rules/explain-cost.ts';
import { readProvince } from '#shared/orders/rules/place/read-province.ts';
import type { StoredChange } from './address-changes.store.ts';

const letterOf = (state: string): string | null => readProvince(state)?.letter ?? null;

/** Returns a stored change as the explanation of a cost needs it. */
export function toAddressChange({ id, state_before, state_after, by_provider, repriced }: StoredChange): AddressChange {
  return { id, from: letterOf(state_before), to: letterOf(state_after), byProvider: by_provider, repriced };
}
