import { claim, type Draft, freeChunks, isUnread, keyAt, kindAt, type Span, skipSigns, spanKey } from './draft.ts';
import { isGivenName } from './given-names.ts';

const WHAT =
  '(?:los|las|mis|todos los|la|mi|el)? ?(?:datos|info|informacion|direccion|domicilio)(?: completos| completa)?';
const WHAT_FOR = '(?: (?:de|del|para|para el|para la|de la) (?:envio|entrega|pedido|compra))?';
const GIVING = '(?:te|les|le|ahi|aca|abajo)? ?(?:te|les|le)? ?(?:paso|mando|dejo|envio|van|va)';

/** Words at the beginning of a message that contain no information. */
const GREETING = [
  '(?:hola|holis|holaa+)(?: (?:a todos|chicos|chicas|gente|amigos))?',
  '(?:muy )?(?:buenas|buenos|buen) (?:dias?|tardes|noches)',
  'buenas',
  'que tal',
  'como (?:estas|estan|va|andas|andan|te va)',
  'todo bien',
  `${GIVING} ${WHAT}${WHAT_FOR}(?: es| son)?`,
  `(?:estos|esos) son ${WHAT}${WHAT_FOR}`,
  `mis datos(?: son)?${WHAT_FOR}`,
];

/** Words at the end of a message that contain no information. */
const FAREWELL = [
  '(?:(?:desde ya|de antemano) )?(?:(?:muchas|mil|muchisimas) )?gracias(?: (?:totales|por todo|de antemano|desde ya))?',
  '(?:(?:muchos|cordiales) )?saludos(?: cordiales)?',
  '(?:un |gran )?(?:abrazo|beso)s?',
  'atte',
  'atentamente',
  'cordialmente',
  'por favor',
  'porfa(?:vor)?',
  'quedo atent[oa]',
  'cualquier cosa (?:me )?avis(?:ame|en|enme|as)',
];

/** Longest phrase, in words. */
const MAX_WORDS = 9;

const STARTS = new RegExp(`^(?:${GREETING.join('|')})$`);
const ENDS = new RegExp(`^(?:${FAREWELL.join('|')})$`);

/** Words before which 'Gracias' is a part of a name: 'Virgen de las Gracias'. */
const IN_NAME = /^(de|del|la|las|los|el)$/;

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)+$/u;

/** An announcement without its value: 'mi tel es'. */
const ANNOUNCEMENT =
  /^(?:y )?(?:mi )?(?:tel|telefono|cel|celu|celular|numero|wsp|whatsapp|dni|documento|mail|correo|cp|codigo postal) es$/;

/**
 * Marks words of courtesy without information: greetings at the beginning of a sentence ('Hola, te paso los datos'), thanks at its end
 * ('Mil gracias'). A sentence that goes on with other words after its thanks is a remark: 'Gracias por dejarlo con el portero'.
 */
export function claimCourtesies(draft: Draft): void {
  let isAfterCourtesy = false;
  for (const chunk of freeChunks(draft)) {
    if (greetsSomebody(draft, chunk)) continue;
    const from = claimGreetings(draft, chunk);
    // '🙏' after 'Gracias!'
    if (from > chunk.from || isAfterCourtesy)
      claim(draft, { from, to: emojisEnd(draft, { from, to: chunk.to }) }, 'courtesy');
    claimFarewells(draft, { from, to: chunk.to });
    isAfterCourtesy = draft.owners[chunk.to - 1] === 'courtesy';
  }
}

/** Marks emojis at the beginning and the end of a line as courtesies: '🏠 Mitre 845', 'Julieta 🌸'. */
export function claimEmojis(draft: Draft): void {
  let from = 0;
  for (let index = 0; index <= draft.tokens.length; index++) {
    if (index < draft.tokens.length && draft.tokens[index]?.key !== '\n') continue;
    const line = { from, to: index };
    claim(draft, { from, to: emojisEnd(draft, line) }, 'courtesy');
    claim(draft, { from: withoutEmojis(draft, line), to: index }, 'courtesy');
    from = index + 1;
  }
}

/** Whether a chunk is 'Hola Rosario': the name of the greeted person, not of the receiver. */
function greetsSomebody(draft: Draft, { from, to }: Span): boolean {
  const end = greetingEnd(draft, from, to);
  if (end === null || !isGivenName(keyAt(draft, end)) || draft.tokens[end - 1]?.key === 'datos') return false;
  return draft.tokens.slice(end, to).every(({ kind }) => kind !== 'number');
}

/** Marks announcements right before the value that was read, 'mi tel es', as labels. */
export function claimAnnouncements(draft: Draft): void {
  for (const chunk of freeChunks(draft)) {
    const next = skipSigns(draft, chunk.to, ':.');
    const isAnnounced = ANNOUNCEMENT.test(spanKey(draft, chunk)) && (draft.owners[next] ?? null) !== null;
    if (isAnnounced && !isUnread(draft.owners[next] ?? null)) claim(draft, chunk, 'label');
  }
}

/** Claims the phrases at the beginning of a chunk and returns the index after them. */
function claimGreetings(draft: Draft, { from, to }: Span): number {
  let next = from;
  for (let end = greetingEnd(draft, next, to); end !== null; end = greetingEnd(draft, next, to)) {
    claim(draft, { from: next, to: end }, 'courtesy');
    next = end;
  }
  return next;
}

/** Returns the end of the longest greeting at a token. A street may be called 'Buenas Ondas' or 'Buen Día 345'. */
function greetingEnd(draft: Draft, from: number, to: number): number | null {
  for (let end = Math.min(to, from + MAX_WORDS); end > from; end--) {
    const key = spanKey(draft, { from, to: end });
    const isName = kindAt(draft, end) === 'number' || (key === 'buenas' && end < to);
    if (STARTS.test(key) && !isName) return end;
  }
  return null;
}

/** Claims the phrases at the end of a chunk, with their emojis. */
function claimFarewells(draft: Draft, { from, to }: Span): void {
  let end = to;
  for (let start = farewellStart(draft, from, end); start !== null; start = farewellStart(draft, from, end)) {
    claim(draft, { from: start, to: end }, 'courtesy');
    end = start;
  }
}

function farewellStart(draft: Draft, from: number, to: number): number | null {
  const end = withoutEmojis(draft, { from, to });
  for (let start = Math.max(from, end - MAX_WORDS); start < end; start++) {
    const isName = start > from && IN_NAME.test(keyAt(draft, start - 1));
    if (ENDS.test(spanKey(draft, { from: start, to: end })) && !isName) return start;
  }
  return null;
}

/** Returns the end of a span without the emojis at its end. */
function withoutEmojis(draft: Draft, { from, to }: Span): number {
  let end = to;
  while (end > from && isEmoji(draft, end - 1)) end--;
  return end;
}

/** Returns the index after the emojis at the beginning of a span. */
function emojisEnd(draft: Draft, { from, to }: Span): number {
  let next = from;
  while (next < to && isEmoji(draft, next)) next++;
  return next;
}

const isEmoji = ({ text, tokens }: Draft, index: number) =>
  EMOJI.test(text.slice(tokens[index]?.start, tokens[index]?.end));
