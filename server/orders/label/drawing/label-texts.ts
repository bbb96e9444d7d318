import { NO_BREAK_SPACE, type Paragraph } from '#server/drawing/fit-text.ts';
import type { LabelAddress, LabelData } from '#server/orders/label/label-data.ts';
import { provinceByName } from '#shared/orders/rules/place/provinces.ts';
import { parseZip } from '#shared/orders/rules/place/zip.ts';

/** Maximum number of products that a label lists. */
const NAMED_ITEMS = 3;

const decimal = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 3 });
const money = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const joined = (separator: string, parts: string[]) => parts.filter((part) => part !== '').join(separator);
const after = (words: string, value: string) => (value === '' ? '' : `${words}${NO_BREAK_SPACE}${value}`);
const names = new Intl.Collator('es', { sensitivity: 'base' });

/** Whether two names mean the same place: 'CABA' and 'Capital Federal' do. */
function samePlace(one: string, other: string): boolean {
  if (names.compare(one, other) === 0) return true;
  const province = provinceByName(one);
  return province !== null && province === provinceByName(other);
}

/** Separator of the parts of a line. A line breaks after the dot, never before it. */
const DOT = `${NO_BREAK_SPACE}· `;

/** Title of a block, in small capitals. */
export const caption = (text: string): Paragraph => ({
  text: text.toLocaleUpperCase('es'),
  size: 6.5,
  minSize: 6,
  weight: 'bold',
});

/** Day of creation, DD/MM/YYYY. */
export const createdOn = (data: LabelData) => data.createdDay.split('-').reverse().join('/');

/** `1/2`: first package of two. */
export const packageOf = (data: LabelData) => `${data.package.number}/${data.package.total}`;

/**
 * Returns the address that the package goes to: the pickup point (mode 2), the sender (reverse logistics), else the
 * receiver.
 */
function destination(data: LabelData): Pick<LabelAddress, 'zipCode' | 'city' | 'province'> & { neighborhood?: string } {
  if (data.reverse) return data.sender.address;
  return data.pickupPoint ?? data.receiver.address;
}

/**
 * Returns the sort zone: postal code, town and province; the neighbourhood replaces a province with the town's name.
 */
export function sortZone(data: LabelData): { code: string; city: string; region: string } {
  const { zipCode, city, province, neighborhood = '' } = destination(data);
  const region = samePlace(city, province) ? (samePlace(city, neighborhood) ? '' : neighborhood) : province;
  return { code: parseZip(zipCode)?.digits ?? zipCode, city, region };
}

const streetLine = ({ street, number, floor, apartment }: LabelAddress) =>
  joined(', ', [joined(' ', [street, number]), after('Piso', floor), after('Dpto.', apartment)]);

const betweenLine = ({ between1, between2 }: LabelAddress) =>
  between1 !== '' && between2 !== '' ? `Entre ${between1} y ${between2}` : after('Cerca de', between1 || between2);

/** Returns the neighbourhood, unless it repeats the town or the province. */
function neighborhoodOf({ neighborhood, city, province }: LabelAddress): string {
  if (samePlace(neighborhood, city) || samePlace(neighborhood, province)) return '';
  return /^barrio\b/i.test(neighborhood) ? neighborhood : after('Barrio', neighborhood);
}

const placeLine = ({ zipCode, city, province }: Pick<LabelAddress, 'zipCode' | 'city' | 'province'>) =>
  joined(', ', [joined(' ', [zipCode, city]), samePlace(city, province) ? '' : province]);

function receiverParagraphs(data: LabelData): Paragraph[] {
  const { name, address, phone, document, otherInfo } = data.receiver;
  const contactLine = joined(DOT, [after('Tel.', phone), after('DNI', document)]);
  const addressParagraphs: Paragraph[] = [
    { text: streetLine(address), size: 13, minSize: 7.5, weight: 'bold', gap: 0.4 },
    { text: betweenLine(address), size: 10, minSize: 6, weight: 'regular', gap: 0.4 },
    {
      text: joined(DOT, [neighborhoodOf(address), placeLine(address)]),
      size: 10,
      minSize: 6,
      weight: 'regular',
    },
  ];
  const personParagraphs: Paragraph[] = [
    { text: name, size: 15, minSize: 7.5, weight: 'bold' },
    { text: contactLine, size: 10, minSize: 6, weight: 'bold', gap: 0.4 },
    { text: after('Obs.:', otherInfo), size: 9.5, minSize: 6, weight: 'regular', gap: 0.6 },
  ];
  const [title, contact, notes] = personParagraphs as [Paragraph, Paragraph, Paragraph];
  const { pickupPoint } = data;
  if (!pickupPoint || data.reverse)
    return [caption(data.reverse ? 'Retirar en' : 'Destinatario'), title, ...addressParagraphs, contact, notes];
  return [
    caption('Entregar en el punto de retiro'),
    { text: pickupPoint.name, size: 14, minSize: 7.5, weight: 'bold' },
    {
      text: joined(DOT, [pickupPoint.address, placeLine(pickupPoint)]),
      size: 10,
      minSize: 6,
      weight: 'regular',
      gap: 0.4,
    },
    { text: pickupPoint.hours, size: 9, minSize: 6, weight: 'regular', gap: 0.4 },
    { ...caption('Retira'), gap: 1.2 },
    { ...title, size: 12.5 },
    contact,
    ...(pickupPoint.chosen
      ? []
      : addressParagraphs.map((line): Paragraph => ({ ...line, size: 8, minSize: 6, weight: 'regular', gap: 0 }))),
    notes,
  ];
}

function senderParagraphs(data: LabelData): Paragraph[] {
  const { company, phone, address } = data.sender;
  const strong = data.reverse ? 2 : 0;
  return [
    caption(data.reverse ? 'Entregar a' : 'Remitente'),
    { text: company, size: 9 + strong, minSize: 6.5, weight: 'bold' },
    // A separate paragraph, because long texts are cut at the end of the last paragraphs, and half a phone number is
    // useless.
    { text: after('Tel.', phone), size: 7.5 + strong, minSize: 6, weight: data.reverse ? 'bold' : 'regular', gap: 0.2 },
    { text: streetLine(address), size: 7.5 + strong, minSize: 6, weight: data.reverse ? 'bold' : 'regular', gap: 0.2 },
    { text: placeLine(address), size: 7.5, minSize: 6, weight: 'regular' },
  ];
}

/** Returns the texts of receiver and sender. Reverse logistics uses the titles 'Retirar en' and 'Entregar a'. */
export function partyParagraphs(data: LabelData): { receiver: Paragraph[]; sender: Paragraph[] } {
  return { receiver: receiverParagraphs(data), sender: senderParagraphs(data) };
}

/** Returns the order's numbers, weight, measures and first products. */
export function contentParagraphs(data: LabelData): Paragraph[] {
  const { length, width, height } = data.dimensionsCm;
  const more = data.items.length - NAMED_ITEMS;
  const items = data.items
    .slice(0, NAMED_ITEMS)
    .map(({ quantity, name }) => `${quantity}${NO_BREAK_SPACE}×${NO_BREAK_SPACE}${name}`);
  const measures = `${decimal.format(data.weightGrams / 1000)}${NO_BREAK_SPACE}kg${DOT}${[length, width, height].map((side) => decimal.format(side)).join(`${NO_BREAK_SPACE}×${NO_BREAK_SPACE}`)}${NO_BREAK_SPACE}cm`;
  const value =
    data.declaredValueCents === null ? '' : `Valor declarado $ ${money.format(data.declaredValueCents / 100)}`;
  return [
    caption('Contenido'),
    { text: `Orden ${data.orderId}`, size: 8.5, minSize: 6, weight: 'bold' },
    {
      text: joined(DOT, [after('Seguimiento', data.trackingId), measures]),
      size: 7.5,
      minSize: 6,
      weight: 'regular',
      gap: 0.2,
    },
    { text: value, size: 7.5, minSize: 6, weight: 'regular' },
    { text: joined(', ', [...items, more > 0 ? `y ${more} más` : '']), size: 7.5, minSize: 6, weight: 'regular' },
  ];
}
