import type { ContactPart } from './claims/contact-parts.ts';
import {
  claim,
  type Draft,
  freeChunks,
  isBreak,
  keyAt,
  readPart,
  type Span,
  skipSigns,
  trimSigns,
} from './claims/draft.ts';

/** What the value after a label is: a part, a whole name, a remark, or a text that other readers read. */
type Meaning = ContactPart | 'name' | 'remark' | 'text';

const LABELS: Readonly<Record<string, Meaning>> = {
  nombre: 'first_name',
  nombres: 'first_name',
  apellido: 'last_name',
  apellidos: 'last_name',
  'nombre y apellido': 'name',
  'apellido y nombre': 'name',
  'nombre completo': 'name',
  destinatario: 'name',
  destinataria: 'name',
  recibe: 'name',
  cliente: 'name',
  comprador: 'name',
  contacto: 'name',
  'a nombre de': 'name',
  soy: 'name',
  'me llamo': 'name',
  'mi nombre es': 'name',
  calle: 'street_name',
  numero: 'street_number',
  nro: 'street_number',
  altura: 'street_number',
  piso: 'floor',
  depto: 'apartment',
  dpto: 'apartment',
  departamento: 'apartment',
  localidad: 'city',
  ciudad: 'city',
  barrio: 'neighborhood_name',
  provincia: 'state',
  observaciones: 'remark',
  observacion: 'remark',
  obs: 'remark',
  nota: 'remark',
  notas: 'remark',
  comentarios: 'remark',
  loc: 'city',
  prov: 'state',
  direc: 'text',
  'calle y altura': 'text',
  'calle y numero': 'text',
  'calle y nro': 'text',
  'mi direccion es': 'text',
  'la direccion es': 'text',
  'vivo en': 'text',
  entrega: 'text',
  direccion: 'text',
  'direccion de entrega': 'text',
  'direccion de envio': 'text',
  domicilio: 'text',
  dir: 'text',
  envio: 'text',
  'envio a': 'text',
  'envio a nombre de': 'name',
  entregar: 'text',
  'entregar en': 'text',
};

const MAX_LABEL_WORDS = 4;

/** First words of the labels: most tokens begin none. */
const FIRST_WORDS = new Set(Object.keys(LABELS).map((label) => label.split(' ')[0]));

/** Labels that need no colon at the beginning of a line. */
const PLAIN =
  /^(nombre|recibe|a nombre de|soy|me llamo|mi nombre es|direccion|mi direccion es|la direccion es|vivo en|domicilio|destinatario|cliente|envio a|envio a nombre de|entregar en)$/;

interface Found {
  meaning: Meaning;
  /** The label with its signs. */
  label: Span;
}

/** Reads values after labels such as 'Calle:' and 'Localidad:'. Returns the spans that contain a name. */
export function readLabels(draft: Draft): Span[] {
  const names: Span[] = [];
  const labels = draft.tokens.flatMap((_, index) => labelAt(draft, index) ?? []);
  const meanings = new Set(labels.map(({ meaning }) => meaning));
  for (const [index, { meaning, label }] of labels.entries()) {
    if (draft.owners[label.from] !== null) continue;
    claim(draft, label, 'label');
    const value = valueAfter(draft, label.to, labels, index + 1);
    if (meaning === 'name' || (meaning === 'first_name' && !meanings.has('last_name'))) names.push(value);
    else if (meaning === 'remark') claim(draft, value, 'observations');
    // 'Calle: Alem 1123' without 'Número:' contains the number.
    else if (meaning === 'street_name') readValue(draft, meaning, value, meanings.has('street_number'));
    else if (meaning !== 'text' && meaning !== 'state') readValue(draft, meaning, value, meaning !== 'city');
  }
  return names;
}

/** Reads a labelled part, unless it contains more than the part: for some parts, a number. */
function readValue(draft: Draft, part: ContactPart, value: Span, mayHaveNumber: boolean): void {
  const [chunk] = freeChunks(draft, value);
  if (!chunk) return;
  const hasNumber = draft.tokens.slice(chunk.from, chunk.to).some(({ kind }) => kind === 'number');
  if (hasNumber && !mayHaveNumber) return;
  const isOfOneToken = part === 'floor' || part === 'apartment';
  if (isOfOneToken && chunk.to - chunk.from > 2) return;
  readPart(draft, part, trimSigns(draft, chunk), 'sure');
}

function labelAt(draft: Draft, index: number): Found | null {
  if (!FIRST_WORDS.has(keyAt(draft, index))) return null;
  let key = '';
  let found: Found | null = null;
  for (let word = index; word < index + MAX_LABEL_WORDS && keyAt(draft, word) !== ''; word++) {
    key = key === '' ? keyAt(draft, word) : `${key} ${keyAt(draft, word)}`;
    const meaning = Object.hasOwn(LABELS, key) ? LABELS[key] : undefined;
    if (!meaning) continue;
    const dot = skipSigns(draft, word + 1, '.');
    const to = skipSigns(draft, dot, ':=');
    const begins = index === 0 || isBreak(draft, index - 1) || draft.owners[index - 1] === 'courtesy';
    if (to > dot || (begins && PLAIN.test(key))) found = { meaning, label: { from: index, to } };
  }
  return found;
}

/** Returns the tokens from a label to the end of its line or the next label. */
function valueAfter({ tokens }: Draft, start: number, labels: readonly Found[], next: number): Span {
  // A label may contain the words of another one, which comes next in the list.
  let after = next;
  while ((labels[after]?.label.from ?? start) < start) after++;
  const end = labels[after]?.label.from ?? tokens.length;
  let to = start;
  while (to < end && tokens[to]?.key !== '\n') to++;
  return { from: start, to };
}
