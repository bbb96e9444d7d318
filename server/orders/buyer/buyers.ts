import type { Deps } from '#server/integrations/deps.ts';
import type { Caller } from '#server/platform/http/request/caller.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { BUYER_MINIMUM, type Buyer, type BuyerField } from '#shared/orders/buyers.ts';
import { NO_DOCUMENT, partOfDocument } from '#shared/orders/rules/place/document.ts';
import { phoneDigits } from '#shared/orders/rules/place/phone.ts';
import { buyersStatement, type ReceiverRow } from './buyer.store.ts';

/** Orders older than this aren't searched: the person may have moved. */
const YEARS = 2;

const MAX_BUYERS = 6;
const MAX_ADDRESSES = 5;

/** Prefixes that people write before an area code: none, trunk, country, country and mobile. */
const PHONE_PREFIXES = ['', '0', '54', '549'];

/** Returns the texts as the search compares them; none if nothing can match. */
function searchedTexts(by: BuyerField, q: string): string[] {
  if (by === 'name') return [q];
  if (by === 'document')
    return [partOfDocument(q).toUpperCase()].filter(({ length }) => length >= BUYER_MINIMUM.document);
  const digits = phoneDigits(q) ?? '';
  const national = digits.replace(/^(549?|0)/, '');
  if (national.length < BUYER_MINIMUM.phone) return [];
  return [...new Set([digits, ...PHONE_PREFIXES.map((prefix) => prefix + national)])];
}

/**
 * Finds the client's buyers, the latest first, each with its different addresses.
 *
 * @param q part of a name, or beginning of a document or phone
 */
export async function findClientBuyers(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { clientId }: Pick<Caller, 'clientId'>,
  { by, q }: { by: BuyerField; q: string },
): Promise<Buyer[]> {
  const texts = searchedTexts(by, q);
  if (texts.length === 0) return [];
  const since = new Date(clock());
  since.setUTCFullYear(since.getUTCFullYear() - YEARS);
  const indexed = /[a-z0-9]{3}/.test(fold(q));
  const [receivers] = await db.read(clientId, [buyersStatement(clientId, { by, texts, since, indexed })]);
  return groupBuyers(receivers);
}

/**
 * Groups receivers by document, or by name and phone if the document is unknown ('S/D' in files). Lists each of their
 * addresses once.
 */
function groupBuyers(rows: readonly ReceiverRow[]): Buyer[] {
  const buyers = new Map<string, Buyer>();
  for (const row of rows) {
    const { first_name, last_name, receiver_name, document, email, receiver_phone, at_point, ...address } = row;
    const personal = document.toUpperCase() === NO_DOCUMENT ? '' : document.toUpperCase();
    const key = personal || `${fold(`${first_name} ${last_name}`)} ${phoneDigits(receiver_phone)}`;
    const same = buyers.get(key);
    if (!same && buyers.size >= MAX_BUYERS) continue;
    const buyer = same ?? { first_name, last_name, receiver_name, document, email, receiver_phone, addresses: [] };
    buyers.set(key, buyer);
    const isKnown = buyer.addresses.some((other) => placeOf(other) === placeOf(address));
    if (!at_point && !isKnown && buyer.addresses.length < MAX_ADDRESSES) buyer.addresses.push(address);
  }
  return [...buyers.values()];
}

/** Returns the key of an address. Addresses that differ only in case or notes have the same key. */
const placeOf = ({ street_name, street_number, floor, apartment, zip_code }: Buyer['addresses'][number]) =>
  fold([street_name, street_number, floor, apartment, zip_code].join('|'));
