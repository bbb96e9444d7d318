/** Longest code of a pickup point. */
export const POINT_CODE_MAX = 40;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Removes the address of an order that names a pickup point, except for its observations, and a null address of any other, which must
 * have one.
 *
 * @param raw the body of a new order, not yet parsed
 */
export function withoutUnusedAddress(raw: unknown): unknown {
  if (!isObject(raw) || !isObject(raw.receiver)) return raw;
  const { address, ...receiver } = raw.receiver;
  if (!isFilled(raw.pickup_point_code)) return { ...raw, receiver: { ...receiver, address: address ?? undefined } };
  const other_info = receiver.other_info ?? (isObject(address) ? address.other_info : undefined);
  return { ...raw, receiver: { ...receiver, other_info, address: null } };
}

/** Whether a value names a point. The schema refuses what is neither a text nor a number. */
const isFilled = (code: unknown) => (typeof code === 'string' ? code.trim() !== '' : typeof code === 'number');
