import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactCorpus } from '#test/texts/contact-corpus.ts';
import type { ContactPart } from './claims/contact-parts.ts';
import { readContact, readDraft } from './read-contact.ts';

const texts = (['addresses', 'people'] as const).flatMap(contactCorpus).map(({ text }) => text);
const words = [...new Set(texts.flatMap((text) => text.split(' ')))];

/** Words of the corpus in any order, with other characters among them. */
const anyText = fc
  .array(
    fc.oneof(fc.constantFrom(...words), fc.constantFrom(',', '\n', ' - ', '. ', '/'), fc.string({ unit: 'grapheme' })),
    {
      maxLength: 30,
    },
  )
  .map((parts) => parts.join(' '));

/** Parts whose value is written in another form than in the text. */
const REWRITTEN: ReadonlySet<ContactPart> = new Set([
  'receiver_phone',
  'zip_code',
  'document',
  'state',
  'street_number',
  'floor',
]);

const plain = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s/gu, '');

test('every word is in a part or in the observations, or is a label or a courtesy', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { tokens, owners } = readDraft(text.normalize('NFC'), () => []);
      const { parts, observations } = readContact(text);
      for (const [index, { kind, start, end }] of tokens.entries()) {
        const owner = owners[index] ?? 'observations';
        const written = plain(text.normalize('NFC').slice(start, end));
        if (kind === 'sign' || owner === 'label' || owner === 'courtesy') continue;
        if (owner === 'observations') expect(plain(observations)).toContain(written);
        else {
          expect(parts[owner]).toBeDefined();
          if (!REWRITTEN.has(owner))
            expect(
              plain(
                Object.values(parts)
                  .map(({ value }) => value)
                  .join(' '),
              ),
            ).toContain(written);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test('labels are words that only announce a part', () => {
  const labels = new Set<string>();
  const collect = (text: string) => {
    const { tokens, owners } = readDraft(text, () => []);
    for (const [index, { kind, key }] of tokens.entries())
      if (owners[index] === 'label' && kind === 'word' && /^\p{L}/u.test(key)) labels.add(key);
  };
  for (const text of texts) collect(text);
  fc.assert(fc.property(anyText, collect), { numRuns: 500 });
  // A label longer than these lists would hide a word that a person wrote.
  expect([...labels].filter((label) => !KNOWN_LABELS.has(label)).sort()).toEqual([]);
});

const KNOWN_LABELS = new Set(
  (
    'a al altura apellido ar arg argentina barrio bario bo b calle calles cel celu celular ci ciudad cliente cod codigo comprador con contacto correo country cp cpa cuil cuit d de del departamento depto dept dep destinatario dir direccion dni doc documento domicilio don dona dpto dpt dr dra dto e edificio email entrega entregar entre envio er ero es esq esquina fijo ing ' +
    'direc loc prov vivo en la llamo me mi soy lc le lic localidad mail ma mo movil n ndo nro nombre nombres num numero no obs observaciones p parque phone piso postal privado cerrado club prof provincia pso ro recibe do na ra sr sra srta arq tel telefono telefonos te to ta urbanizacion va vo wa wapp whatsapp wpp wsp y zip completo apellidos pasaporte da republica nota notas para son lo recibira retira recibir recibirlo'
  ).split(' '),
);

test('any text can be read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
      expect(readContact(text)).toMatchObject({ parts: expect.any(Object) });
    }),
    { numRuns: 100 },
  );
});

test('long hostile texts are read, and their end is kept', () => {
  for (const piece of [
    '1 ',
    'a.',
    '(',
    '15 ',
    "a'",
    'av ',
    'entre ',
    'calle 1 y ',
    'piso ',
    'b° ',
    'x,',
    '\n',
    '11 5555-',
    'de la ',
  ]) {
    const { observations } = readContact(`${piece.repeat(20_000)}fin`);
    expect(observations.endsWith('fin')).toBe(true);
  }
});

const LABELS: Readonly<Partial<Record<ContactPart, string>>> = {
  street_name: 'Calle',
  street_number: 'Número',
  floor: 'Piso',
  apartment: 'Depto',
  neighborhood_name: 'Barrio',
  city: 'Localidad',
  zip_code: 'CP',
  state: 'Provincia',
  first_name: 'Nombre',
  last_name: 'Apellido',
  document: 'DNI',
  receiver_phone: 'Tel',
  email: 'Mail',
};

test('a contact that is written with labels is read back unchanged', () => {
  for (const text of texts) {
    const { parts } = readContact(text);
    const labelled = Object.entries(LABELS).flatMap(([part, label]) => {
      const found = parts[part as ContactPart];
      return found?.confidence === 'sure' ? [[part, `${label}: ${found.value}`, found.value] as const] : [];
    });
    const again = readContact(labelled.map(([, line]) => line).join('\n')).parts;
    for (const [part, , value] of labelled)
      expect(`${part} ${again[part as ContactPart]?.value}`).toBe(`${part} ${value}`);
  }
});
