import type { ContactPart } from './contact-parts.ts';
import { type Draft, isBreak, isUnread, keyAt, type Span } from './draft.ts';
import { APARTMENT_WORDS, CARDINAL_POINTS, FLOOR_WORDS, REMARK_WORDS, UNIT_WORDS } from './words.ts';

const STREET_PARTS = ['street_name', 'street_number'] as const;
const UNIT_PARTS = ['floor', 'apartment'] as const;
const NUMBERED_PARTS = ['street_number', ...UNIT_PARTS] as const;
/** Parts beside which a segment may contain something else. */
const BESIDE = [...UNIT_PARTS, 'neighborhood_name'] as const;
const ADDRESS: ReadonlySet<unknown> = new Set<ContactPart>([
  ...STREET_PARTS,
  ...UNIT_PARTS,
  'between_1',
  'between_2',
  'neighborhood_name',
]);

/** Tokens between two breaks. A bracket is part of the text around it. */
interface Segment extends Span {
  /** True at the beginning of a line. */
  isLine: boolean;
}

/**
 * Makes values doubtful that were read beside a number, a letter, a label or a bracket that no reader understood: 'T1 P2 B',
 * 'Moreno (ex 25) 100'. Remarks in words make nothing doubtful.
 *
 * @param address the tokens of the street with its number; null if the street was read after a label
 */
export function doubtUnread(draft: Draft, address: Span | null): void {
  const street = address ?? labelledStreet(draft);
  if (!street) return;
  const owners = ({ from, to }: Span) => draft.owners.slice(from, to);
  for (const segment of segmentsOfAddress(draft, street)) {
    const unread = unreadOf(draft, segment);
    for (const index of unread) {
      if (index < street.from) doubt(draft, ['street_name']);
      else if (index < street.to) doubt(draft, STREET_PARTS);
    }
    if (!unread.some((index) => index >= street.to)) continue;
    const units = BESIDE.filter((part) => owners(segment).includes(part));
    const isNumbered = draft.parts.street_number && (address !== null || owners(segment).includes('street_number'));
    doubt(draft, units.length > 0 ? units : [isNumbered ? 'street_number' : 'street_name']);
    // 'Moreno puesto 712 100': each of the two may be the house number.
    if (unread.includes(street.to) && /^\d{3,}$/.test(keyAt(draft, street.to))) doubt(draft, ['street_number']);
  }
  if (hasPointBehind(draft)) doubt(draft, ['street_number']);
  for (const part of NUMBERED_PARTS) if (isTorn(draft, part)) doubt(draft, [part]);
  if (hasDigitLikeLetter(draft)) doubt(draft, UNIT_PARTS);
  // '(casa 14)' behind the town may belong to a remark.
  for (const part of UNIT_PARTS) {
    const index = draft.owners.indexOf(part);
    if (draft.asides[index] && hasOtherBetween(draft, street.to, index)) doubt(draft, [part]);
  }
}

/** Whether a part ends in a number to which letters are written that have no meaning there: '12OO', '12½', but '100PB' and '3er'. */
function isTorn({ tokens, owners }: Draft, part: ContactPart): boolean {
  const next = owners.lastIndexOf(part) + 1;
  const { kind, glued } = tokens[next] ?? {};
  if (next === 0 || tokens[next - 1]?.kind !== 'number' || !glued || kind !== 'word') return false;
  const owner = owners[next] ?? null;
  if (part !== 'street_number' || isUnread(owner)) return isUnread(owner);
  // '1BO2' contains the label of a neighbourhood, '100p3' that of a floor.
  const labelled = owners.slice(next).find((other) => other !== 'label');
  return !UNIT_PARTS.some((unit) => unit === labelled);
}

/** Whether a cardinal point stands behind the house number: 'San Martín 1200 Este'. */
function hasPointBehind({ tokens, owners }: Draft): boolean {
  const number = owners.lastIndexOf('street_number');
  const next = tokens.findIndex(({ kind, key }, index) => index > number && (kind !== 'sign' || key === '\n'));
  return number >= 0 && isUnread(owners[next] ?? null) && CARDINAL_POINTS.has(tokens[next]?.key ?? '');
}

/** Whether a floor with its apartment stands in a remark: 'portero 3 B', but not '9 a 18 h'. */
function isUnitAt({ tokens, owners }: Draft, index: number): boolean {
  const [figure, letter, after] = tokens.slice(index, index + 3);
  const isPair = /^\d{1,2}$/.test(figure?.key ?? '') && /^[a-gi-z]$/.test(letter?.key ?? '');
  return isPair && isUnread(owners[index + 1] ?? null) && (after === undefined || after.kind === 'sign');
}

/** Whether the apartment is a letter that is written to the floor and resembles a digit: '1O' may be the tenth floor. */
function hasDigitLikeLetter({ tokens, owners }: Draft): boolean {
  const at = owners.indexOf('apartment');
  const { key = '', glued } = tokens[at] ?? {};
  return glued === true && /^[oqil]$/.test(key) && tokens[at - 1]?.kind === 'number';
}

function labelledStreet({ owners }: Draft): Span | null {
  const from = owners.indexOf('street_name');
  return from < 0 ? null : { from, to: owners.lastIndexOf('street_name') + 1 };
}

const hasOtherBetween = ({ owners }: Draft, from: number, to: number) =>
  owners.slice(from, to).some((owner) => owner !== 'label' && !isUnread(owner) && !ADDRESS.has(owner));

function doubt({ parts }: Draft, doubtful: readonly ContactPart[]): void {
  for (const part of doubtful) {
    const read = parts[part];
    if (read) parts[part] = { ...read, confidence: 'doubtful' };
  }
}

/** Returns the segments from the street to the first one that belongs to something else: a town, a person, a remark. */
function segmentsOfAddress(draft: Draft, street: Span): Segment[] {
  const segments = segmentsOf(draft);
  const first = segments.findIndex(({ to }) => to > street.from);
  const found: Segment[] = [];
  for (const segment of segments.slice(Math.max(first, 0))) {
    const owners = draft.owners.slice(segment.from, segment.to);
    const isAddress = segment.from < street.to || owners.some((owner) => ADDRESS.has(owner));
    const isOther = owners.some((owner) => !isUnread(owner) && owner !== 'label');
    if (!isAddress && (isOther || segment.isLine || unreadOf(draft, segment).length === 0)) break;
    found.push(segment);
  }
  return found;
}

function segmentsOf(draft: Draft): Segment[] {
  const segments: Segment[] = [];
  let [from, isLine] = [0, true];
  for (let index = 0; index <= draft.tokens.length; index++) {
    const isEnd = index === draft.tokens.length || (!draft.asides[index] && isBreak(draft, index));
    if (!isEnd) continue;
    if (from < index) segments.push({ from, to: index, isLine });
    isLine = draft.tokens[index]?.key === '\n';
    from = index + 1;
  }
  return segments;
}

/** Returns the tokens of a segment that may be a value of the address, but that no reader understood. */
function unreadOf(draft: Draft, { from, to }: Span): number[] {
  const unread: number[] = [];
  let isRemark = false;
  for (let index = from; index < to; index++) {
    const owner = draft.owners[index] ?? null;
    if (draft.asides[index]) {
      if (isUnread(owner) && draft.tokens[index]?.kind !== 'sign') unread.push(index);
    } else if (owner !== null) isRemark = false;
    else if (REMARK_WORDS.has(keyAt(draft, index))) isRemark = true;
    else if (isRemark ? isUnitAt(draft, index) : mayBeValue(draft, index)) unread.push(index);
  }
  return unread;
}

function mayBeValue(draft: Draft, index: number): boolean {
  const { kind, key = '' } = draft.tokens[index] ?? {};
  if (kind === 'number') return true;
  if (FLOOR_WORDS.has(key) || APARTMENT_WORDS.has(key) || (UNIT_WORDS.has(key) && key !== 'casa')) return true;
  // 'a', 'e', 'o', 'u' and 'y' join words.
  return kind === 'word' && /^[a-z]$/.test(key) && !(/^[aeouy]$/.test(key) && draft.tokens[index + 1]?.kind === 'word');
}
