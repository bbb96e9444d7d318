import { MASKED_FIELDS, readModification, type StaffModification } from '#shared/orders/staff-modifications.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';

/**
 * Whether a request changes the street, which people see masked until they ask for it. A shipment's address beside the request is masked
 * as long, because it is what the request changes.
 */
export const changesMaskedAddress = (changes: StaffModification['changes']): boolean =>
  changes.some(({ field }) => field.startsWith('address_') && MASKED_FIELDS.includes(field));

/** Whether the request that waits for a decision about an order changes the street, or may change it. @param id null without such a request */
export function useMaskedAddress(clientId: number | undefined, id: number | null): boolean {
  const known = clientId !== undefined && id !== null;
  const input = known ? { params: { clientId: String(clientId), id: String(id) } } : null;
  const { data } = useApiQuery(readModification, input);
  // Until the changes are known the street may be one of them.
  return id !== null && (data === undefined || changesMaskedAddress(data.results.changes));
}
