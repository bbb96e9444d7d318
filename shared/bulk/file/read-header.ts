import type { BulkColumn } from '#shared/bulk/layout/columns.ts';
import type { SplitColumn } from '#shared/bulk/layout/mapping.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { normalizeHeader } from './normalize-header.ts';

type Meanings = Readonly<Partial<Record<BulkColumn | SplitColumn, readonly string[]>>>;

/** Whole words of abbreviated ones. */
const WHOLE: Readonly<Record<string, string>> = {
  n: 'nro',
  no: 'nro',
  num: 'nro',
  numero: 'nro',
  cod: 'codigo',
  doc: 'documento',
  tel: 'telefono',
  telef: 'telefono',
  fono: 'telefono',
  cel: 'celular',
  celu: 'celular',
  wsp: 'whatsapp',
  dir: 'direccion',
  direc: 'direccion',
  dom: 'domicilio',
  domic: 'domicilio',
  alt: 'altura',
  prov: 'provincia',
  pcia: 'provincia',
  loc: 'localidad',
  cdad: 'ciudad',
  bo: 'barrio',
  depto: 'departamento',
  dpto: 'departamento',
  dto: 'departamento',
  cant: 'cantidad',
  obs: 'observaciones',
  observ: 'observaciones',
  observacion: 'observaciones',
  decl: 'declarado',
  kgs: 'kg',
  kilo: 'kg',
  kilos: 'kg',
  gr: 'g',
  grs: 'g',
  gramos: 'g',
  bultos: 'bulto',
  paquetes: 'paquete',
};

const FILLERS: ReadonlySet<string> = new Set(['', 'de', 'del', 'la', 'el', 'para']);

/** Words that say whose name or phone it is. */
const PERSONS: ReadonlySet<string> = new Set(['cliente', 'comprador', 'destinatario', 'dest', 'receptor', 'contacto']);

/** Words that say which address it is. */
const PLACES: ReadonlySet<string> = new Set(['dest', 'destinatario', 'destino', 'entrega', 'envio']);

const PACKAGES: ReadonlySet<string> = new Set(['bulto', 'paquete', 'caja']);

const ADDRESS: Meanings = {
  direccion: ['calle y nro', 'calle y altura', 'calle altura', 'direccion completa', 'domicilio completo'],
  calle: ['calle', 'direccion', 'domicilio'],
  altura: ['altura', 'altura nro', 'nro puerta', 'numeracion'],
  piso: ['piso', 'nro piso'],
  dpto: ['departamento', 'nro departamento'],
  entre_calle_1: ['entrecalles'],
  cp: ['cp', 'codigo postal', 'codpostal', 'zip'],
  localidad: ['localidad', 'ciudad', 'ciudad localidad'],
  provincia: ['provincia'],
  barrio: ['barrio'],
  telefono: [
    'telefono',
    'celular',
    'whatsapp',
    'movil',
    'nro telefono',
    'nro celular',
    'nro whatsapp',
    'celular telefono',
    'fijo telefono',
  ],
  observaciones: ['observaciones', 'indicaciones', 'aclaraciones', 'comentarios', 'comentario', 'notas', 'nota'],
};

const PERSON: Meanings = {
  nombre_completo: ['nombre y apellido', 'nombre apellido', 'nombre completo'],
  nombre: ['nombre', 'nombres'],
  apellido: ['apellido', 'apellidos'],
  documento: ['documento', 'documento nro', 'dni', 'dni nro', 'cuit', 'cuil', 'cuit dni'],
  email: ['mail', 'email', 'e mail', 'correo', 'correo electronico'],
};

const PACKAGE: Meanings = {
  largo_cm: ['largo', 'cm largo', 'cm profundidad'],
  ancho_cm: ['ancho', 'ancho cm'],
  alto_cm: ['alto', 'alto cm', 'altura cm'],
  peso_g: ['peso', 'g peso', 'kg peso', 'kg', 'bruto peso', 'bruto kg peso', 'peso total', 'kg peso total'],
};

/** Headers without words of persons and places: an 'ID cliente' is no order's number. */
const WHOLE_HEADER: Meanings = {
  nro_orden: ['pedido', 'orden', 'venta', 'compra'].flatMap((noun) =>
    ['nro', 'id', 'codigo'].map((sign) => `${sign} ${noun}`),
  ),
  valor: ['declarado valor', 'declarado monto', 'declarado importe', 'declarado pesos valor', 'mercaderia valor'],
  sku: ['codigo producto', 'articulo codigo', 'producto sku'],
  cantidad: ['cantidad'],
};

const keyOf = (words: readonly string[]) => [...new Set(words)].sort().join(' ');

const columnsByKey = (meanings: Meanings) =>
  new Map(
    (Object.entries(meanings) as [BulkColumn | SplitColumn, readonly string[]][]).flatMap(([column, keys]) =>
      keys.map((key) => [keyOf(key.split(' ')), column] as const),
    ),
  );

const TABLES = {
  address: columnsByKey(ADDRESS),
  person: columnsByKey(PERSON),
  package: columnsByKey(PACKAGE),
  whole: columnsByKey(WHOLE_HEADER),
};

/** What a header means. */
interface HeaderMeaning {
  column: BulkColumn | SplitColumn;
  /** True if it names the address of the delivery, or a measure: other headers with the same words are less certain. */
  certain: boolean;
}

/** Units that a column of the template never has. */
const OTHER_UNITS =
  /(?<!\p{L})(?:mm|m|mts?|metros?|pulg\p{L}*|in|inch\p{L}*|lbs?|libras?|oz|usd|u\$s|us\$|dolares)(?!\p{L})/u;

/** Returns whether a header names a unit that cells of a column can't have: millimetres of a width, centimetres of a house number. */
export const hasOtherUnit = (column: BulkColumn, header: string): boolean =>
  column === 'altura' ? /\bcm\b/i.test(header) : OTHER_UNITS.test(fold(header));

/** Returns the meaning of an abbreviated or qualified header ('Pedido N°', 'CP dest.'); null if it may mean something else. */
export function readHeader(header: string): HeaderMeaning | null {
  const [, unit] = /\(\s*(cm|kg|kgs|g|gr)\.?\s*\)/i.exec(header) ?? [];
  // 'C.P.' is a word, and 'Nº' and 'N.º' are others than 'N°' to `normalizeHeader`.
  const plain = header.replace(/º/g, '').replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '');
  const words = [...normalizeHeader(plain).split('_'), ...(unit ? [fold(unit)] : [])]
    .map((word) => WHOLE[word] ?? word)
    .filter((word) => !FILLERS.has(word));
  const without = (...sets: ReadonlySet<string>[]) => keyOf(words.filter((word) => !sets.some((set) => set.has(word))));
  const measure = TABLES.package.get(without(PACKAGES));
  if (measure) return { column: measure, certain: true };
  const address = TABLES.address.get(without(PERSONS, PLACES));
  if (address) return { column: address, certain: words.some((word) => PLACES.has(word)) };
  const column = TABLES.person.get(without(PERSONS)) ?? TABLES.whole.get(keyOf(words));
  return column ? { column, certain: false } : null;
}
