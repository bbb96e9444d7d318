import { normalizeHeader } from '#shared/bulk/file/normalize-header.ts';
import { hasOtherUnit, readHeader } from '#shared/bulk/file/read-header.ts';
import { BULK_COLUMNS, type BulkColumn, SHIPMENT_COLUMNS } from './columns.ts';
import type { SplitColumn } from './mapping.ts';

/** A number of a house beside its street and the order's number; alone it may be either. */
const BARE_NUMBERS = ['numero', 'nro', 'n', 'nº', 'n_º', 'no'];

/**
 * Names of the template's columns in shops and spreadsheets, as `normalizeHeader` returns them; the first match counts.
 */
const ALIASES: Readonly<Record<BulkColumn | SplitColumn, readonly string[]>> = {
  nro_orden: [
    'numero_de_venta',
    'nro_de_venta',
    'de_venta',
    'order_number',
    'order_name',
    'numero_de_orden',
    'numero_orden',
    'orden',
    'pedido',
    'nro_pedido',
    'numero_de_pedido',
    'id',
    'order_id',
  ],
  nombre_completo: [
    'nombre_para_el_envio',
    'nombre_y_apellido',
    'apellido_y_nombre',
    'nombre_del_comprador',
    'comprador',
    'cliente',
    'shipping_name',
    'full_name',
    'customer_name',
  ],
  direccion: ['domicilio_completo', 'direccion_completa', 'full_address'],
  precio_unitario: [
    'precio_del_producto',
    'precio_por_unidad',
    'precio_unitario_de_venta_de_la_publicacion',
    'item_price',
    'item_cost',
    'unit_price',
  ],
  modo_entrega: ['modo_de_entrega', 'tipo_de_entrega', 'modo'],
  nombre: [
    'shipping_first_name',
    'nombres',
    'nombre_destinatario',
    'nombre_del_destinatario',
    'first_name',
    'destinatario',
  ],
  apellido: ['shipping_last_name', 'apellidos', 'apellido_destinatario', 'last_name'],
  documento: [
    'documento_del_comprador',
    'identificacion',
    'dni',
    'nro_documento',
    'numero_de_documento',
    'dni_cuit',
    'cuit',
  ],
  email: ['billing_email', 'email_del_comprador', 'mail', 'e_mail', 'correo', 'correo_electronico'],
  telefono: [
    'telefono_para_el_envio',
    'billing_phone',
    'shipping_phone',
    'tel',
    'celular',
    'cel',
    'telefono_celular',
    'phone',
    'movil',
  ],
  calle: [
    'direccion_de_envio',
    'direccion_de_entrega',
    'shipping_address_1',
    'shipping_address',
    'address_1',
    'address',
    'calle_y_numero',
    'direccion',
    'domicilio',
    'calle_destino',
    'street',
  ],
  altura: ['numero_de_calle', 'nro_calle', 'n_de_calle', 'nro_de_calle', ...BARE_NUMBERS],
  piso: ['floor'],
  dpto: ['departamento', 'depto', 'unidad'],
  entre_calle_1: ['entre_calles', 'entre', 'entre_1', 'entre_calle'],
  entre_calle_2: ['y_calle', 'entre_2'],
  cp: [
    'postcode',
    'shipping_postcode',
    'shipping_zip',
    'codigo_postal',
    'cod_postal',
    'codpostal',
    'zip',
    'codigo_postal_destino',
  ],
  localidad: ['shipping_city', 'municipio', 'ciudad', 'city', 'localidad_destino'],
  provincia: ['provincia_o_estado', 'shipping_state', 'shipping_province', 'estado_2', 'provincia_destino', 'state'],
  barrio: ['neighborhood', 'zona'],
  observaciones: [
    'notas_del_comprador',
    'customer_note',
    'nota_del_cliente',
    'observacion',
    'notas',
    'comentarios',
    'referencias',
    'nota',
  ],
  envio: ['paquete', 'bulto', 'nro_envio'],
  largo_cm: ['largo', 'profundidad', 'profundidad_cm', 'length'],
  ancho_cm: ['ancho', 'width'],
  alto_cm: ['alto', 'height'],
  peso_g: ['peso', 'peso_kg', 'peso_gramos', 'weight'],
  valor: ['valor_declarado', 'valor_del_contenido', 'order_total', 'total', 'importe', 'precio', 'monto'],
  sku: ['item_sku', 'product_sku', 'sku_del_producto', 'codigo', 'codigo_producto', 'producto', 'articulo'],
  cantidad: ['cantidad_del_producto', 'item_quantity', 'cant', 'unidades', 'quantity', 'qty'],
};

const NONE: ReadonlyMap<string, string> = new Map();

/** Columns whose headers may name a unit. */
const MEASURED = [...SHIPMENT_COLUMNS, 'altura'] as const;

type Suggested = Partial<Record<BulkColumn | SplitColumn, string>>;

const TARGETS = [...BULK_COLUMNS, 'nombre_completo', 'direccion', 'precio_unitario'] as const;

/**
 * Suggests the meaning of an unknown file's headers, for a person to confirm; each header is used once, and one
 * that may mean something else isn't. A name without a
 * last name is a full name, and a street without a number has it in its text.
 *
 * @param repeated unique headers of columns with equal ones (`repeatedLabels`): a person has to choose among them
 */
export function suggestColumns(headers: readonly string[], repeated: ReadonlyMap<string, string> = NONE): Suggested {
  const free = new Map(headers.map((header) => [normalizeHeader(header), header]));
  // The second one of a known export has a name of its own: 'estado_2'.
  for (const [key, header] of free) if (repeated.has(header) && !/_\d+$/.test(key)) free.delete(key);
  const found: Suggested = {};
  const take = (column: BulkColumn | SplitColumn, keys: readonly string[]) => {
    const key = keys.find((name) => free.has(name));
    if (key === undefined || found[column] !== undefined) return;
    found[column] = free.get(key) as string;
    free.delete(key);
  };
  const takeRead = (certain: boolean) => {
    for (const [key, header] of [...free]) {
      const read = readHeader(header);
      if (read && read.certain === certain) take(read.column, [key]);
    }
  };
  takeRead(true);
  for (const column of TARGETS) take(column, [column]);
  for (const column of TARGETS) take(column, ALIASES[column]);
  takeRead(false);
  for (const column of MEASURED) if (hasOtherUnit(column, found[column] ?? '')) delete found[column];
  const hasStreet = found.calle !== undefined || found.direccion !== undefined;
  if (BARE_NUMBERS.includes(normalizeHeader(found.altura ?? '')) && !(hasStreet && found.nro_orden))
    delete found.altura;
  if (found.apellido === undefined) move(found, 'nombre', 'nombre_completo');
  if (found.altura === undefined) move(found, 'calle', 'direccion');
  if (found.nombre !== undefined) delete found.nombre_completo;
  if (found.calle !== undefined) delete found.direccion;
  if (found.precio_unitario !== undefined) delete found.valor;
  // A quantity without its product would be refused, unless its price makes the value.
  else if (found.sku === undefined) delete found.cantidad;
  return found;
}

/** Moves a header to another meaning, unless that has a better one. */
function move(found: Suggested, from: BulkColumn, to: SplitColumn): void {
  const header = found[from];
  if (header !== undefined) found[to] ??= header;
  delete found[from];
}
