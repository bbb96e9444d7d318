import type { Doubt } from '#shared/order-doubts.ts';

/** Names of texts that a label prints, as the form calls them. */
const PRINTED: Readonly<Record<string, string>> = {
  'receiver.receiver_name': 'Nombre',
  'receiver.address.street_name': 'Calle',
};

/** Returns doubts as sentences, each reason once: behind the names of its texts, or naming its parcel itself. */
export function doubtSentences(doubts: readonly Doubt[]): string[] {
  const byReason = Map.groupBy(doubts, ({ message }) => message);
  return [...byReason].map(([message, found]) => {
    const names = found.flatMap(({ field }) => PRINTED[field] ?? []);
    return names.length > 0 ? `${names.join(' y ')}: ${message}` : message;
  });
}
